import Particles

/// Reads
///
///     coulomb: {constant: …}                                     between all charges, in a box that is not periodic
///     coulomb: {method: ewald, accuracy: …, cutoff: …}           with all images in a periodic box
///     coulomb: {method: ewald, damping: …, cutoff: …, wave-cutoff: …}    with a splitting of one's own
///     coulomb: {damping: …, cutoff: …}                           damped and cut off, in any box
///
/// The accuracy is 1e-5 unless given. The method is `ewald`, `damped-shifted` or `direct`; the last two need not be named.
/// Where there are neighbour lists, `skin` may say how thick theirs is. All may have `exclude`: see ``ExclusionReader``.
struct CoulombReader {
    let threads: Int
    let exclusions: ExclusionReader

    private enum Method: String, CaseIterable {
        case direct
        case dampedShifted = "damped-shifted"
        case ewald
    }

    func read(_ value: Value) -> (any ParticleForce)? {
        value.section { section in
            let constant = section.optional("constant").map { $0.number() } ?? 1
            section.noteDefault("constant", "1")
            let excluded = exclusions.read(section)
            let isDamped = ["damping", "cutoff", "skin"].contains(where: section.keys.contains)
            let method: Method? =
                section.optional("method").map { $0.choice() } ?? (isDamped ? .dampedShifted : .direct)
            guard let method else {
                for key in ["damping", "cutoff", "skin", "accuracy", "wave-cutoff"] { _ = section.optional(key) }
                return nil
            }
            switch method {
            case .direct:
                guard let constant, let excluded else { return nil }
                return report(to: section) {
                    try CoulombForce(constant: constant, excluding: excluded.pairs, threads: threads)
                }
            case .dampedShifted: return dampedShifted(section, constant, excluded)
            case .ewald: return ewald(section, constant, excluded)
            }
        }
    }

    private func dampedShifted(
        _ section: Section, _ constant: Double?, _ excluded: ExclusionReader.Reading?
    ) -> (any ParticleForce)? {
        let damping = section.required("damping", for: "the inverse length over which charges are damped")
            .flatMap { $0.number(.nonNegative) }
        let cutoff = section.required("cutoff", for: "the distance at which the interaction ends")
            .flatMap { $0.number(.positive) }
        let skin = positive("skin", section)
        guard let constant, let damping, let cutoff, let excluded, let skin else { return nil }
        return report(to: section) {
            let potential = try DampedShiftedCoulomb(constant: constant, damping: damping, cutoff: cutoff)
            return try PairForce(potential, excluding: excluded.pairs, skin: skin, threads: threads)
        }
    }

    private func ewald(
        _ section: Section, _ constant: Double?, _ excluded: ExclusionReader.Reading?
    ) -> (any ParticleForce)? {
        let splitting =
            section.keys.contains("damping") || section.keys.contains("wave-cutoff")
            ? ownSplitting(section) : splitting(section)
        let skin = positive("skin", section)
        guard let constant, let excluded, let splitting, let skin else { return nil }
        return report(to: section) {
            try EwaldSum(splitting, constant: constant, excluding: excluded.pairs, skin: skin, threads: threads)
        }
    }

    private func splitting(_ section: Section) -> EwaldSum.Splitting? {
        let accuracy = section.optional("accuracy").map { $0.number(.closed(1e-14...0.1)) } ?? 1e-5
        section.noteDefault("accuracy", "1e-5")
        guard let accuracy, let cutoff = positive("cutoff", section) else { return nil }
        return .accuracy(accuracy, cutoff: cutoff)
    }

    private func ownSplitting(_ section: Section) -> EwaldSum.Splitting? {
        if let accuracy = section.optional("accuracy") {
            accuracy.report("'accuracy' chooses the splitting, which 'damping' and 'wave-cutoff' give already")
            for key in ["damping", "cutoff", "wave-cutoff"] { _ = section.optional(key) }
            return nil
        }
        let damping = section.required("damping", for: "the inverse length at which the sum is split")
            .flatMap { $0.number(.positive) }
        let cutoff = section.required("cutoff", for: "the distance up to which pairs are summed up")
            .flatMap { $0.number(.positive) }
        let waveCutoff = section.required("wave-cutoff", for: "the magnitude up to which wave vectors are summed over")
            .flatMap { $0.number(.positive) }
        guard let damping, let cutoff, let waveCutoff else { return nil }
        return .parameters(EwaldParameters(damping: damping, cutoff: cutoff, waveCutoff: waveCutoff))
    }

    /// A number that need not stand there; `nil` if it is wrong, which is reported.
    private func positive(_ key: String, _ section: Section) -> Double?? {
        guard let value = section.optional(key) else { return .some(nil) }
        return value.number(.positive).map { .some($0) }
    }

    private func report(to section: Section, _ make: () throws -> any ParticleForce) -> (any ParticleForce)? {
        do { return try make() } catch {
            section.value.report("\(error)")
            return nil
        }
    }
}
