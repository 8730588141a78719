import SimulationEngine

extension Particle {
    /// Reads particles from a table with the columns `mass`, `x`, `y`, `z` and, where there are any, `name`, `type`,
    /// `charge`, `vx`, `vy` and `vz`. Velocities, types and charges that are not there are 0.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - mass: The mass of all particles if there is no column `mass`, which is required unless this is given.
    ///   - charge: The charge of all particles if there is no column `charge`.
    /// - Returns: The particles in the order of the records.
    /// - Throws: `DataFileError` with all problems: columns that are missing or unknown, texts that are not finite
    ///   numbers, negative masses, names that are empty or stand twice, no records.
    /// - Complexity: O(n) for n particles.
    public static func particles(
        from table: DelimitedTable, mass: Double? = nil, charge: Double = 0
    ) throws(DataFileError) -> [Particle] {
        var reader = ParticleTableReader(table: table, mass: mass, charge: charge)
        return try reader.read()
    }

    /// Reads particles that shall attract each other, which they do without bounds where two of them are in one place.
    ///
    /// - Throws: `DataFileError` as ``particles(from:mass:charge:)``, and with each particle that is in the same place as another
    ///   one, if one of the two has mass.
    /// - Complexity: O(n log n) for n particles.
    public static func particlesInDifferentPlaces(
        from table: DelimitedTable, mass: Double? = nil, charge: Double = 0
    ) throws(DataFileError) -> [Particle] {
        var reader = ParticleTableReader(table: table, mass: mass, charge: charge)
        let particles = try reader.read()
        try reader.checkPlaces(of: particles)
        return particles
    }
}

private struct ParticleTableReader {
    static let required = ["mass", "x", "y", "z"]
    static let optional = ["name", "type", "charge", "vx", "vy", "vz"]

    let table: DelimitedTable

    /// The mass if there is no column of masses.
    let mass: Double?

    /// The charge if there is no column of charges.
    let charge: Double

    private var problems: [DataFileError.Problem] = []
    private var nameLines: [String: Int] = [:]

    init(table: DelimitedTable, mass: Double?, charge: Double) {
        self.table = table
        self.mass = mass
        self.charge = charge
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

    /// Particles in the same place are neighbours once they are sorted. In each such group the first one that has mass
    /// stands for the reason, so that there are as many problems as particles to move, not as pairs.
    mutating func checkPlaces(of particles: [Particle]) throws(DataFileError) {
        let sorted = particles.indices.sorted { isBefore(particles[$0], particles[$1]) ?? ($0 < $1) }
        var start = 0
        while start < sorted.count {
            let place = particles[sorted[start]].state.position
            let group = sorted[start...].prefix { particles[$0].state.position == place }
            if let first = group.first(where: { particles[$0].mass > 0 }) {
                for other in group where other != first {
                    reportSamePlace(particles, min(first, other), max(first, other))
                }
            }
            start = group.endIndex
        }
        problems.sort { ($0.line ?? 0) < ($1.line ?? 0) }
        try throwProblems()
    }

    /// The order of two particles by their places, or `nil` if these are the same.
    private func isBefore(_ a: Particle, _ b: Particle) -> Bool? {
        for axis in 0..<3 where a.state.position[axis] != b.state.position[axis] {
            return a.state.position[axis] < b.state.position[axis]
        }
        return nil
    }

    private mutating func reportSamePlace(_ particles: [Particle], _ first: Int, _ second: Int) {
        guard let field = field("x", in: table.rows[second]) else { return }
        let called = { (index: Int) in particles[index].name.map { "'\($0)'" } ?? "the particle" }
        // Without the sign of a zero.
        let position = particles[second].state.position + SIMD3(repeating: 0)
        problems.append(
            field.problem(
                "\(called(second)) is in the same place as \(called(first)) in line \(table.rows[first][0].line), "
                    + "(\(position.x), \(position.y), \(position.z)): gravity has no bounds there"))
    }

    private mutating func checkHeader() {
        let known = Self.required + Self.optional
        for field in table.header where !known.contains(field.text) {
            let list = known.joined(separator: ", ")
            problems.append(field.problem("unknown column '\(field.text)': the columns of particles are \(list)"))
        }
        for name in Self.required
        where (name != "mass" || mass == nil) && !table.header.contains(where: { $0.text == name }) {
            problems.append(table.header[0].problem("the column '\(name)' is missing"))
        }
    }

    private mutating func particle(_ row: [DelimitedTable.Field]) -> Particle? {
        let mass = number("mass", in: row)
        let charge = number("charge", in: row)
        let position = vector(["x", "y", "z"], in: row)
        let velocity = vector(["vx", "vy", "vz"], in: row)
        let name = name(in: row)
        let type = type(in: row)
        guard let mass, let charge, let position, let velocity, let type else { return nil }
        return Particle(
            name: name, mass: mass, charge: charge, type: type, position: position, velocity: velocity)
    }

    private mutating func vector(_ names: [String], in row: [DelimitedTable.Field]) -> SIMD3<Double>? {
        let components = names.map { number($0, in: row) }
        guard let x = components[0], let y = components[1], let z = components[2] else { return nil }
        return SIMD3(x, y, z)
    }

    private mutating func number(_ name: String, in row: [DelimitedTable.Field]) -> Double? {
        guard let field = field(name, in: row) else {
            return name == "mass" ? mass : name == "charge" ? charge : 0
        }
        guard let number = field.number(into: &problems) else { return nil }
        if name == "mass", number < 0 {
            problems.append(field.problem("the mass is \(number), but must not be less than 0"))
            return nil
        }
        return number
    }

    private mutating func type(in row: [DelimitedTable.Field]) -> Int? {
        guard let field = field("type", in: row) else { return 0 }
        guard let type = Int32(field.text), type >= 0 else {
            problems.append(field.problem("the type is '\(field.text)', but must be a whole number from 0 on"))
            return nil
        }
        return Int(type)
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
