import SimulationEngine

/// Particles, and the box if there is one, from the first frame of a file in the extended XYZ format:
///
///     2
///     Lattice="10 0 0 0 10 0 0 0 10" Properties=species:S:1:pos:R:3:velo:R:3 pbc="T T T"
///     Ar 0 0 0 0.1 0 0
///     Ar 1.1 0 0 -0.1 0 0
///
/// The first line is the number of particles; the second one has pairs of a key and a value; then each particle has a line.
/// `Lattice` has the edges of the box, which must be parallel to the axes; it begins at `Origin`, 0 unless given. It is periodic,
/// or open where `pbc` says `F`. `Properties` names the columns, their kinds and numbers; `species:S:1:pos:R:3` unless given.
///
/// | property | what it is |
/// |---|---|
/// | `pos` | the position, required |
/// | `velo`, `vel`, `velocity`, `velocities` | the velocity, 0 unless given |
/// | `momenta` | the momentum in its place, divided by the mass |
/// | `mass`, `masses` | the mass |
/// | `charge`, `charges`, `initial_charges` | the charge |
/// | `type` | the type, a number from 0 |
/// | `species` | the species; types are numbered in the order in which they appear, unless there is `type` |
/// | `name` | the name |
///
/// Other properties and keys are passed over. Numbers are taken as they are: they must be in the units of the simulation.
///
/// The format is that of the Atomic Simulation Environment: A. Hjorth Larsen et al., Journal of Physics: Condensed Matter 29
/// (2017) 273002, DOI 10.1088/1361-648X/aa680e.
public struct ExtendedXYZ: Equatable, Sendable {
    /// The particles in the order of the file.
    public let particles: [Particle]

    /// The box; `nil` if the file has no `Lattice`.
    public let box: Box?

    /// The species of each type, from type 0 on; none where the file has none, or where a type has several, or there is a type
    /// of which there is no particle.
    public let speciesOfTypes: [String]

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - file: How the file is called in error messages.
    ///   - mass: The mass of particles for which the file has none.
    ///   - charge: The charge of particles for which the file has none.
    /// - Throws: `DataFileError` with all problems of the first line that has any, and of all lines of particles.
    /// - Complexity: O(n) for n bytes.
    public init(
        text: String, named file: String, mass: Double = 1, charge: Double = 0
    ) throws(DataFileError) {
        var reader = ExtendedXYZReader(text: text, file: file, mass: mass, charge: charge)
        (particles, box, speciesOfTypes) = try reader.read()
    }
}

extension ExtendedXYZ {
    /// Where a property of a particle stands, by the names of a table's columns (`mass`, `x`, `type` …): the whole line of the
    /// particle if it has no such column; `nil` if there is no such line.
    package static func place(of property: String, ofParticle particle: Int, in text: String) -> DataFileError.Problem?
    {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        guard lines.indices.contains(particle + 2) else { return nil }
        var problems: [DataFileError.Problem] = []
        let comment = XYZComment(line: lines[1], problems: &problems)
        let words = lines[particle + 2].words
        let column = XYZColumns(comment.entry("Properties"), problems: &problems)?.column(of: property)
        if let column, words.indices.contains(column) { return words[column].problem("", line: particle + 3) }
        return .init(line: particle + 3, column: 1, length: max(1, lines[particle + 2].unicodeScalars.count), "")
    }
}

private struct ExtendedXYZReader {
    private let lines: [Substring]
    private let file: String
    private let mass: Double
    private let charge: Double
    private var problems: [DataFileError.Problem] = []

    init(text: String, file: String, mass: Double, charge: Double) {
        lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        self.file = file
        self.mass = mass
        self.charge = charge
    }

    mutating func read() throws(DataFileError) -> ([Particle], Box?, [String]) {
        let count = readCount()
        try throwProblems()
        let comment = XYZComment(line: lines.count > 1 ? lines[1] : "", problems: &problems)
        try throwProblems()
        let box = readBox(comment)
        let columns = XYZColumns(comment.entry("Properties"), problems: &problems)
        try throwProblems()
        guard let count, let columns else { return ([], box, []) }
        let particles = readParticles(count, columns)
        try throwProblems()
        return (particles, box, columns.species.map { species(of: particles, inColumn: $0) } ?? [])
    }

    private mutating func readCount() -> Int? {
        let words = lines[0].words
        if let word = words.first, words.count == 1, let count = Int(word.text), count >= 1 { return count }
        problems.append(
            .init(
                line: 1, column: words.first?.column ?? 1, length: max(1, words.first?.text.count ?? 1),
                "the first line must be the number of particles, at least 1"))
        return nil
    }

