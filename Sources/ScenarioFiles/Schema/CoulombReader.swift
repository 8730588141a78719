import Particles

/// Reads
///
///     coulomb: {constant: …}                                     between all charges, in a box that is not periodic
///     coulomb: {constant: …, damping: …, cutoff: …, skin: …}     damped and cut off, as periodic boxes need it
struct CoulombReader {
    let threads: Int

    func read(_ value: Value) -> (any ParticleForce)? {
        value.section { section in
            let constant = section.optional("constant").map { $0.number() } ?? 1
            section.noteDefault("constant", "1")
            guard ["damping", "cutoff", "skin"].contains(where: section.keys.contains) else {
                guard let constant else { return nil }
                return report(to: section) { try CoulombForce(constant: constant, threads: threads) }
            }
            let damping = section.required("damping", for: "the inverse length over which charges are damped")
                .flatMap { $0.number(.nonNegative) }
            let cutoff = section.required("cutoff", for: "the distance at which the interaction ends")
                .flatMap { $0.number(.positive) }
            let skin = section.optional("skin").map { $0.number(.positive) }
            guard let constant, let damping, let cutoff else { return nil }
            if case .some(.none) = skin { return nil }
            return report(to: section) {
                let potential = try DampedShiftedCoulomb(constant: constant, damping: damping, cutoff: cutoff)
                return try PairForce(potential, skin: skin ?? nil, threads: threads)
            }
        }
    }

    private func report(to section: Section, _ make: () throws -> any ParticleForce) -> (any ParticleForce)? {
        do { return try make() } catch {
            section.value.report("\(error)")
            return nil
        }
    }
}
