extension FirstPassageScan {
    /// Looks for awaited nodes that were and are below the level, and could have reached it between.
    ///
    /// - Parameter slopes: The rates of change of all nodes at both ends of the step, if they are known.
    func findNear(_ slopes: StepSlopes?) {
        guard times.count > 1 else { return }
        let known = times.count
        for block in awaited.indices {
            let candidates = awaited[block] & below[block]
            guard candidates != .zero else { continue }
            let near = candidates & (slopes.map { nearWords(of: block, $0) } ?? nearWords(of: block))
            forEachNode(of: near, in: block) { position in
                let finding = finding(at: position, known)
                if finding.distances[1] < 0, finding.distances[0] < 0 { self.near.append(finding) }
            }
        }
    }

    /// Which nodes of a block are not farther from the level than they move in two steps.
    private func nearWords(of block: Int) -> Words {
        let before = times.count > 2 ? 2 : 1
        let slots = (slot(stepsAgo: 0, of: block), slot(stepsAgo: 1, of: block), slot(stepsAgo: before, of: block))
        let pointers = (UnsafeRawPointer(slots.0), UnsafeRawPointer(slots.1), UnsafeRawPointer(slots.2))
        let sign = Words(repeating: 1 << 63)
        var words = Words.zero
        for row in 0..<UInt64.bitWidth {
            let start = row * MemoryLayout<Row>.stride
            let end = pointers.0.loadUnaligned(fromByteOffset: start, as: Row.self)
            let begin = pointers.1.loadUnaligned(fromByteOffset: start, as: Row.self)
            let earlier = pointers.2.loadUnaligned(fromByteOffset: start, as: Row.self)
            let reach = 2 * (Self.magnitude(end - begin) + Self.magnitude(begin - earlier))
            // Negative distances. The nearer one of both ends counts: what is less than 0 of either has its sign.
            let rests = (unsafeBitCast(-end - reach, to: Words.self), unsafeBitCast(-begin - reach, to: Words.self))
            words = words &>> 1 | (rests.0 | rests.1) & sign
        }
        return words
    }

    /// Which nodes of a block may reach the level by the cubic polynomials through the values and slopes at both ends of the step, as
    /// the coefficients of their Bernstein form tell (`StepCourse`), or by a quarter of what these vary in all.
    private func nearWords(of block: Int, _ slopes: StepSlopes) -> Words {
        let first = block * Self.blockLength
        let count = min(Self.blockLength, nodes.count - first)
        if areConsecutive, count == Self.blockLength {
            return nearWords(of: block, starts: slopes.start + nodes[first], ends: slopes.end + nodes[first])
        }
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * Self.blockLength) { copies in
            copies.initialize(repeating: 0)
            for index in 0..<count {
                copies[index] = slopes.start[nodes[first + index]]
                copies[Self.blockLength + index] = slopes.end[nodes[first + index]]
            }
            // There is memory.
            let starts = UnsafePointer(copies.baseAddress.unsafelyUnwrapped)
            return nearWords(of: block, starts: starts, ends: starts + Self.blockLength)
        }
    }

    private func nearWords(of block: Int, starts: UnsafePointer<Double>, ends: UnsafePointer<Double>) -> Words {
        let slots = (slot(stepsAgo: 0, of: block), slot(stepsAgo: 1, of: block))
        let pointers = (UnsafeRawPointer(slots.0), UnsafeRawPointer(slots.1))
        let slopes = (UnsafeRawPointer(starts), UnsafeRawPointer(ends))
        let quarter = Row(repeating: factor * (times[0] - times[1]) / 4)
        let sign = Words(repeating: 1 << 63)
        var words = Words.zero
        for row in 0..<UInt64.bitWidth {
            let offset = row * MemoryLayout<Row>.stride
            let end = pointers.0.loadUnaligned(fromByteOffset: offset, as: Row.self)
            let begin = pointers.1.loadUnaligned(fromByteOffset: offset, as: Row.self)
            let first = quarter * slopes.0.loadUnaligned(fromByteOffset: offset, as: Row.self)
            let last = quarter * slopes.1.loadUnaligned(fromByteOffset: offset, as: Row.self)
            let middle = 0.5 * (begin + end) + (2.0 / 3) * (first - last)
            let (early, late) = (begin + first, end - last)
            let variation =
                Self.magnitude(first) + Self.magnitude(middle - early) + Self.magnitude(late - middle)
                + Self.magnitude(last)
            let margin = 0.25 * variation
            let rests = (
                unsafeBitCast(-early - margin, to: Words.self), unsafeBitCast(-middle - margin, to: Words.self),
                unsafeBitCast(-late - margin, to: Words.self)
            )
            // Negative if the coefficient, or what it may be, is not.
            words = words &>> 1 | (rests.0 | rests.1 | rests.2) & sign
        }
        return words
    }

    private static func magnitude(_ row: Row) -> Row {
        unsafeBitCast(unsafeBitCast(row, to: Words.self) & Words(repeating: ~(1 << 63)), to: Row.self)
    }
}
