import Particles
import SimulationEngine

/// Reads particles from a file, with the mass of those for which it has none and their charge if it has none.
struct ParticleFileReader {
    let data: DataFiles
    let attractEachOther: Bool

    private static let keyPath = "particles.file"

    func read(_ section: Section) -> ParticleSource.Origin? {
        let givenMass = section.optional(ParticleKeys.mass.description.name)
        let charge = section.read(ParticleKeys.charge, else: 0) { $0.number() }
        let file = section.required(ParticleKeys.file.name, for: "the CSV or extended XYZ file of the particles")
        let isXYZ = [".xyz", ".extxyz"].contains { file?.word?.lowercased().hasSuffix($0) == true }
        let mass = section.value(of: ParticleKeys.mass, notingDefault: isXYZ)
        guard let file, let charge, let mass else { return nil }
        if isXYZ { return readXYZ(file, mass: mass, charge: charge) }
        let massOfOthers = givenMass.map { _ in mass }
        return data.read(file, at: Self.keyPath) { table throws(DataFileError) in
            let particles =
                attractEachOther
                ? try Particle.particlesInDifferentPlaces(from: table, mass: massOfOthers, charge: charge)
                : try Particle.particles(from: table, mass: massOfOthers, charge: charge)
            return .file(
                particles, box: nil, ParticleFile(value: file, path: table.file, isXYZ: false, data: data),
                speciesOfTypes: [])
        }
    }

    private func readXYZ(_ file: Value, mass: Double, charge: Double) -> ParticleSource.Origin? {
        let known = data.readText(file, at: Self.keyPath) { text, name throws(DataFileError) in
            (contents: try ExtendedXYZ(text: text, named: name, mass: mass, charge: charge), path: name)
        }
        guard let (contents, path) = known else { return nil }
        let source = ParticleFile(value: file, path: path, isXYZ: true, data: data)
        if attractEachOther, case let pairs = contents.particlesInOnePlace, !pairs.isEmpty {
            _ = source.report(pairs.map { .overlap($0.first, $0.second, distance: 0, least: 0) })
            return nil
        }
        return .file(contents.particles, box: contents.box, source, speciesOfTypes: contents.speciesOfTypes)
    }
}

extension ExtendedXYZ {
    /// Particles in the place of another one of which one has mass, so that gravity has no bounds there.
    fileprivate var particlesInOnePlace: [(first: Int, second: Int)] {
        var known: [SIMD3<Double>: Int] = [:]
        var pairs: [(first: Int, second: Int)] = []
        for (index, particle) in particles.enumerated() {
            let other = known[particle.state.position]
            if let other, particles[other].mass > 0 || particle.mass > 0 { pairs.append((other, index)) }
            if other == nil || particle.mass > 0 { known[particle.state.position] = index }
        }
        return pairs
    }
}

extension Box {
    /// The box as scenarios write it.
    var yaml: String {
        let names = ["x", "y", "z"]
        let parts = (0..<dimensions).map { axis in
            switch axes[axis] {
            case .open: "\(names[axis]): open"
            case .periodic(let lower, let upper): "\(names[axis]): {periodic: [\(lower), \(upper)]}"
            case .reflecting(let lower, let upper): "\(names[axis]): {reflecting: [\(lower), \(upper)]}"
            }
        }
        return "{\(parts.joined(separator: ", "))}"
    }
}
