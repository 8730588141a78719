import SimulationEngine

extension NeighbourList {
    /// Moves the points to where the particles are, and builds the list anew if one of them has moved too far.
    ///
    /// - Returns: True if that was possible: positions must be finite, and not absurdly large.
    func follow(_ particles: ParticleColumns) -> Bool {
        if move(to: particles) { return true }
        return build(particles)
    }

    /// Moves the points to where the particles are.
    ///
    /// - Returns: True if the list is still complete. If not, where the points are means nothing.
    func move(to particles: ParticleColumns) -> Bool {
        guard isBuilt, particles.count == rowCount else { return false }
        let count = rowCount
        let runCount = ThreadTeam.runCount(of: count)
        hasMoved.reserve(runCount)
        let (built, offsets, slots) = (builtAt.start, offsets.start, slotOfParticle.start)
        let (points, hasMoved, leeway) = (pointMemory.start, hasMoved.start, squaredLeeway)
        let (x, y, z) = (particles.x, particles.y, particles.z)
        team.forEachRun(of: count) { range in
            var isTooFar = false
            for i in range {
                let dx = x[i] - built[i]
                let dy = y[i] - built[count + i]
                let dz = z[i] - built[2 * count + i]
                // So that what is not a number is too far, too.
                if !(dx * dx + dy * dy + dz * dz <= leeway) { isTooFar = true }
                let point = points + 4 * Int(slots[i])
                point[0] = x[i] + offsets[i]
                point[1] = y[i] + offsets[count + i]
                point[2] = z[i] + offsets[2 * count + i]
            }
            hasMoved[range.lowerBound / ThreadTeam.runLength] = isTooFar
        }
        for run in 0..<runCount where hasMoved[run] { return false }
        moveImages()
        return true
    }

    /// Tests if the points are where the particles are.
    func isAt(_ particles: ParticleColumns) -> Bool {
        guard isBuilt, particles.count == rowCount else { return false }
        let count = rowCount
        let (offsets, slots, points) = (offsets.start, slotOfParticle.start, pointMemory.start)
        for i in 0..<count {
            let point = points + 4 * Int(slots[i])
            guard point[0] == particles.x[i] + offsets[i], point[1] == particles.y[i] + offsets[count + i],
                point[2] == particles.z[i] + offsets[2 * count + i]
            else { return false }
        }
        return true
    }

    /// Tests if the list was built where the particles are.
    func wasBuilt(at particles: ParticleColumns) -> Bool {
        guard isBuilt, particles.count == rowCount else { return false }
        let (count, built) = (rowCount, builtAt.start)
        return (0..<count).allSatisfy {
            built[$0] == particles.x[$0] && built[count + $0] == particles.y[$0]
                && built[2 * count + $0] == particles.z[$0]
        }
    }

    private func moveImages() {
        let (particles, imageSlots, codes) = (imageParticles.start, imageSlots.start, imageShifts.start)
        let (slots, points) = (slotOfParticle.start, pointMemory.start)
        shifts.withUnsafeBufferPointer { shifts in
            let shifts = shifts.baseAddress.unsafelyUnwrapped
            team.forEachRun(of: imageCount) { range in
                for image in range {
                    let origin = points + 4 * Int(slots[Int(particles[image])])
                    let point = points + 4 * Int(imageSlots[image])
                    let shift = shifts[Int(codes[image])]
                    point[0] = origin[0] + shift.x
                    point[1] = origin[1] + shift.y
                    point[2] = origin[2] + shift.z
                }
            }
        }
    }
}
