import CKernels

/// The memory of a program, in which it is run for a block of elements, such as nodes, at a time. Many run it at the same time,
/// each in a workspace of its own.
///
/// It is allocated once. What is read is either the same number for all elements, or a number for each: where it lies, or in
/// memory of the workspace. What is the same for all is computed once.
package final class ExpressionWorkspace {
    /// The number of elements in a full block: a slot of them takes 2 KiB, so that an expression stays in the cache.
    package static let blockSize = 256

    private static let lanes = Int(ek_lanes)

    private let program: ExpressionProgram
    private let instructions: [ek_instruction]
    private let instructionSet = k_best_instruction_set()
    private let memory: UnsafeMutablePointer<Double>
    private let slots: UnsafeMutablePointer<ek_slot>

    /// The slot of each field, -1 if it is not read.
    private let slotOfField: [Int32]
    private let slotOfNode: Int?
    private let slotOfTime: Int?

    /// Where the results are to be written; nowhere else than in the workspace unless set.
    private let targets: UnsafeMutablePointer<UnsafeMutablePointer<Double>?>

    /// Allocates the memory of a program.
    package init(_ program: ExpressionProgram) {
        self.program = program
        instructions = program.instructions.map {
            ek_instruction(operation: $0.operation.rawValue, result: $0.result, a: $0.a, b: $0.b, c: $0.c)
        }
        var slotOfField = [Int32](repeating: -1, count: (program.usedFields.last ?? -1) + 1)
        for (slot, content) in program.slots.enumerated() {
            if case .field(let field) = content { slotOfField[field] = Int32(slot) }
        }
        self.slotOfField = slotOfField
        slotOfNode = program.slots.firstIndex(of: .node)
        slotOfTime = program.slots.firstIndex(of: .time)
        targets = .allocate(capacity: program.results.count)
        targets.initialize(repeating: nil, count: program.results.count)
        let numbersOfBlocks = program.slots.count * Self.blockSize
        let count = program.slots.reduce(numbersOfBlocks) { $0 + ($1.spline?.numbers.count ?? 0) }
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<Double>.stride, alignment: 64)
        memory = bytes.initializeMemory(as: Double.self, repeating: 0, count: count)
        slots = .allocate(capacity: program.slots.count)
        var behindBlocks = memory + numbersOfBlocks
        for (index, content) in program.slots.enumerated() {
            var numbers = memory + index * Self.blockSize
            if let spline = content.spline {
                numbers = behindBlocks
                numbers.update(from: spline.numbers, count: spline.numbers.count)
                behindBlocks += spline.numbers.count
            }
            (slots + index).initialize(
                to: ek_slot(numbers: numbers, step: 0, is_full: content == .result ? 1 : 0))
            if case .constant(let number) = content { numbers.update(repeating: number, count: Self.lanes) }
        }
    }

    deinit {
        targets.deallocate()
        slots.deallocate()
        UnsafeMutableRawPointer(memory).deallocate()
    }
}

// MARK: - What is read and written

extension ExpressionWorkspace {
    /// Tests if the program reads a field.
    package func reads(_ field: Int) -> Bool { slot(ofField: field) != nil }

    /// True if the program reads the numbers of nodes.
    package var readsNode: Bool { slotOfNode != nil }

    /// Lets a field be the same number for all elements, until something else is said.
    package func set(_ field: Int, to number: Double) {
        if let slot = slot(ofField: field) { fill(slot, with: number) }
    }

    /// Lets the time be a number.
    package func setTime(to time: Double) {
        if let slotOfTime { fill(slotOfTime, with: time) }
    }

    /// Lets each element of the next block be at a time of its own.
    package func setTimes(from times: UnsafePointer<Double>, count: Int) {
        if let slotOfTime { ownNumbers(ofSlot: slotOfTime).update(from: times, count: count) }
    }

    /// The memory of a field, in which a number for each element of the next block is to be written; `nil` if it is not read.
    package func numbers(of field: Int) -> UnsafeMutablePointer<Double>? {
        guard let slot = slot(ofField: field) else { return nil }
        return ownNumbers(ofSlot: slot)
    }

    /// Lets the next block read a field where it lies.
    ///
    /// - Parameters:
    ///   - field: The field. Nothing is done if it is not read.
    ///   - numbers: A number for each element, which is not changed until the block has been run.
    ///   - count: How many elements the block has.
    package func read(_ field: Int, from numbers: UnsafePointer<Double>, count: Int) {
        guard let slot = slot(ofField: field) else { return }
        guard count % Self.lanes == 0 else {
            // The kernel reads whole vectors, and there may be nothing behind the column.
            return ownNumbers(ofSlot: slot).update(from: numbers, count: count)
        }
        slots[slot].numbers = UnsafeMutablePointer(mutating: numbers)
        slots[slot].step = Int32(Self.lanes)
    }

