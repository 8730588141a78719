import GSL

extension ThreadTeam {
    /// Tests if none of some numbers is infinite or not a number.
    ///
    /// - Complexity: O(*n*), without allocation but for a byte in a thousand numbers.
    func areAllFinite(_ numbers: [Double]) -> Bool {
        numbers.withUnsafeBufferPointer { numbers in
            guard let first = numbers.baseAddress else { return true }
            return withUnsafeTemporaryAllocation(of: Bool.self, capacity: Self.runCount(of: numbers.count)) {
                areFinite in
                forEachRun(of: numbers.count) { run in
                    areFinite[run.lowerBound / Self.runLength] =
                        GSL.areAllFinite(first + run.lowerBound, count: run.count)
                }
                return areFinite.allSatisfy { $0 }
            }
        }
    }

    /// Copies numbers into as many.
    func copy(_ numbers: [Double], to target: UnsafeMutableBufferPointer<Double>) {
        numbers.withUnsafeBufferPointer { numbers in
            guard let source = numbers.baseAddress, let target = target.baseAddress else { return }
            forEachRun(of: numbers.count) { run in
                (target + run.lowerBound).update(from: source + run.lowerBound, count: run.count)
            }
        }
    }
}
