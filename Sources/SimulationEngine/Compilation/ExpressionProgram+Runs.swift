extension ExpressionProgram {
    /// The stretches of instructions that can be written in C: two or more in a row, all of arithmetic.
    ///
    /// No instruction of a run writes a slot that the run reads as it was before, which may be the same number for all elements. The
    /// comparison at the end of a condition is none of them: it is made where its bits are.
    var runs: [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        var (read, written): (Set<Int32>, Set<Int32>) = ([], [])
        for (index, instruction) in instructions.enumerated() {
            let isTaken = instruction.operation.isArithmetic && !isComparison(index)
            if !isTaken || read.contains(instruction.result) {
                if index > start + 1 { runs.append(start..<index) }
                start = isTaken ? index : index + 1
                (read, written) = ([], [])
            }
            guard isTaken else { continue }
            read.formUnion(instruction.operands.filter { !written.contains($0) })
            written.insert(instruction.result)
        }
        if instructions.count > start + 1 { runs.append(start..<instructions.count) }
        return runs
    }

    /// Tests if an instruction is the comparison that the only result is.
    private func isComparison(_ index: Int) -> Bool {
        let instruction = instructions[index]
        return index == instructions.count - 1 && results == [Int(instruction.result)]
            && [.equal, .notEqual, .less, .lessOrEqual].contains(instruction.operation)
    }

    /// The slots that are read behind some instructions as these have left them.
    func slotsRead(behind range: Range<Int>) -> Set<Int32> {
        var read = Set(results.map { Int32($0) })
        for instruction in instructions[range.upperBound...].reversed() {
            read.remove(instruction.result)
            read.formUnion(instruction.operands)
        }
        // A result that is written behind them is not read before; one that they write is.
        return read.intersection(instructions[range].map(\.result))
    }
}

extension ExpressionProgram.Instruction {
    /// The slots that it reads.
    var operands: [Int32] { Array([a, b, c].prefix(operation.operandCount)) }
}

extension ExpressionOperation {
    /// True if it is arithmetic that C has, with the same bits.
    var isArithmetic: Bool {
        switch self {
        case .copy, .add, .subtract, .multiply, .divide, .negate, .square, .multiplyAdd, .multiplySubtract,
            .subtractProduct, .equal, .notEqual, .less, .lessOrEqual, .and, .or, .not, .select, .abs, .sqrt, .floor,
            .ceil, .sign, .min, .max:
            true
        case .round, .mod, .exp, .log, .log10, .power, .expm1, .log1p, .sin, .cos, .tan, .asin, .acos, .atan, .atan2,
            .sinh, .cosh, .tanh, .hypot, .spline:
            false
        }
    }
}
