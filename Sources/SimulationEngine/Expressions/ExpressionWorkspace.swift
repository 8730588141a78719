import CKernels

/// The memory of a program, in which it is run for a block of elements, such as nodes, at a time. Many run it at the same time,
/// each in a workspace of its own.
///
/// It is allocated once. Behind the slots of the program is one of the number 1. What is read is either the same number for all
/// elements, or a number for each: where it lies, or in memory of the workspace. What is the same for all is computed once.
package final class ExpressionWorkspace {
    /// The number of elements in a full block: a slot of them takes 2 KiB, so that an expression stays in the cache.
    package static let blockSize = 256

    /// The number of elements in a block of those that need no slots of their own.
    private static let longBlockSize = 2048

    private static let lanes = Int(ek_lanes)

    private let instructions: KernelInstructions
    private let instructionSet = k_best_instruction_set()
    private let memory: UnsafeMutablePointer<Double>

    /// How many numbers the memory has.
    private let memoryCount: Int
    private let slots: UnsafeMutableBufferPointer<ek_slot>

    /// The slot of each field, -1 if it is not read.
    private let slotOfField: UnsafeMutableBufferPointer<Int32>
    private let slotOfNode: Int?
    private let slotOfTime: Int?

    private let results: UnsafeMutableBufferPointer<Result>

    /// A result of the program.
    private struct Result {
        let slot: Int

        /// Where it is to be written; nowhere else than in the workspace unless set.
        var target: UnsafeMutablePointer<Double>?

        /// To what multiples of it are added there.
        var base: UnsafePointer<Double>?
    }

    /// Allocates the memory of a program.
    package init(_ program: ExpressionProgram) {
        instructions = KernelInstructions(of: program)
        slotOfField = .allocate(capacity: (program.usedFields.last ?? -1) + 1)
        slotOfField.initialize(repeating: -1)
        for (slot, content) in program.slots.enumerated() {
            if case .field(let field) = content { slotOfField[field] = Int32(slot) }
        }
        slotOfNode = program.slots.firstIndex(of: .node)
        slotOfTime = program.slots.firstIndex(of: .time)
        results = .allocate(capacity: program.results.count)
        _ = results.initialize(from: program.results.map { Result(slot: $0) })
        let numbersOfBlocks = program.slots.count * Self.blockSize
        memoryCount = program.slots.reduce(numbersOfBlocks + Self.lanes) { $0 + ($1.spline?.numbers.count ?? 0) }
        let bytes = UnsafeMutableRawPointer.allocate(
            byteCount: memoryCount * MemoryLayout<Double>.stride, alignment: 64)
        memory = bytes.initializeMemory(as: Double.self, repeating: 0, count: memoryCount)
        slots = .allocate(capacity: program.slots.count + 1)
        var behindBlocks = memory + numbersOfBlocks
        behindBlocks.update(repeating: 1, count: Self.lanes)
        slots.initializeElement(
            at: program.slots.count, to: ek_slot(numbers: behindBlocks, step: 0, is_full: 0, base: nil))
        behindBlocks += Self.lanes
        for (index, content) in program.slots.enumerated() {
            var numbers = memory + index * Self.blockSize
            if let spline = content.spline {
                numbers = behindBlocks
                numbers.update(from: spline.numbers, count: spline.numbers.count)
                behindBlocks += spline.numbers.count
            }
            slots.initializeElement(
                at: index, to: ek_slot(numbers: numbers, step: 0, is_full: content == .result ? 1 : 0, base: nil))
            if case .constant(let bits) = content {
                numbers.update(repeating: Double(bitPattern: bits), count: Self.lanes)
            }
        }
    }

    deinit {
        results.deallocate()
        slotOfField.deallocate()
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
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - target: The place.
    ///   - base: Numbers to which a multiple of the result is added there, which are elsewhere.
    package func write(
        _ result: Int, to target: UnsafeMutablePointer<Double>?, addedTo base: UnsafePointer<Double>? = nil
    ) {
        precondition(results.indices.contains(result), "there is no such result")
        results[result].target = target
        results[result].base = base
    }

    /// A number for each element of the last block, until the next one.
    package func result(_ result: Int) -> UnsafePointer<Double> {
        UnsafePointer(slots[results[result].slot].numbers)
    }

    @inline(__always)
    private func slot(ofField field: Int) -> Int? {
        guard field < slotOfField.count, slotOfField[field] >= 0 else { return nil }
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
    /// Runs the program for at most ``blockSize`` elements, or for any multiple of eight whose numbers all lie elsewhere: what the program
    /// reads is the same for all, or read where it lies, and each result is written to a place.
    ///
    /// - Parameters:
    ///   - count: How many elements.
    ///   - factor: What multiplies the results that are added to something: *y* + factor · result + 0 takes their place.
    ///   - completing: Is called with those elements of which the results are where they are to be, a block at a time.
    /// - Returns: True if all such sums are known to be finite.
    /// - Complexity: O(operations × elements), without allocation.
    @discardableResult
    package func run(
        count: Int, times factor: Double = 0, completing: (Range<Int>) -> Void = { _ in }
    ) -> Bool {
        guard count > 0 else { return true }
        let isWhole = count % Self.lanes == 0
        for result in results {
            let own = memory + result.slot * Self.blockSize
            slots[result.slot].numbers = isWhole ? result.target ?? own : own
            slots[result.slot].base = isWhole ? result.base : nil
        }
        let mayGoOn = isWhole && results.allSatisfy { $0.target != nil }
        precondition(count <= Self.blockSize || mayGoOn, "a block has at most \(Self.blockSize) elements")
        // What has been compiled as a whole keeps nothing between its operations in memory.
        let length = instructions.areOneFunction && mayGoOn ? Self.longBlockSize : Self.blockSize
        var areFinite = true
        for first in stride(from: 0, to: count, by: length) {
            if first > 0 { moveOn(by: length) }
            let block = first..<min(first + length, count)
            areFinite = runBlock(count: block.count, isWhole: isWhole, times: factor) && areFinite
            completing(block)
        }
        return areFinite
    }

    private func runBlock(count: Int, isWhole: Bool, times factor: Double) -> Bool {
        var areFinite = run(instructions.parts, count: count, times: factor)
        guard !isWhole else { return areFinite }
        for result in results {
            guard let target = result.target else { continue }
            target.update(from: slots[result.slot].numbers, count: count)
            guard let base = result.base else { continue }
            areFinite = k_add_rates(instructionSet, base, factor, target, Int64(count)) && areFinite
        }
        return areFinite
    }

    /// Goes on to the next block of what lies elsewhere.
    private func moveOn(by length: Int) {
        guard var slot = slots.baseAddress else { return }
        let (end, first) = (slot + slots.count, UInt(bitPattern: memory))
        let byteCount = UInt(memoryCount * MemoryLayout<Double>.stride)
        while slot < end {
            if UInt(bitPattern: slot.pointee.numbers) &- first >= byteCount {
                slot.pointee.numbers += length
                if let base = slot.pointee.base { slot.pointee.base = base + length }
            }
            slot += 1
        }
    }

    /// True if the program of a condition compares what it reads, and does nothing else: it may be run for any number of elements, a
    /// multiple of eight, of which it reads fields where they lie.
    package var isComparison: Bool { instructions.partsToComparison.isEmpty }

    /// Runs the program of a condition for at most ``blockSize`` elements, or more if it is a comparison.
    ///
    /// - Parameters:
    ///   - count: How many elements.
    ///   - bits: Receives a bit for each, in words of 64: whether the condition holds. Those behind the last element are 0.
    /// - Complexity: O(operations × elements), without allocation.
    package func runCondition(count: Int, into bits: UnsafeMutablePointer<UInt64>) {
        precondition(count <= Self.blockSize || isComparison, "a block has at most \(Self.blockSize) elements")
        guard count > 0, let result = results.first else { return }
        slots[result.slot].numbers = memory + result.slot * Self.blockSize
        slots[result.slot].base = nil
        _ = run(instructions.partsToComparison, count: count, times: 0)
        let comparison = instructions.comparison
        ek_compare(
            instructionSet, comparison.operation, slots[Int(comparison.a)], slots[Int(comparison.b)], Int64(count), bits
        )
    }

    /// Runs parts of the program.
    ///
    /// - Returns: True if all sums with results are known to be finite.
    private func run(
        _ parts: UnsafeMutableBufferPointer<KernelInstructions.Part>, count: Int, times factor: Double
    ) -> Bool {
        let vectors = Int64((count + Self.lanes - 1) / Self.lanes)
        var areFinite = true
        for part in parts {
            let isPartFinite =
                switch part {
                case .kernel(let first, let length):
                    ek_run_and_add(
                        instructionSet, first, Int64(length), slots.baseAddress, Int64(count), factor)
                case .compiled(let function): function(slots.baseAddress, vectors, factor)
                }
            areFinite = isPartFinite && areFinite
        }
        return areFinite
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
