import Particles

/// Reads the block
///
///     interactions:
///       - lennard-jones: {epsilon: …, sigma: …, cutoff: …, truncation: …, tail-corrections: …, skin: …}
///       - weeks-chandler-andersen: {epsilon: …, sigma: …, skin: …}
///       - gravity: {constant: …}
///
/// Where there are several types of particles, `types` has an item `{epsilon: …, sigma: …}` for each, in their order,
/// and unlike particles are mixed by the rules of Lorentz and Berthelot.
struct InteractionReader {
    let threads: Int

    private enum Kind: String, CaseIterable {
        case gravity
        case lennardJones = "lennard-jones"
        case weeksChandlerAndersen = "weeks-chandler-andersen"
    }

    func read(_ value: Value) -> [any ParticleForce]? {
        value.list(of: "interactions") { item in
            guard let (kind, parameters) = item.variant(of: Kind.self) else { return nil }
            return switch kind {
            case .gravity: Self.gravity(parameters)
            case .lennardJones: lennardJones(parameters)
            case .weeksChandlerAndersen: weeksChandlerAndersen(parameters)
            }
        }
    }

    static func gravity(_ value: Value) -> NewtonianGravity? {
        value.section { section in
            section.required("constant", for: "the gravitational constant G").flatMap { $0.number() }
                .flatMap { try? NewtonianGravity(constant: $0) }
        }
    }

    private func lennardJones(_ value: Value) -> (any ParticleForce)? {
        value.section { section in
            let types = types(section)
            let cutoff = section.required("cutoff", for: "the distance at which the interaction ends")
                .flatMap { $0.number(.positive) }
            let truncation: LennardJones.Truncation? =
                section.optional("truncation").map { $0.choice() } ?? .truncated
            section.noteDefault("truncation", LennardJones.Truncation.truncated.rawValue)
            let hasTails = section.optional("tail-corrections").map { $0.boolean() } ?? false
            section.noteDefault("tail-corrections", "false")
            let skin = skin(section)
            guard let types, let cutoff, let truncation, let hasTails, let skin else { return nil }
            let pairs = mixed(types) {
                LennardJones.Pair(epsilon: $0.epsilon, sigma: $0.sigma, cutoff: cutoff, truncation: truncation)
            }
            return force(section, skin) { () throws(PairPotentialError) in
                try LennardJones(pairs, tailCorrections: hasTails)
            }
        }
    }

    private func weeksChandlerAndersen(_ value: Value) -> (any ParticleForce)? {
        value.section { section in
            let types = types(section)
            let skin = skin(section)
            guard let types, let skin else { return nil }
            let pairs = mixed(types) { LennardJones.Pair.weeksChandlerAndersen(epsilon: $0.epsilon, sigma: $0.sigma) }
            return force(section, skin) { () throws(PairPotentialError) in try LennardJones(pairs) }
        }
    }

    // MARK: Parts

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
        return list.list(.atLeast(1), of: "types") { item in item.section { energyAndLength($0) } }
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

    /// What the scenario says of the thickness of the skin.
    private enum Skin {
        case unsaid
        case said(Double)

        var thickness: Double? {
            if case .said(let thickness) = self { thickness } else { nil }
        }
    }

    private func skin(_ section: Section) -> Skin? {
        guard let value = section.optional("skin") else { return .unsaid }
        return value.number(.positive).map { .said($0) }
    }

    private func force(
        _ section: Section, _ skin: Skin, _ potential: () throws(PairPotentialError) -> LennardJones
    ) -> (any ParticleForce)? {
        do throws(PairPotentialError) {
            return try PairForce(try potential(), skin: skin.thickness, threads: threads)
        } catch {
            section.value.report("\(error)")
            return nil
        }
    }
}
