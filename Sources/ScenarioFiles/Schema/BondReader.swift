import Descriptions
import Networks
import Particles
import SimulationEngine

/// The parts of the rest of the scenario that readers of interactions may need.
struct InteractionContext {
    let threads: Int
    let data: DataFiles
    let seed: UInt64

    /// The number of particles, if they could be read.
    let particleCount: Int?

    /// The names of particles, if they have names.
    let names: [String]?

    /// The number of directions of the box, if it could be read.
    var dimensions: Int?
}

/// The keys of bonds and of angles, besides their laws.
enum BondKeys {
    static let pairs = ParameterDescription("pairs", "the bonded particles", groups(of: 2), .oneOf(whichBonds))
    static let triples = ParameterDescription(
        "triples", "the particles of each angle, the second of which is the apex", groups(of: 3), .oneOf(whichAngles))
    static let graph = ParameterDescription(
        "graph", "a graph of the particles whose edges are bonds", ScenarioKeys.graph.kind, .oneOf(whichBonds))
    static let bondFile = ParameterDescription(
        "file", "a CSV file with the columns first, second and perhaps length", .file, .oneOf(whichBonds))
    static let angleFile = ParameterDescription(
        "file", "a CSV file with the columns first, apex and last", .file, .oneOf(whichAngles))
    static let whichBonds = ["pairs", "chain", "graph", "file"]
    static let whichAngles = ["triples", "chain", "file"]

    static func chain(_ others: [String]) -> ParameterDescription {
        ParameterDescription("chain", "chains of particles in their order", .record(ofChain), .oneOf(others))
    }

    static let length = Parameter("length", "the number of particles of a chain", in: 2...ParameterKind.greatestCount)
    static let count = Parameter(count: "count", "the number of chains, all particles unless given").optional
    static let ofChain = [ParameterDescription](length, count)
    static let bondLaws = laws(Interactions.alongBonds)
    static let angleLaws = laws(Interactions.ofAngles)
    static let bonds = bondLaws + [pairs, chain(whichBonds), graph, bondFile]
    static let angles = angleLaws + [triples, chain(whichAngles), angleFile]

    /// The keys of laws, of which one is given.
    private static func laws<Making>(_ laws: [Component<Making>]) -> [ParameterDescription] {
        let names = laws.map(\.description.name)
        return laws.map { law in
            ParameterDescription(
                law.description.name, law.description.summary, .record(law.description.parameters), .oneOf(names))
        }
    }

    private static func groups(of count: Int) -> ParameterKind {
        .list(of: .list(of: .node, count: count...count), count: 1...ParameterKind.greatestCount)
    }
}

/// Reads the interactions along bonds and of angles: their laws, and on which particles these act.
struct BondReader {
    let context: InteractionContext

    // MARK: Bonds

    func readBonds(_ value: Value) -> (any ParticleForce)? {
        let laws = Interactions.alongBonds
        return value.section(of: BondKeys.bonds) { section in
            let law = section.exactlyOne(of: BondKeys.bondLaws, in: "an interaction of bonds", to: "what bonds do")
            let whose = section.exactlyOne(
                of: BondKeys.whichBonds, in: "an interaction of bonds", to: "which particles are bonded")
            let list = whose.flatMap { bonds($0.key, $0.value) }
            guard let law, let component = laws[law.key.name] else { return nil }
            return force(component, law.value, list, at: section.value) { make, list in
                try make(list.bonds, list.lengths, context.threads)
            }
        }
    }

    /// The force of a law, with what it acts on if that could be read; what is wrong with both together is reported at a value.
    private func force<Making, Subject>(
        _ law: Component<Making>, _ parameters: Value, _ subject: Subject?, at place: Value,
        _ make: (Making, Subject) throws -> any ParticleForce
    ) -> (any ParticleForce)? {
        parameters.section { section in
            let making = section.make(law)
            guard let making, let subject else { return nil }
            return section.attempt(law, at: place) { try make(making, subject) }
        }
    }

    // MARK: Which particles

    private struct BondList {
        let bonds: [Bond]
        var lengths: [Double]?
    }

    private func bonds(_ key: String, _ value: Value) -> BondList? {
        switch key {
        case "pairs": groups(value, of: 2).map { BondList(bonds: $0.map { Bond($0[0], $0[1]) }) }
        case "chain": chains(value).map { BondList(bonds: Bond.chains($0.count, ofLength: $0.length)) }
        case "graph": graph(value).map { BondList(bonds: $0) }
        default: bondFile(value)
        }
    }

    private func groups(_ value: Value, of count: Int) -> [[Int]]? {
        value.list(.atLeast(1), of: count == 2 ? "pairs" : "triples") { item in
            item.list(.exactly(count), of: "particles") { particle($0) }
        }
    }

    func particle(_ value: Value) -> Int? {
        if let name = value.text, let number = context.names?.firstIndex(of: name) { return number }
        return value.integer(context.particleCount.map { .closed(0...$0 - 1) } ?? .atLeast(0))
    }

    private func chains(_ value: Value) -> (count: Int, length: Int)? {
        value.section(of: BondKeys.ofChain) { section in
            let length = section.value(of: BondKeys.length)
            let count = section.value(of: BondKeys.count)
            guard let length, let count, let particles = context.particleCount else { return nil }
            guard let count else {
                if particles % length == 0 { return (particles / length, length) }
                section.value.report(
                    "\(particles) particles cannot be cut into chains of \(length)", expected: "a 'count' of chains")
                return nil
            }
            guard count <= particles / length else {
                section.value.report(
                    "\(count) chains of \(length) need more particles than there are, \(particles)",
                    expected: "at most \(particles / length) chains")
                return nil
            }
            return (count, length)
        }
    }