    /// Lets the next block be about nodes.
    ///
    /// - Parameters:
    ///   - count: How many elements the block has.
    ///   - node: Returns the node of an element.
    package func setNodes(count: Int, _ node: (_ element: Int) -> Int) {
        guard let slotOfNode else { return }
        let numbers = ownNumbers(ofSlot: slotOfNode)
        for element in 0..<count { numbers[element] = Double(node(element)) }
    }

    /// Lets the next block be about nodes that follow each other.
    package func setNodes(_ nodes: Range<Int>) {
        guard let slotOfNode else { return }
        let numbers = ownNumbers(ofSlot: slotOfNode)
        let first = Double(nodes.lowerBound)
        // Numbers of 32 bits are converted several at a time.
        for element in 0..<Int32(nodes.count) { numbers[Int(element)] = first + Double(element) }
    }

    /// Lets the next blocks write a result to a place, or keep it in the workspace.
    package func write(_ result: Int, to target: UnsafeMutablePointer<Double>?) {
        precondition(program.results.indices.contains(result), "there is no such result")
        targets[result] = target
    }

    /// A number for each element of the last block, until the next one.
    package func result(_ result: Int) -> UnsafePointer<Double> {
        UnsafePointer(slots[program.results[result]].numbers)
    }

    private func slot(ofField field: Int) -> Int? {
        guard slotOfField.indices.contains(field), slotOfField[field] >= 0 else { return nil }
        return Int(slotOfField[field])
    }

    private func fill(_ slot: Int, with number: Double) {
        slots[slot].numbers = memory + slot * Self.blockSize
        slots[slot].step = 0
        slots[slot].numbers.update(repeating: number, count: Self.lanes)
    }

    /// The memory of a slot in the workspace, where it has a number for each element from now on.
    private func ownNumbers(ofSlot slot: Int) -> UnsafeMutablePointer<Double> {
        slots[slot].numbers = memory + slot * Self.blockSize
        slots[slot].step = Int32(Self.lanes)
        return slots[slot].numbers
    }
}

// MARK: - Running

extension ExpressionWorkspace {
    /// Runs the program for at most ``blockSize`` elements.
    ///
    /// - Complexity: O(operations × elements), without allocation.
    package func run(count: Int) {
        precondition(count <= Self.blockSize, "a block has at most \(Self.blockSize) elements")
        guard count > 0 else { return }
        let isWhole = count % Self.lanes == 0
        for (position, slot) in program.results.enumerated() {
            let own = memory + slot * Self.blockSize
            slots[slot].numbers = isWhole ? targets[position] ?? own : own
        }
        instructions.withUnsafeBufferPointer {
            ek_run(instructionSet, $0.baseAddress, Int64($0.count), slots, Int64(count))
        }
        guard !isWhole else { return }
        for (position, slot) in program.results.enumerated() {
            targets[position]?.update(from: slots[slot].numbers, count: count)
        }
    }

    /// Evaluates the first result for at most ``blockSize`` nodes of a model, all of which are in range.
    ///
    /// - Returns: A number for each node, until the next evaluation.
    func evaluate<Model: SimulationModel>(
        _ nodes: UnsafeBufferPointer<Int>, of model: Model, at time: Double
    ) -> UnsafePointer<Double> {
        let areConsecutive = nodes.areConsecutive
        for field in slotOfField.indices where slotOfField[field] >= 0 {
            if areConsecutive, let first = nodes.first, let column = model.columnNumbers(ofField: field)?.baseAddress {
                read(field, from: column + first, count: nodes.count)
            } else if let numbers = numbers(of: field) {
                model.copyField(field, of: nodes, into: UnsafeMutableBufferPointer(start: numbers, count: nodes.count))
            }
        }
        setNodes(count: nodes.count) { nodes[$0] }
        setTime(to: time)
        run(count: nodes.count)
        return result(0)
    }

    /// Evaluates the first result for given numbers in the place of fields.
    func evaluate(_ numbers: [Double], at time: Double) -> Double {
        for field in slotOfField.indices { set(field, to: numbers[field]) }
        if let slotOfNode { fill(slotOfNode, with: 0) }
        setTime(to: time)
        run(count: 1)
        return result(0).pointee
    }
}
