/// Writes a run of instructions of a program as a function in C.
///
/// It computes a vector of elements at a time, of which it keeps in registers what is between its instructions. A quotient by a number that
/// is the same for all elements is a product with the reciprocal, which has two parts or is mended as in the kernel `ek_run`, if that has the
/// same bits: where the numbers are not such, all is computed again with true quotients.
struct RunText {
    private let program: ExpressionProgram
    private let range: Range<Int>

    /// The slots that are read as they were before, but for constants, in ascending order.
    private let inputs: [Int32]

    /// What the instructions of the run follow from, in their order.
    private let steps: [Step]

    /// The instructions whose numbers are stored, in the order of their slots.
    private let stored: [Int]

    /// The instructions that divide by what may be the same number for all elements.
    private var divisions: [Int: Divisor] = [:]

    private struct Step {
        /// The instructions that have written what it reads; `nil` for what is as it was before the run.
        let writers: [Int?]

        /// The inputs it follows from.
        let inputs: Set<Int32>
    }

    /// What is divided by.
    private enum Divisor {
        case constant(Double)
        /// The reciprocal of a constant, as the sum of two numbers.
        case short(high: Double, low: Double)
        /// What some instructions compute, of some inputs.
        case computed(by: [Int], of: [Int32])
    }

    /// The most instructions of which a divisor is computed beforehand.
    private static let longestDivisor = 16

    init(of program: ExpressionProgram, _ range: Range<Int>) {
        (self.program, self.range) = (program, range)
        var (steps, last): ([Step], [Int32: Int]) = ([], [:])
        for index in range {
            let operands = program.instructions[index].operands
            let writers = operands.map { last[$0] }
            let inputs = zip(operands, writers).reduce(into: Set<Int32>()) { inputs, operand in
                if let writer = operand.1 {
                    inputs.formUnion(steps[writer - range.lowerBound].inputs)
                } else if Self.constant(operand.0, of: program) == nil {
                    inputs.insert(operand.0)
                }
            }
            steps.append(Step(writers: writers, inputs: inputs))
            last[program.instructions[index].result] = index
        }
        self.steps = steps
        inputs = steps.reduce(into: Set()) { $0.formUnion($1.inputs) }.sorted()
        stored = program.slotsRead(behind: range).sorted().compactMap { last[$0] }
        for index in range where program.instructions[index].operation == .divide {
            divisions[index] = divisor(of: index)
        }
    }

    private static func constant(_ slot: Int32, of program: ExpressionProgram) -> Double? {
        if case .constant(let bits) = program.slots[Int(slot)] { Double(bitPattern: bits) } else { nil }
    }

    private func divisor(of index: Int) -> Divisor? {
        let slot = program.instructions[index].b
        guard let constant = Self.constant(slot, of: program) else {
            guard let writer = step(index).writers[1] else { return .computed(by: [], of: [slot]) }
            let computation = computation(of: writer)
            guard computation.count <= Self.longestDivisor else { return nil }
            return .computed(by: computation, of: step(writer).inputs.sorted())
        }
        // Compilers know how to divide by powers of two.
        guard constant.significandBitPattern != 0 else { return nil }
        if let divisor = Self.shortDivisor(constant) { return divisor }
        // As the kernel asks.
        let size = constant.magnitude
        guard size >= 0x1p-60, size <= 0x1p60, (-1.0).addingProduct(1 / size, size).magnitude <= 0x1p-54 else {
            return nil
        }
        return .constant(constant)
    }

    /// What is divided by, if it has at most 49 binary digits: x / c is then x high + x low, rounded twice.
    ///
    /// The two parts of 1/c leave less than 2⁻¹⁰⁵ of it, and so does rounding x low. By less than 2⁻¹⁰⁴ of the quotient nothing is rounded to
    /// another number, since the middle of two neighbours is farther away: it has 54 digits, its product with c 103 at most, so that this is
    /// another number than x by more than 2⁻¹⁰³ of x. After N. Brisebarre, J.-M. Muller and S. K. Raina, "Accelerating correctly rounded
    /// floating-point division when the divisor is known in advance", IEEE Transactions on Computers 53 (2004) 1069,
    /// DOI 10.1109/TC.2004.37. Parts of the same sign leave that of a zero as it must be.
    private static func shortDivisor(_ constant: Double) -> Divisor? {
        let size = constant.magnitude
        guard size >= 0x1p-60, size <= 0x1p60, constant.significandBitPattern & 15 == 0 else { return nil }
        var high = 1 / size
        if 1.0.addingProduct(-high, size) < 0 { high = high.nextDown }
        let low = 1.0.addingProduct(-high, size) / size
        return constant < 0 ? .short(high: -high, low: -low) : .short(high: high, low: low)
    }