    private func graph(_ value: Value) -> [Bond]? {
        guard let streams = try? RandomStreams(seed: context.seed),
            let graph = GraphReader(data: context.data, streams: streams).read(value),
            let particles = context.particleCount
        else { return nil }
        guard graph.vertexCount == particles else {
            value.report("the graph has \(graph.vertexCount) vertices, but there are \(particles) particles")
            return nil
        }
        return (0..<graph.vertexCount).flatMap { vertex in
            graph.neighbours(of: vertex).filter { $0 >= vertex }.map { Bond(vertex, Int($0)) }
        }
    }

    private func bondFile(_ value: Value) -> BondList? {
        context.data.read(value, at: value.path.joined(separator: ".")) { table throws(DataFileError) in
            var reader = ParticleGroupTable(table: table, names: context.names, count: context.particleCount)
            let rows = try reader.read(["first", "second"], number: "length")
            return BondList(bonds: rows.groups.map { Bond($0[0], $0[1]) }, lengths: rows.numbers)
        }
    }

    // MARK: Angles

    func readAngles(_ value: Value) -> (any ParticleForce)? {
        let laws = Interactions.ofAngles
        return value.section(of: BondKeys.angles) { section in
            let law = section.exactlyOne(
                of: BondKeys.angleLaws, in: "an interaction of angles", to: "how angles are held")
            let whose = section.exactlyOne(
                of: BondKeys.whichAngles, in: "an interaction of angles", to: "which particles make them")
            let angles = whose.flatMap { self.angles($0.key, $0.value) }
            guard let law, let component = laws[law.key.name] else { return nil }
            return force(component, law.value, angles, at: section.value) { make, angles in
                try make(angles, context.threads)
            }
        }
    }

    private func angles(_ key: String, _ value: Value) -> [Angle]? {
        switch key {
        case "triples": groups(value, of: 3)?.map { Angle($0[0], $0[1], $0[2]) }
        case "chain": chains(value).map { Angle.chains($0.count, ofLength: $0.length) }
        default:
            context.data.read(value, at: value.path.joined(separator: ".")) { table throws(DataFileError) in
                var reader = ParticleGroupTable(table: table, names: context.names, count: context.particleCount)
                return try reader.read(["first", "apex", "last"]).groups.map { Angle($0[0], $0[1], $0[2]) }
            }
        }
    }
}

/// A table of groups of particles, by their numbers or names, perhaps with a number for each group.
private struct ParticleGroupTable {
    let table: DelimitedTable
    let names: [String]?
    let count: Int?
    private var problems: [DataFileError.Problem] = []

    init(table: DelimitedTable, names: [String]?, count: Int?) {
        self.table = table
        self.names = names
        self.count = count
    }

    mutating func read(
        _ columns: [String], number: String? = nil
    ) throws(DataFileError) -> (groups: [[Int]], numbers: [Double]?) {
        checkHeader(columns, number)
        try throwProblems()
        let numberColumn = table.header.firstIndex { $0.text == number }
        let places = columns.compactMap { name in table.header.firstIndex { $0.text == name } }
        let groups = table.rows.map { row in places.map { particle(row[$0]) } }
        try throwProblems()
        checkGroups(groups)
        let numbers = numberColumn.map { column in table.rows.map { length($0[column]) } }
        try throwProblems()
        return (groups, numbers)
    }

    /// Finds groups with a particle twice, and groups that stand twice whichever way they are read.
    private mutating func checkGroups(_ groups: [[Int]]) {
        var lines: [[Int]: Int] = [:]
        for (row, group) in zip(table.rows, groups) {
            if let index = group.indices.first(where: { group[..<$0].contains(group[$0]) }) {
                problems.append(row[0].problem(BondError.sameParticle(group[index], in: group).description))
                continue
            }
            let canonical = group.first ?? 0 <= group.last ?? 0 ? group : group.reversed()
            if let line = lines[canonical] {
                problems.append(row[0].problem("\(BondError.duplicate(group)); the other one is in line \(line)"))
            } else {
                lines[canonical] = row[0].line
            }
        }
    }

    private mutating func checkHeader(_ columns: [String], _ number: String?) {
        let known = columns + [number].compactMap { $0 }
        for field in table.header where !known.contains(field.text) {
            problems.append(
                field.problem("unknown column '\(field.text)': the columns are \(known.joined(separator: ", "))"))
        }
        for name in columns where !table.header.contains(where: { $0.text == name }) {
            problems.append(table.header[0].problem("the column '\(name)' is missing"))
        }
        if table.rows.isEmpty { problems.append(table.header[0].problem("there are no records below the header")) }
    }

    private mutating func particle(_ field: DelimitedTable.Field) -> Int {
        if let number = names?.firstIndex(of: field.text) { return number }
        if let number = Int(field.text), (0..<(count ?? .max)).contains(number) { return number }
        let known = count.map { "a number from 0 to \($0 - 1)" } ?? "a number from 0 on"
        problems.append(
            field.problem(
                "there is no particle '\(field.text)': it must be \(known)\(names == nil ? "" : ", or a name")"))
        return 0
    }

    private mutating func length(_ field: DelimitedTable.Field) -> Double {
        guard let number = field.number(into: &problems) else { return 0 }
        if number < 0 { problems.append(field.problem("the length is \(number), but must not be less than 0")) }
        return number
    }

    private func throwProblems() throws(DataFileError) {
        guard problems.isEmpty else { throw DataFileError(file: table.file, problems: problems) }
    }
}
