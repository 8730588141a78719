/// Writes the program of an expression while it is parsed, from the operands upwards.
///
/// Operations on constants alone are carried out at once, by the same code that evaluates the program.
struct ExpressionCompiler {
    /// What an operation reads: a constant that needs no slot yet, or a slot.
    enum Operand {
        case constant(Double)
        case slot(Int32)
    }

    private(set) var program = ExpressionProgram()
    private var slotsOfFields: [Int: Int32] = [:]
    private var slotsOfConstants: [UInt64: Int32] = [:]
    private var slotOfNode: Int32?
    private var slotOfTime: Int32?
    private var freeSlots: [Int32] = []

    mutating func field(_ field: Int) -> Operand {
        if let known = slotsOfFields[field] { return .slot(known) }
        let slot = addSlot(.field(field))
        slotsOfFields[field] = slot
        return .slot(slot)
    }

    mutating func node() -> Operand {
        let slot = slotOfNode ?? addSlot(.node)
        slotOfNode = slot
        return .slot(slot)
    }

    mutating func time() -> Operand {
        let slot = slotOfTime ?? addSlot(.time)
        slotOfTime = slot
        return .slot(slot)
    }

    /// The result of an operation on one to three operands, which are not to be used again.
    mutating func emit(_ operation: ExpressionOperation, _ operands: [Operand]) -> Operand {
        if let folded = fold(operation, operands) { return .constant(folded) }
        let slots = operands.map { self.slot(of: $0) }
        let result = freeSlots.popLast() ?? addSlot(.intermediate)
        program.instructions.append(
            ExpressionProgram.Instruction(
                operation: operation, result: result, a: slots[0], b: slots.count > 1 ? slots[1] : 0,
                c: slots.count > 2 ? slots[2] : 0))
        for slot in slots where program.slots[Int(slot)] == .intermediate { freeSlots.append(slot) }
        return .slot(result)
    }

    /// A power, as a product where the exponent is 2, 3 or 4.
    mutating func emitPower(_ base: Operand, _ exponent: Operand) -> Operand {
        switch exponent {
        case .constant(2): emit(.square, [base])
        case .constant(3): emit(.cube, [base])
        case .constant(4): emit(.fourthPower, [base])
        default: emit(.power, [base, exponent])
        }
    }

    /// Ends the program with the value of the expression.
    mutating func finish(_ value: Operand) -> ExpressionProgram {
        program.result = Int(slot(of: value))
        return program
    }

    private mutating func slot(of operand: Operand) -> Int32 {
        switch operand {
        case .slot(let slot):
            return slot
        case .constant(let number):
            if let known = slotsOfConstants[number.bitPattern] { return known }
            let slot = addSlot(.constant(number))
            slotsOfConstants[number.bitPattern] = slot
            return slot
        }
    }

    private mutating func addSlot(_ slot: ExpressionProgram.Slot) -> Int32 {
        program.slots.append(slot)
        return Int32(program.slots.count - 1)
    }

    private func fold(_ operation: ExpressionOperation, _ operands: [Operand]) -> Double? {
        var numbers: [Double] = []
        for operand in operands {
            guard case .constant(let number) = operand else { return nil }
            numbers.append(number)
        }
        return operation.result(of: numbers)
    }
}