    private func step(_ index: Int) -> Step { steps[index - range.lowerBound] }

    /// The instructions that the number of one follows from, with it, in their order.
    private func computation(of index: Int) -> [Int] {
        var needed: Set<Int> = [index]
        for earlier in (range.lowerBound...index).reversed() where needed.contains(earlier) {
            needed.formUnion(step(earlier).writers.compactMap(\.self))
        }
        return needed.sorted()
    }

    /// In C, what is 0 if some inputs are the same number for all elements.
    private func anyStep(of inputs: some Sequence<Int32>) -> String {
        let steps = inputs.sorted().map { "s\($0)" }
        return steps.isEmpty ? "0" : steps.joined(separator: " | ")
    }
}

// MARK: - The text

extension RunText {
    /// The text of the function, which has a name in the place of `NAME`.
    var text: String {
        let body = [
            "INLINE int NAME_body(slot *slots, int64_t vectors, double factor, int multiplies, int is_careful) {",
            indented(declarations + ["for (; vectors; vectors--) {", indented(loop), "}"] + ending), "}",
        ]
        return (body + [entry]).joined(separator: "\n")
    }

    private func indented(_ lines: [String]) -> String {
        lines.flatMap { $0.split(separator: "\n") }.map { "    \($0)" }.joined(separator: "\n")
    }

    private var declarations: [String] {
        var lines = inputs.map {
            "const double *p\($0) = slots[\($0)].numbers; const int64_t s\($0) = slots[\($0)].step ? width : 0;"
        }
        let constants = Set(program.instructions[range].flatMap(\.operands)).sorted()
        for slot in constants {
            guard let number = Self.constant(slot, of: program) else { continue }
            lines.append("const numbers x\(slot) = all(\(Self.number(number)));")
        }
        for index in stored {
            let slot = program.instructions[index].result
            lines.append("double *r\(slot) = slots[\(slot)].numbers; const double *b\(slot) = slots[\(slot)].base;")
            lines.append(
                "const int64_t t\(slot) = slots[\(slot)].is_full || (\(anyStep(of: step(index).inputs))) ? width : 0;")
            lines.append("slots[\(slot)].step = t\(slot) ? lanes : 0;")
            if isResult(slot) { lines.append("numbers total\(slot) = all(0);") }
        }
        let steps = stored.map { "t\(program.instructions[$0].result)" }
        lines.append("if (!(\(steps.joined(separator: " | ")))) vectors = 1;")
        lines.append("vectors *= lanes / width;")
        if !divisions.isEmpty { lines.append("words test = all_bits;") }
        for (index, divisor) in divisions.sorted(by: { $0.key < $1.key }) {
            guard case .computed(let instructions, let inputs) = divisor else { continue }
            lines += ["numbers d\(index);", "{"]
            lines += inputs.map { "    const numbers x\($0) = load(p\($0));" }
            lines += instructions.map { "    \(statement($0, beforehand: true))" }
            lines += ["    d\(index) = \(names(of: index)[1]);", "}"]
            lines.append(
                "const divisor c\(index) = divisor_of(d\(index)[0], multiplies && !(\(anyStep(of: inputs))));")
        }
        return lines
    }

    private var loop: [String] {
        inputs.map { "const numbers x\($0) = load(p\($0)); p\($0) += s\($0);" } + range.map { statement($0) }
            + stored.flatMap { store($0) }
    }

    private func store(_ index: Int) -> [String] {
        let slot = program.instructions[index].result
        guard isResult(slot) else { return ["store(r\(slot), y\(index)); r\(slot) += t\(slot);"] }
        return [
            "numbers z\(slot) = y\(index);",
            "if (b\(slot)) { z\(slot) = load(b\(slot)) + factor * z\(slot) + 0.0; total\(slot) += z\(slot); b\(slot) += width; }",
            "store(r\(slot), z\(slot)); r\(slot) += t\(slot);",
        ]
    }

