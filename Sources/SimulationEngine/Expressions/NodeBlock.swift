/// Memory for the numbers of the nodes of a block.
final class NodeBlock {
    private let memory = UnsafeMutablePointer<Int>.allocate(capacity: ExpressionWorkspace.blockSize)

    deinit {
        memory.deallocate()
    }

    /// Consecutive nodes: a block of them, or fewer at the end.
    func nodes(from start: Int, below limit: Int) -> UnsafeBufferPointer<Int> {
        let count = min(ExpressionWorkspace.blockSize, limit - start)
        for position in 0..<count { memory[position] = start + position }
        return UnsafeBufferPointer(start: memory, count: count)
    }

    /// Those nodes of another block whose flags are not 0.
    func nodes(_ nodes: UnsafeBufferPointer<Int>, where flags: UnsafePointer<Double>) -> UnsafeBufferPointer<Int> {
        var count = 0
        for position in nodes.indices {
            // Always written and kept if the flag is set: there is no branch to mispredict.
            memory[count] = nodes[position]
            count += flags[position] != 0 ? 1 : 0
        }
        return UnsafeBufferPointer(start: memory, count: count)
    }
}

extension UnsafeBufferPointer<Int> {
    /// Tests if all are from 0 to below a limit.
    func areAll(below limit: Int) -> Bool {
        var largest: UInt = 0
        for node in self { largest = Swift.max(largest, UInt(bitPattern: node)) }
        return isEmpty || largest < UInt(limit)
    }

    /// True if each is the one behind the last.
    var areConsecutive: Bool {
        guard let first else { return true }
        var difference = 0
        for position in indices { difference |= self[position] &- first &- position }
        return difference == 0
    }
}
