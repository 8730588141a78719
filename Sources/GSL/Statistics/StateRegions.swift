import CGSL

// What decides how statistics go on, as regions of memory, for checkpoints. GSL publishes the structures in its headers.
// Gaps between the members of a structure are left out, since what stands in them is anything.

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
}

extension Histogram2D {
    /// Calls a closure with each region of memory in which the state lies.
    package func forEachStateRegion<Failure>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let counts = UnsafeMutableBufferPointer(start: histogram.pointee.bin, count: binCounts.x * binCounts.y)
        try body(UnsafeMutableRawBufferPointer(counts))
        try withUnsafeMutableBytes(of: &outside, body)
    }
}

extension RunningQuantile {
    /// Calls a closure with each region of memory in which the state lies.
    package func forEachStateRegion<Failure>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try withUnsafeMutableBytes(of: &workspace.pointee.q, body)
        try withUnsafeMutableBytes(of: &workspace.pointee.npos, body)
        try withUnsafeMutableBytes(of: &workspace.pointee.np, body)
        try withUnsafeMutableBytes(of: &workspace.pointee.n, body)
    }
}

extension RunningStatistics {
    /// Calls a closure with each region of memory in which the state lies, but for those of GSL's that nobody can ask for.
    package func forEachStateRegion<Failure>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try withUnsafeMutableBytes(of: &origin, body)
        try withUnsafeMutableBytes(of: &unit.exponent, body)
        try withUnsafeMutableBytes(of: &unit.isChosen, body)
        try withUnsafeMutableBytes(of: &extremes.minimum, body)
        try withUnsafeMutableBytes(of: &extremes.maximum, body)
        try withUnsafeMutableBytes(of: &workspace.pointee.mean, body)
        try withUnsafeMutableBytes(of: &workspace.pointee.M2, body)
        try withUnsafeMutableBytes(of: &workspace.pointee.M3, body)
        try withUnsafeMutableBytes(of: &workspace.pointee.M4, body)
        try withUnsafeMutableBytes(of: &workspace.pointee.n, body)
    }
}
