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

    /// Reports what is wrong with particles.
    ///
    /// - Returns: Whether that is about certain particles; if not, nothing is reported.
    func report(_ error: ParticleError) -> Bool {
        guard let place = error.place else { return false }
        let others = place.others.compactMap { other in
            self.place(of: other, "x")?.line.map { "particle \(other) stands in line \($0)" }
        }
        let message = ([error.description] + others).joined(separator: "; ")
        guard let problem = self.place(of: place.particle, place.column) else { return false }
        data.report(
            DataFileError(
                file: path,
                problems: [
                    .init(line: problem.line, column: problem.column, length: problem.length, message)
                ]), to: value)
        return true
    }

    /// The place of a particle's field; of its first one if there is no such column.
    private func place(of particle: Int, _ column: String) -> DataFileError.Problem? {
        // Two lines come before the particles of an XYZ file.
        guard !isXYZ else { return .init(line: particle + 3, column: 1, length: 1, "") }
        guard let table = try? DelimitedTable(contentsOf: path), table.rows.indices.contains(particle) else {
            return nil
        }
        let index = table.header.firstIndex { $0.text == column } ?? 0
        return table.rows[particle][index].problem("")
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
