import SimulationEngine

extension Particle {
    /// Reads particles from a table with the columns `mass`, `x`, `y`, `z` and, where there are any, `name`, `vx`, `vy`
    /// and `vz`. Velocities that are not there are 0.
    ///
    /// - Throws: `DataFileError` with all problems: columns that are missing or unknown, texts that are not finite
    ///   numbers, negative masses, names that are empty or stand twice, no records.
    public static func particles(from table: DelimitedTable) throws(DataFileError) -> [Particle] {
        var reader = ParticleTableReader(table: table)
        return try reader.read()
    }
}

private struct ParticleTableReader {
    static let required = ["mass", "x", "y", "z"]
    static let optional = ["name", "vx", "vy", "vz"]

    let table: DelimitedTable
    private var problems: [DataFileError.Problem] = []
    private var nameLines: [String: Int] = [:]

    init(table: DelimitedTable) {
        self.table = table
    }

    mutating func read() throws(DataFileError) -> [Particle] {
        checkHeader()
        try throwProblems()
        if table.rows.isEmpty {
            problems.append(table.header[0].problem("the file has no particles: there are no records below the header"))
        }
        let particles = table.rows.compactMap { particle($0) }
        try throwProblems()
        return particles
    }

    private mutating func checkHeader() {
        let known = Self.required + Self.optional
        for field in table.header where !known.contains(field.text) {
            let list = known.joined(separator: ", ")
            problems.append(field.problem("unknown column '\(field.text)': the columns of particles are \(list)"))
        }
        for name in Self.required where !table.header.contains(where: { $0.text == name }) {
            problems.append(table.header[0].problem("the column '\(name)' is missing"))
        }
    }

    private mutating func particle(_ row: [DelimitedTable.Field]) -> Particle? {
        let mass = number("mass", in: row)
        let position = vector(["x", "y", "z"], in: row)
        let velocity = vector(["vx", "vy", "vz"], in: row)
        let name = name(in: row)
        guard let mass, let position, let velocity else { return nil }
        return Particle(name: name, mass: mass, position: position, velocity: velocity)
    }

    private mutating func vector(_ names: [String], in row: [DelimitedTable.Field]) -> SIMD3<Double>? {
        let components = names.map { number($0, in: row) }
        guard let x = components[0], let y = components[1], let z = components[2] else { return nil }
        return SIMD3(x, y, z)
    }

    private mutating func number(_ name: String, in row: [DelimitedTable.Field]) -> Double? {
        guard let field = field(name, in: row) else { return 0 }
        guard let number = field.number(into: &problems) else { return nil }
        if name == "mass", number < 0 {
            problems.append(field.problem("the mass is \(number), but must not be less than 0"))
            return nil
        }
        return number
    }

    private mutating func name(in row: [DelimitedTable.Field]) -> String? {
        guard let field = field("name", in: row) else { return nil }
        if field.text.isEmpty {
            problems.append(field.problem("the name is empty"))
        } else if let line = nameLines[field.text] {
            problems.append(field.problem("the name '\(field.text)' stands in line \(line) already"))
        }
        nameLines[field.text] = field.line
        return field.text
    }

    private func field(_ name: String, in row: [DelimitedTable.Field]) -> DelimitedTable.Field? {
        table.header.firstIndex { $0.text == name }.map { row[$0] }
    }

    private func throwProblems() throws(DataFileError) {
        guard problems.isEmpty else { throw DataFileError(file: table.file, problems: problems) }
    }
}
