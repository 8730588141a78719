import Particles

/// Reads
///
///     gravity: {constant: …, softening: …, opening-angle: …}
///
/// by a sum over all pairs, or by a tree if there is an opening angle.
struct GravityReader {
    let threads: Int

    func read(_ value: Value) -> (any ParticleForce)? {
        value.section { section in
            let constant = section.required("constant", for: "the gravitational constant G").flatMap { $0.number() }
            let softening = section.optional("softening").map { $0.number(.nonNegative) } ?? 0
            guard let angle = section.optional("opening-angle") else {
                guard let constant, let softening else { return nil }
                return try? NewtonianGravity(constant: constant, softening: softening, threads: threads)
            }
            guard let constant, let softening, let openingAngle = angle.number(.positive) else { return nil }
            do throws(ParticleError) {
                return try TreeGravity(
                    constant: constant, softening: softening, openingAngle: openingAngle, threads: threads)
            } catch {
                angle.report("\(error)")
                return nil
            }
        }
    }
}
