import Descriptions
import Particles

/// Reads the block `interactions`, a list of which each item names one of `Interactions`, `coulomb` with one of its ways to sum
/// up Coulomb's law, `bonds` or `angles`. Interactions of pairs, Coulomb's among them, may leave out bonded particles.
struct InteractionReader {
    let context: InteractionContext

    private static let method = ParameterDescription(
        "method", "how Coulomb's law is summed up", .choice(Interactions.ofCharges.map(\.description.name)),
        .derived("damped-shifted where there is a cutoff, else direct,"))
    private static let coulombKeys = [method, ExclusionKeys.exclude]

    static let names =
        (Interactions.ofPairs + Interactions.others).map(\.description.name) + ["coulomb", "bonds", "angles"]

    func read(_ value: Value) -> [any ParticleForce]? {
        guard let items = value.list(of: "interactions", { $0 }) else { return nil }
        let variants = items.map { $0.variant(of: Self.names) }
        let isOfBonds = variants.map { $0?.name == "bonds" }
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
        switch name {
        case "coulomb": parameters.section(of: Self.coulombKeys) { coulomb($0, exclusions) }
        case "angles": BondReader(context: context).readAngles(parameters)
        default:
            if let component = Interactions.ofPairs[name] {
                parameters.section(of: [ExclusionKeys.exclude]) { ofPairs(component, $0, exclusions) }
            } else {
                Interactions.others[name].flatMap { other($0, parameters) }
            }
        }
    }

    /// Gravity, or what acts from outside.
    func other(_ component: ForceComponent, _ parameters: Value) -> (any ParticleForce)? {
        parameters.section { section in
            section.make(component, in: ParameterContext(dimensions: context.dimensions)) {
                try $0(ForceOptions(dimensions: context.dimensions ?? 3, threads: context.threads))
            }
        }
    }

    private func ofPairs(
        _ component: ForceComponent, _ section: Section, _ reader: ExclusionReader
    ) -> (any ParticleForce)? {
        let exclusions = reader.read(section)
        return section.make(component) { make in
            try exclusions.map { try make(ForceOptions(exclusions: $0.pairs, threads: context.threads)) }
        }
    }

    /// Coulomb's law: damped if it has a cutoff, else summed up over all pairs, unless a method is given.
    private func coulomb(_ section: Section, _ exclusions: ExclusionReader) -> (any ParticleForce)? {
        let isDamped = ["damping", "cutoff", "skin"].contains(where: section.keys.contains)
        let name =
            section.read(Self.method, else: isDamped ? "damped-shifted" : "direct") {
                $0.choice(of: Interactions.ofCharges.map(\.description.name))
            }
        guard let name, let component = Interactions.ofCharges[name] else {
            section.describe(by: Interactions.ofCharges.flatMap(\.description.parameters))
            _ = exclusions.read(section)
            return nil
        }
        return ofPairs(component, section, exclusions)
    }
}
