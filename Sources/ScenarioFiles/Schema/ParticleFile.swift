import Particles
import SimulationEngine

/// The file that particles come from, for what turns out to be wrong with them once box and interactions are known: it is told
/// at the particle's line of the file. The file is read once more then, so that nothing is kept of it when all is well.
struct ParticleFile {
    /// Where the scenario names it.
    let value: Value

    let path: String
    let isXYZ: Bool
    let data: DataFiles

    /// How many problems are looked for: more than are shown, so that it is told where there are more.
    static let searchedProblems = 25

    /// Reports what is wrong with particles.
    ///
    /// - Returns: True if problems with a known place were reported; others are not.
    func report(_ errors: [ParticleError]) -> Bool {
        guard let places = Places(path: path, isXYZ: isXYZ) else { return false }
        let problems = errors.compactMap { error -> DataFileError.Problem? in
            guard let place = error.place, let found = places.place(of: place.particle, place.column) else {
                return nil
            }
            let others = place.others.compactMap { other in
                places.place(of: other, "x")?.line.map { "particle \(other) stands in line \($0)" }
            }
            let message = ([error.description] + others).joined(separator: "; ")
            return .init(line: found.line, column: found.column, length: found.length, message)
        }
        guard !problems.isEmpty else { return false }
        data.report(DataFileError(file: path, problems: DataFileError.inOrder(problems)), to: value)
        return true
    }

    /// The places of particles' fields.
    private enum Places {
        case table(DelimitedTable)
        case text(String)

        init?(path: String, isXYZ: Bool) {
            if isXYZ {
                guard let text = try? InputFile(path).text() else { return nil }
                self = .text(text)
            } else {
                guard let table = try? DelimitedTable(contentsOf: path) else { return nil }
                self = .table(table)
            }
        }

        /// The place of a particle's field; of its first one if there is no such column.
        func place(of particle: Int, _ column: String) -> DataFileError.Problem? {
            switch self {
            case .text(let text): return ExtendedXYZ.place(of: column, ofParticle: particle, in: text)
            case .table(let table):
                guard table.rows.indices.contains(particle) else { return nil }
                let index = table.header.firstIndex { $0.text == column } ?? 0
                return table.rows[particle][index].problem("")
            }
        }
    }
}

extension ParticleError {
    /// The particle that an error is about, the column in which what is wrong stands, and other particles that it concerns.
    fileprivate var place: (particle: Int, column: String, others: [Int])? {
        switch self {
        case .invalidMass(_, let particle), .pairForceWithoutMass(let particle): (particle, "mass", [])
        case .invalidCharge(_, let particle): (particle, "charge", [])
        case .invalidState(let particle): (particle, "x", [])
        case .missingName(let particle): (particle, "name", [])
        case .invalidType(_, let particle), .unknownType(_, let particle, _): (particle, "type", [])
        case .behindWall(let particle, let axis): (particle, ["x", "y", "z"][axis], [])
        case .outsideOfPlane(let particle): (particle, "z", [])
        case .overlap(let first, let second, _, _): (second, "x", [first])
        case .bond(.noMass(let particle)): (particle, "mass", [])
        case .bond(.samePlace(let bond)): (bond.second, "x", [bond.first])
        case .bond(.tooLong(let bond, _, _)): (bond.second, "x", [bond.first])
        default: nil
        }
    }
}
