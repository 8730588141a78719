import Particles

/// Reads the block
///
///     interactions:
///       - lennard-jones: {epsilon: …, sigma: …, cutoff: …, truncation: …, tail-corrections: …, skin: …}
///       - weeks-chandler-andersen: {epsilon: …, sigma: …, skin: …}
///       - soft-sphere: {epsilon: …, sigma: …, exponent: …, relative-cutoff: …, skin: …}
///       - yukawa: {strength: …, screening: …, cutoff: …, skin: …}
///       - morse: {depth: …, steepness: …, distance: …, cutoff: …, skin: …}
///       - coulomb: {constant: …, method: …}   see ``CoulombReader``
///       - gravity: {constant: …, softening: …, opening-angle: …}
///       - bonds: {…}                          see ``BondReader``
///       - angles: {…}
///       - uniform-field: {…}                  see ``FieldReader``
///       - harmonic-trap: {…}
///       - drag: {…}
///       - magnetic-field: {…}
///
/// Interactions of pairs, Coulomb's among them, may have `exclude`: see ``ExclusionReader``.
///
/// Yukawa's and Morse's are interactions of one type of particles. Where there are several types of particles, `types` has an item `{epsilon: …, sigma: …}` for each, in their order,
/// and unlike particles are mixed by the rules of Lorentz and Berthelot.
struct InteractionReader {
    let context: InteractionContext

    private var threads: Int { context.threads }

    /// Interactions besides those of ``PairPotentials``.
    private enum Other: String, CaseIterable {
        case gravity
        case coulomb
        case bonds
        case angles
        case uniformField = "uniform-field"
        case harmonicTrap = "harmonic-trap"
        case drag
        case magneticField = "magnetic-field"
    }

    static let names = PairPotentials.all.map(\.description.name) + Other.allCases.map(\.rawValue)

    func read(_ value: Value) -> [any ParticleForce]? {
        guard let items = value.list(of: "interactions", { $0 }) else { return nil }
        let variants = items.map { $0.variant(of: Self.names) }
        let isOfBonds = variants.map { $0?.name == Other.bonds.rawValue }
        // Bonds come first, wherever they stand: what is excluded from other interactions follows from them.
        var forces: [(any ParticleForce)?] = zip(variants, isOfBonds).map { variant, isOfBonds in
            isOfBonds ? variant.flatMap { BondReader(context: context).readBonds($0.value) } : nil
        }
        let areBondsKnown = variants.indices.allSatisfy {
            variants[$0] != nil && (!isOfBonds[$0] || forces[$0] != nil)
        }
        let exclusions = ExclusionReader(bonds: areBondsKnown ? forces.compactMap { $0 }.flatMap(\.bonds) : nil)
        for (index, variant) in variants.enumerated() where !isOfBonds[index] {
            forces[index] = variant.flatMap { read($0.name, $0.value, exclusions) }
        }
        let known = forces.compactMap { $0 }
        return known.count == forces.count ? known : nil
    }

    private func read(_ name: String, _ parameters: Value, _ exclusions: ExclusionReader) -> (any ParticleForce)? {
        if let component = PairPotentials.all.first(where: { $0.description.name == name }) {
            return parameters.section { pairForce(component, $0, exclusions) }
        }
        return switch Other(rawValue: name) {
        case .gravity: GravityReader(threads: threads).read(parameters)
        case .coulomb: CoulombReader(threads: threads, exclusions: exclusions).read(parameters)
        case .bonds: BondReader(context: context).readBonds(parameters)
        case .angles: BondReader(context: context).readAngles(parameters)
        case .uniformField: FieldReader().uniformField(parameters)
        case .harmonicTrap: FieldReader().harmonicTrap(parameters)
        case .drag: FieldReader().drag(parameters)
        case .magneticField: FieldReader().magneticField(parameters)
        case nil: nil
        }
    }

    private func pairForce(
        _ component: PairForceComponent, _ section: Section, _ reader: ExclusionReader
    ) -> (any ParticleForce)? {
        let make = section.make(component)
        let skin = section.optional("skin").map { $0.number(.positive) }
        let exclusions = reader.read(section)
        guard let make, let exclusions, skin != .some(.none) else { return nil }
        do {
            return try make(
                PairForceOptions(exclusions: exclusions.pairs, skin: skin ?? nil, threads: context.threads))
        } catch {
            section.value.report("\(error)")
            return nil
        }
    }
}
