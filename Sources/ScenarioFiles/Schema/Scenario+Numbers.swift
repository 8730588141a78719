/// A number of a scenario that need not be an integer.
struct ScenarioNumber: Equatable {
    /// Where it stands, as an override names it.
    let path: String
    let value: Double

    /// Its unit, if it is written with one.
    var unit: String?
}

extension Scenario {
    /// The blocks that say what is simulated, but for the graph, which changes by whole edges.
    private static let blocks = [
        ScenarioKeys.particles, ScenarioKeys.box, ScenarioKeys.interactions, ScenarioKeys.model,
    ].map(\.name)

    /// The numbers that say what is simulated, as they are read. Those in formulas and in data files are not among them.
    ///
    /// - Throws: `ScenarioError` if a data file can no longer be read.
    func numbers() throws(ScenarioError) -> [ScenarioNumber] {
        var numbers: [ScenarioNumber] = []
        var known: Set<String> = []
        let reader = ScenarioReader(data: DataFiles(folder: folder), defaultName: fileStem, isRehearsed: false)
        _ = try document.readTakingNotes(
            whenNumberIsRead: { path, value, unit in
                guard let block = path.first, Self.blocks.contains(block) else { return }
                let path = path.joined(separator: ".")
                if known.insert(path).inserted {
                    numbers.append(ScenarioNumber(path: path, value: value, unit: unit))
                }
            }, reader.read)
        return numbers
    }

    /// The scenario anew, which has not been run, with another value in the place of a number.
    ///
    /// - Throws: `ScenarioError` if it cannot have that.
    func remade(with number: ScenarioNumber? = nil) throws(ScenarioError) -> Scenario {
        let changes = number.map { [Override("\($0.path)=\($0.value)\($0.unit.map { " " + $0 } ?? "")")] } ?? []
        return try Scenario(document.applying(changes), named: fileStem, in: folder, isRehearsed: false)
    }
}