    // MARK: Box

    private mutating func readBox(_ comment: XYZComment) -> Box? {
        guard let lattice = comment.entry("Lattice") else { return nil }
        let edges = lattice.numbers(9, into: &problems)
        let origin = comment.entry("Origin").map { $0.numbers(3, into: &problems) } ?? [0, 0, 0]
        let periods = comment.entry("pbc").map { $0.truths(into: &problems) } ?? [true, true, true]
        guard let edges, let origin, let periods else { return nil }
        guard edges.indices.allSatisfy({ $0 % 4 == 0 || edges[$0] == 0 }) else {
            problems.append(
                lattice.problem(
                    "the edges of the box must be parallel to the axes: only the first, fifth and last number may differ from 0"
                ))
            return nil
        }
        let axes = (0..<3).map { axis in
            periods[axis] ? Box.Axis.periodic(origin[axis], origin[axis] + edges[4 * axis]) : .open
        }
        do throws(BoxError) { return try Box(axes) } catch { problems.append(lattice.problem("\(error)")) }
        return nil
    }

    // MARK: Particles

    private mutating func readParticles(_ count: Int, _ columns: XYZColumns) -> [Particle] {
        var particles: [Particle] = []
        var species: [Substring: Int] = [:]
        for number in 0..<count {
            let line = number + 2
            guard line < lines.count, !(line == lines.count - 1 && lines[line].isEmpty) else {
                problems.append(
                    .init(
                        line: max(1, lines.count), column: 1, length: 1,
                        "the file ends after \(number) of \(count) particles"))
                return particles
            }
            let words = lines[line].words
            guard words.count == columns.count else {
                problems.append(
                    .init(
                        line: line + 1, column: 1, length: max(1, lines[line].count),
                        "the line has \(words.count) columns, but there must be \(columns.count)"))
                continue
            }
            if let particle = particle(words, line: line + 1, columns, &species) { particles.append(particle) }
        }
        return particles
    }

    private mutating func particle(
        _ words: [XYZWord], line: Int, _ columns: XYZColumns, _ species: inout [Substring: Int]
    ) -> Particle? {
        let position = vector(words, from: columns.position, line)
        let velocity = columns.velocity.map { vector(words, from: $0, line) } ?? .zero
        let mass = columns.mass.map { number(words[$0], line) } ?? self.mass
        let charge = columns.charge.map { number(words[$0], line) } ?? self.charge
        let type =
            columns.type.map { self.type(words[$0], line) } ?? columns.species.map { column in
                if let known = species[words[column].text] { return known }
                species[words[column].text] = species.count
                return species.count - 1
            } ?? 0
        guard let position, var velocity, let mass, let charge, let type else { return nil }
        guard mass >= 0, mass > 0 || !columns.hasMomenta else {
            problems.append(
                words[columns.mass ?? 0].problem("the mass is \(mass), but must not be less than 0", line: line))
            return nil
        }
        if columns.hasMomenta { velocity /= mass }
        return Particle(
            name: columns.name.map { String(words[$0].text) }, mass: mass, charge: charge, type: type,
            position: position, velocity: velocity)
    }

    /// The species of each type, if each type is one.
    private func species(of particles: [Particle], inColumn column: Int) -> [String] {
        var species: [Int: Substring] = [:]
        for (number, particle) in particles.enumerated() {
            let word = lines[number + 2].words[column].text
            guard species.updateValue(word, forKey: particle.type) ?? word == word else { return [] }
        }
        let names = (0..<species.count).compactMap { species[$0].map(String.init) }
        return names.count == species.count ? names : []
    }

    private mutating func vector(_ words: [XYZWord], from first: Int, _ line: Int) -> SIMD3<Double>? {
        let components = (first..<first + 3).map { number(words[$0], line) }
        guard let x = components[0], let y = components[1], let z = components[2] else { return nil }
        return SIMD3(x, y, z)
    }

    private mutating func number(_ word: XYZWord, _ line: Int) -> Double? {
        if let number = Double(word.text), number.isFinite { return number }
        problems.append(word.problem("'\(word.text)' is not a finite number", line: line))
        return nil
    }

    private mutating func type(_ word: XYZWord, _ line: Int) -> Int? {
        if let type = Int32(word.text), type >= 0 { return Int(type) }
        problems.append(
            word.problem("the type is '\(word.text)', but must be a whole number from 0 on", line: line))
        return nil
    }

    private func throwProblems() throws(DataFileError) {
        guard problems.isEmpty else { throw DataFileError(file: file, problems: problems) }
    }
}
