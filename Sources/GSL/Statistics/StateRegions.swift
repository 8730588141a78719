import CGSL

// The state that decides how statistics go on, as regions of memory, for checkpoints. GSL publishes the structures in its
// headers. Gaps between the members of a structure are left out, since what stands in them is anything.

extension Histogram {
    /// Calls a closure with each region of memory in which the state lies.
    package func forEachStateRegion<Failure>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let counts = UnsafeMutableBufferPointer(start: histogram.pointee.bin, count: binCount)
        try body(UnsafeMutableRawBufferPointer(counts))
        try withUnsafeMutableBytes(of: &underflow, body)
        try withUnsafeMutableBytes(of: &overflow, body)
        try withUnsafeMutableBytes(of: &notANumberCount, body)
    }

    /// True if the state is one that numbers can lead to.
    package var isPossible: Bool {
        UnsafeBufferPointer(start: histogram.pointee.bin, count: binCount).allSatisfy(isCount)
            && [underflow, overflow, notANumberCount].allSatisfy(possibleCounts.contains)
    }
}

extension RunningStatistics {
    /// Calls a closure with each region of memory in which the state lies, but for those of GSL's that nobody can ask for.
    package func forEachStateRegion<Failure>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try withUnsafeMutableBytes(of: &origin, body)
        try withUnsafeMutableBytes(of: &unit.exponent, body)
        // A truth value is filled as a byte, since other bits than those of one would be undefined.
        var isChosen: UInt8 = unit.isChosen ? 1 : 0
        try withUnsafeMutableBytes(of: &isChosen, body)
        unit.isChosen = isChosen != 0
        try withUnsafeMutableBytes(of: &extremes.minimum, body)
        try withUnsafeMutableBytes(of: &extremes.maximum, body)
        try withUnsafeMutableBytes(of: &workspace.pointee.mean, body)
        try withUnsafeMutableBytes(of: &workspace.pointee.M2, body)
        try withUnsafeMutableBytes(of: &workspace.pointee.M3, body)
        try withUnsafeMutableBytes(of: &workspace.pointee.M4, body)
        try withUnsafeMutableBytes(of: &workspace.pointee.n, body)
    }

    /// True if the state is one that numbers can lead to.
    package var isPossible: Bool {
        possibleCounts.contains(workspace.pointee.n) && DeviationScale.exponents.contains(unit.exponent)
    }
}

/// How often something can have been counted, so that it can be counted further.
private let possibleCounts = 0...1 << 53

/// Tests if a number of GSL's, which counts in floating-point numbers, is a count.
private func isCount(_ number: Double) -> Bool {
    Int(exactly: number).map(possibleCounts.contains) ?? false
}
