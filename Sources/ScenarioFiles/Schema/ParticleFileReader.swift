import Particles
import SimulationEngine

/// Reads
///
///     file: bodies.csv      a CSV file, or an extended XYZ file, whose name ends in .xyz or .extxyz
///     mass: 1               optional: the mass of particles for which the file has none
///     charge: 0             optional: their charge if the file has none
struct ParticleFileReader {
    let data: DataFiles
    let attractEachOther: Bool

    private static let keyPath = "particles.file"

    func read(_ section: Section) -> ParticleSource.Origin? {
        let massValue = section.optional("mass")
        let chargeValue = section.optional("charge")
        let mass = massValue.map { $0.number(.positive) }
        guard let file = section.required("file", for: "the CSV or extended XYZ file of the particles") else {
            return nil
        }
        let charge = chargeValue.map { $0.number() } ?? 0
        guard let charge else { return nil }
        if case .some(.none) = mass { return nil }
        let isXYZ = [".xyz", ".extxyz"].contains { file.word?.lowercased().hasSuffix($0) == true }
        if isXYZ {
            section.noteDefault("mass", "1")
            return readXYZ(file, mass: (mass ?? nil) ?? 1, charge: charge)
        }
        return data.read(file, at: Self.keyPath) { table throws(DataFileError) in
            let particles =
                attractEachOther
                ? try Particle.particlesInDifferentPlaces(from: table, mass: mass ?? nil, charge: charge)
                : try Particle.particles(from: table, mass: mass ?? nil, charge: charge)
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
