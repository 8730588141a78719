extension ParticleSystem {
    /// The problems of certain particles of which no system can be made: those found when particles that are wrong are left out
    /// one after the other, with their numbers among all. Forces between certain particles, such as bonds, are asked only once.
    ///
    /// - Parameters:
    ///   - first: The problem found with all.
    ///   - particles: The particles.
    ///   - box: Their room.
    ///   - forces: The forces.
    ///   - limit: How many problems are looked for.
    /// - Returns: The problems, the first one first.
    /// - Complexity: That of making so many systems.
    package static func problems(
        startingWith first: ParticleError, of particles: [Particle], in box: Box, forces: [any ParticleForce],
        limit: Int
    ) -> [ParticleError] {
        var problems = [first]
        var rest = Array(particles.indices)
        let forces = forces.filter { !$0.concernsCertainParticles }
        while problems.count < limit, let culprit = problems.last?.culprit {
            rest.removeAll { $0 == culprit }
            do throws(ParticleError) {
                _ = try ParticleSystem(rest.map { particles[$0] }, in: box, forces: forces)
                return problems
            } catch {
                // An error that is about no particle has other reasons, such as that none is left.
                guard error.culprit != nil else { return problems }
                problems.append(error.renumbered { rest[$0] })
            }
        }
        return problems
    }
}

extension ParticleError {
    /// The particle that is wrong, of two the later one.
    package var culprit: Int? {
        switch self {
        case .invalidMass(_, let particle), .invalidCharge(_, let particle), .invalidState(let particle),
            .missingName(let particle), .invalidType(_, let particle), .unknownType(_, let particle, _),
            .behindWall(let particle, _), .outsideOfPlane(let particle), .pairForceWithoutMass(let particle):
            particle
        case .overlap(_, let second, _, _), .interactionNotFinite(_, let second, _, _): second
        case .bond(.noMass(let particle)), .field(.noMass(let particle)): particle
        case .bond(.samePlace(let bond)), .bond(.tooLong(let bond, _, _)), .bond(.notFinite(let bond, _, _)):
            bond.second
        default: nil
        }
    }
}