    private var ending: [String] {
        let totals = stored.map { program.instructions[$0].result }.filter { isResult($0) }.map {
            "is_finite(total\($0))"
        }
        let areFinite = totals.isEmpty ? "1" : totals.joined(separator: " & ")
        let fills = stored.map { program.instructions[$0].result }.map { "fill(r\($0), t\($0));" }
        guard !divisions.isEmpty else { return fills + ["return \(areFinite);"] }
        return fills + [
            "if (multiplies && !is_good(test, is_careful)) return -1;", "return \(areFinite);",
        ]
    }

    /// What is called: what is done again must not have been written over.
    private var entry: String {
        let head = "_Bool NAME(slot *slots, int64_t vectors, double factor) {\n"
        guard !divisions.isEmpty else {
            return head + "    return NAME_body(slots, vectors, factor, 0, 0);\n}\n"
        }
        let same = stored.flatMap { index in
            inputs.map { "slots[\(program.instructions[index].result)].numbers == slots[\($0)].numbers" }
        }
        return head + """
                const int multiplies = has_multiply_add && !(\(same.isEmpty ? "0" : same.joined(separator: " || ")));
                int are_finite = multiplies ? NAME_body(slots, vectors, factor, 1, 0) : -1;
                if (are_finite < 0 && multiplies) are_finite = NAME_body(slots, vectors, factor, 1, 1);
                if (are_finite < 0) are_finite = NAME_body(slots, vectors, factor, 0, 0);
                return are_finite;
            }

            """
    }

    private func isResult(_ slot: Int32) -> Bool { program.slots[Int(slot)] == .result }

    /// What holds the numbers that an instruction reads.
    private func names(of index: Int) -> [String] {
        zip(program.instructions[index].operands, step(index).writers).map { slot, writer in
            writer.map { "y\($0)" } ?? "x\(slot)"
        }
    }

    /// What an instruction does, perhaps to a divisor before all else.
    private func statement(_ index: Int, beforehand: Bool = false) -> String {
        let (instruction, names) = (program.instructions[index], names(of: index))
        guard !beforehand, let divisor = divisions[index] else {
            return "const numbers y\(index) = \(Self.expression(instruction.operation, names));"
        }
        let (x, d) = (names[0], names[1])
        switch divisor {
        case .short(let high, let low):
            let (dividend, sign) = opposite(ofDividend: index).map { ($0, -1.0) } ?? (x, 1)
            return "const numbers y\(index) = multiplies ? short_quotient(\(dividend), \(Self.number(sign * high)), "
                + "\(Self.number(sign * low)), is_careful, &test) : \(x) / \(d);"
        case .constant(let number):
            let (size, dividend) = (Self.number(number.magnitude), number < 0 ? "-\(x)" : x)
            return
                "const numbers y\(index) = multiplies ? quotient(\(dividend), all(\(size)), all(1 / \(size)), is_careful, &test) "
                + ": \(x) / \(d);"
        case .computed:
            return
                "numbers y\(index); if (c\(index).multiplies) y\(index) = quotient((numbers)((words)\(x) ^ c\(index).sign), c\(index).size, "
                + "c\(index).reciprocal, is_careful, &test); else { SELDOM; y\(index) = \(x) / \(d); }"
        }
    }

    /// What holds the number whose opposite an instruction divides; `nil` if it divides something else.
    private func opposite(ofDividend index: Int) -> String? {
        guard let writer = step(index).writers[0], program.instructions[writer].operation == .negate else { return nil }
        return names(of: writer)[0]
    }

    private static func expression(_ operation: ExpressionOperation, _ names: [String]) -> String {
        let x = names[0]
        let y = names.count > 1 ? names[1] : ""
        let z = names.count > 2 ? names[2] : ""
        switch operation {
        case .copy: return x
        case .add: return "\(x) + \(y)"
        case .subtract: return "\(x) - \(y)"
        case .multiply: return "\(x) * \(y)"
        case .divide: return "\(x) / \(y)"
        case .negate: return "-\(x)"
        case .square: return "\(x) * \(x)"
        case .multiplyAdd: return "\(x) * \(y) + \(z)"
        case .multiplySubtract: return "\(x) * \(y) - \(z)"
        case .subtractProduct: return "\(z) - \(x) * \(y)"
        case .not: return "1.0 - \(x)"
        default: return "\(operation)_of(\(names.joined(separator: ", ")))"
        }
    }

    /// A number by its bits.
    private static func number(_ number: Double) -> String {
        "number(0x\(String(number.bitPattern, radix: 16)) /* \(number) */)"
    }
}
