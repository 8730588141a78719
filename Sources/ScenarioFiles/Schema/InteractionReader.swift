import Particles
import SimulationEngine

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

    enum Kind: String, CaseIterable {
        case gravity
        case lennardJones = "lennard-jones"
        case weeksChandlerAndersen = "weeks-chandler-andersen"
        case softSphere = "soft-sphere"
        case yukawa
        case morse
        case coulomb
        case bonds
        case angles
        case uniformField = "uniform-field"
        case harmonicTrap = "harmonic-trap"
        case drag
        case magneticField = "magnetic-field"
    }

    func read(_ value: Value) -> [any ParticleForce]? {
        guard let items = value.list(of: "interactions", { $0 }) else { return nil }
        let variants = items.map { $0.variant(of: Kind.self) }
        // Bonds come first, wherever they stand: what is excluded from other interactions follows from them.
        var forces: [(any ParticleForce)?] = variants.map { variant in
            variant?.kind == .bonds ? variant.flatMap { BondReader(context: context).readBonds($0.value) } : nil
        }
        let areBondsKnown = zip(variants, forces).allSatisfy { $0.map { $0.kind != .bonds } ?? false || $1 != nil }
        let exclusions = ExclusionReader(bonds: areBondsKnown ? forces.compactMap { $0 }.flatMap(\.bonds) : nil)
        for (index, variant) in variants.enumerated() where forces[index] == nil && variant?.kind != .bonds {
            forces[index] = variant.flatMap { read($0.kind, $0.value, exclusions) }
        }
        let known = forces.compactMap { $0 }
        return known.count == forces.count ? known : nil
    }

    private func read(_ kind: Kind, _ parameters: Value, _ exclusions: ExclusionReader) -> (any ParticleForce)? {
        switch kind {
        case .gravity: GravityReader(threads: threads).read(parameters)
        case .lennardJones: lennardJones(parameters, exclusions)
        case .weeksChandlerAndersen: weeksChandlerAndersen(parameters, exclusions)
        case .softSphere: softSphere(parameters, exclusions)
        case .yukawa: yukawa(parameters, exclusions)
        case .morse: morse(parameters, exclusions)
        case .coulomb: CoulombReader(threads: threads, exclusions: exclusions).read(parameters)
        case .bonds: BondReader(context: context).readBonds(parameters)
        case .angles: BondReader(context: context).readAngles(parameters)
        case .uniformField: FieldReader().uniformField(parameters)
        case .harmonicTrap: FieldReader().harmonicTrap(parameters)
        case .drag: FieldReader().drag(parameters)
        case .magneticField: FieldReader().magneticField(parameters)
        }
    }

    private func lennardJones(_ value: Value, _ exclusions: ExclusionReader) -> (any ParticleForce)? {
        value.section { section in
            let types = types(section)
            let cutoff = cutoff(section)
            let truncation: LennardJones.Truncation? =
                section.optional("truncation").map { $0.choice() } ?? .truncated
            section.noteDefault("truncation", LennardJones.Truncation.truncated.rawValue)
            let hasTails = section.optional("tail-corrections").map { $0.boolean() } ?? false
            section.noteDefault("tail-corrections", "false")
            let listed = listedPairs(section, exclusions)
            guard let types, let cutoff, let truncation, let hasTails, let listed else { return nil }
            let pairs = mixed(types) {
                LennardJones.Pair(epsilon: $0.epsilon, sigma: $0.sigma, cutoff: cutoff, truncation: truncation)
            }
            return force(section, listed) { () throws(PairPotentialError) in
                try LennardJones(pairs, tailCorrections: hasTails)
            }
        }
    }

    private func weeksChandlerAndersen(_ value: Value, _ exclusions: ExclusionReader) -> (any ParticleForce)? {
        value.section { section in
            let types = types(section)
            let listed = listedPairs(section, exclusions)
            guard let types, let listed else { return nil }
            let pairs = mixed(types) { LennardJones.Pair.weeksChandlerAndersen(epsilon: $0.epsilon, sigma: $0.sigma) }
            return force(section, listed) { () throws(PairPotentialError) in try LennardJones(pairs) }
        }
    }

    private func softSphere(_ value: Value, _ exclusions: ExclusionReader) -> (any ParticleForce)? {
        value.section { section in
            let types = types(section)
            let exponent = section.optional("exponent").map { $0.integer(.closed(1...1000)) } ?? 12
            section.noteDefault("exponent", "12")
            let cutoff = section.optional("relative-cutoff").map { $0.number(.positive) } ?? 2.5
            section.noteDefault("relative-cutoff", "2.5")
            let listed = listedPairs(section, exclusions)
            guard let types, let exponent, let cutoff, let listed else { return nil }
            let pairs = PairTable(typeCount: types.count) { a, b in
                EnergyAndLength.lorentzBerthelot(types[a], types[b])
            }
            return force(section, listed) { () throws(PairPotentialError) in
                try SoftSphere(pairs, exponent: exponent, relativeCutoff: cutoff)
            }
        }
    }

    private func yukawa(_ value: Value, _ exclusions: ExclusionReader) -> (any ParticleForce)? {
        value.section { section in
            let strength = section.required("strength", for: "the strength A, an energy times a length")
                .flatMap { $0.number() }
            let screening = section.required("screening", for: "the inverse length over which charges are screened")
                .flatMap { $0.number(.nonNegative) }
            let cutoff = cutoff(section)
            let listed = listedPairs(section, exclusions)
            guard let strength, let screening, let cutoff, let listed else { return nil }
            return force(section, listed) { () throws(PairPotentialError) in
                try Yukawa(PairTable(typeCount: 1) { _, _ in strength }, screening: screening, cutoff: cutoff)
            }
        }
    }

    private func morse(_ value: Value, _ exclusions: ExclusionReader) -> (any ParticleForce)? {
        value.section { section in
            let depth = section.required("depth", for: "the depth of the well").flatMap { $0.number(.nonNegative) }
            let steepness = section.required("steepness", for: "the inverse width of the well")
                .flatMap { $0.number(.positive) }
            let distance = section.required("distance", for: "the distance of the bottom of the well")
                .flatMap { $0.number(.positive) }
            let cutoff = cutoff(section)
            let listed = listedPairs(section, exclusions)
            guard let depth, let steepness, let distance, let cutoff, let listed else { return nil }
            let pair = Morse.Pair(depth: depth, steepness: steepness, distance: distance)
            return force(section, listed) { () throws(PairPotentialError) in
                try Morse(PairTable(typeCount: 1) { _, _ in pair }, cutoff: cutoff)
            }
        }
    }

    // MARK: Parts

    private func cutoff(_ section: Section) -> Double? {
        section.required("cutoff", for: "the distance at which the interaction ends").flatMap { $0.number(.positive) }
    }

    /// ε and σ of each type: under `types`, or once for all particles.
    private func types(_ section: Section) -> [EnergyAndLength]? {
        guard let list = section.optional("types") else {
            section.noteDefault("epsilon", "1")
            section.noteDefault("sigma", "1")
            return energyAndLength(section).map { [$0] }
        }
        for key in ["epsilon", "sigma"] {
            section.optional(key)?.report("'\(key)' stands in each item of 'types', not beside it")
        }
        let types = list.list(.atLeast(1), of: "types") { item in item.section { energyAndLength($0) } }
        return types.flatMap { list.hasMemory(Self.shortage(ofTypes: $0.count)) ? $0 : nil }
    }

    /// The shortage of memory for what is kept of each pair of types, two tables of at least two numbers.
    private static func shortage(ofTypes count: Int) -> MemoryShortage? {
        guard count <= PairPotentialError.greatestTypeCount else { return nil }
        return MemoryShortage(of: "a table of all pairs of \(count) types", bytes: Double(count * count) * 32)
    }

    private func energyAndLength(_ section: Section) -> EnergyAndLength? {
        let epsilon = section.optional("epsilon").map { $0.number(.nonNegative) } ?? 1
        let sigma = section.optional("sigma").map { $0.number(.positive) } ?? 1
        guard let epsilon, let sigma else { return nil }
        return EnergyAndLength(epsilon: epsilon, sigma: sigma)
    }

    private func mixed(
        _ types: [EnergyAndLength], _ pair: (EnergyAndLength) -> LennardJones.Pair
    ) -> PairTable<LennardJones.Pair> {
        PairTable(typeCount: types.count) { a, b in pair(.lorentzBerthelot(types[a], types[b])) }
    }

    /// What the scenario says of the neighbour list.
    private struct ListedPairs {
        let skin: Double?
        let exclusions: Exclusions?
    }

    private func listedPairs(_ section: Section, _ reader: ExclusionReader) -> ListedPairs? {
        let skin = section.optional("skin").map { $0.number(.positive) }
        let exclusions = reader.read(section)
        guard let exclusions else { return nil }
        if case .some(.none) = skin { return nil }
        return ListedPairs(skin: skin ?? nil, exclusions: exclusions.pairs)
    }

    private func force(
        _ section: Section, _ pairs: ListedPairs, _ potential: () throws(PairPotentialError) -> some PairPotential
    ) -> (any ParticleForce)? {
        do throws(PairPotentialError) {
            return try PairForce(
                try potential(), excluding: pairs.exclusions, skin: pairs.skin, threads: threads)
        } catch {
            section.value.report("\(error)")
            return nil
        }
    }
}
