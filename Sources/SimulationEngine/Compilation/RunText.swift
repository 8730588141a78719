/// Writes a run of instructions of a program as a function in C.
///
/// It computes a vector of elements at a time, of which it keeps in registers what is between its instructions. A quotient by a number that
/// is the same for all elements is computed without dividing where that has the same bits; of a vector of which it has not all is computed
/// once more.
struct RunText {
    private let program: ExpressionProgram
    private let range: Range<Int>

    /// The slots that are read as they were before, but for constants, in ascending order.
    private let inputs: [Int32]

    /// What the instructions of the run follow from, in their order.
    private let steps: [Step]

    /// The instructions whose numbers are stored, in the order of their slots.
    private let stored: [Int]

    /// The instructions that divide by what may be the same number for all elements, and is not known before.
    private let divisions: [Int]

    private struct Step {
        /// The instructions that have written what it reads; `nil` for what is as it was before the run.
        let writers: [Int?]

        /// The inputs it follows from, of each operand.
        let inputs: [Set<Int32>]
    }

    init(of program: ExpressionProgram, _ range: Range<Int>) {
        (self.program, self.range) = (program, range)
        var (steps, last): ([Step], [Int32: Int]) = ([], [:])
        for index in range {
            let operands = program.instructions[index].operands
            let writers = operands.map { last[$0] }
            let inputs = zip(operands, writers).map { slot, writer in
                if let writer {
                    return steps[writer - range.lowerBound].inputs.reduce(into: Set()) { $0.formUnion($1) }
                }
                return program.constant(slot) == nil ? [slot] : []
            }
            steps.append(Step(writers: writers, inputs: inputs))
            last[program.instructions[index].result] = index
        }
        self.steps = steps
        inputs = steps.reduce(into: Set()) { all, step in step.inputs.forEach { all.formUnion($0) } }.sorted()
        stored = program.slotsRead(behind: range).sorted().compactMap { last[$0] }
        divisions = range.filter { index in
            let instruction = program.instructions[index]
            return instruction.operation == .divide && program.constant(instruction.b) == nil
        }
    }

    private func step(_ index: Int) -> Step { steps[index - range.lowerBound] }
}

extension ExpressionProgram {
    /// The number of a slot that always has the same one; `nil` of others.
    fileprivate func constant(_ slot: Int32) -> Double? {
        if case .constant(let bits) = slots[Int(slot)] { Double(bitPattern: bits) } else { nil }
    }
}

// MARK: - The text

extension RunText {
    /// The text of the function, which has a name in the place of `NAME`.
    var text: String {
        let parameters = inputs.map { "numbers x\($0), " }.joined()
        return """
            INLINE int NAME_vector(int is_quick, \(parameters)const divisor *c, numbers *d, numbers *z) {
            \(indented(computation))
            }
            _Bool NAME(slot *slots, int64_t vectors, double factor) {
            \(indented(declarations + loop))
            }

            """
    }

    private func indented(_ lines: [String]) -> String { lines.map { "    \($0)" }.joined(separator: "\n") }

    /// What is computed of a vector: what is divided by, the numbers that are stored, and whether all quotients may be computed quickly.
    private var computation: [String] {
        let constants = Set(program.instructions[range].flatMap(\.operands)).sorted().compactMap { slot in
            program.constant(slot).map { "const numbers x\(slot) = all(\(Self.number($0)));" }
        }
        return ["words test = ~(words){0};"] + constants
            + range.map { "const numbers y\($0) = \(expression($0));" }
            + divisions.enumerated().map { "d[\($0)] = \(names(of: $1)[1]);" }
            + stored.enumerated().map { "z[\($0)] = y\($1);" }
            + [range.contains { isQuick($0) } ? "return is_good(test);" : "return 1;"]
    }

    private var declarations: [String] {
        let sources = inputs.map { "source s\($0) = source_of(slots + \($0));" }
        let targets = stored.enumerated().map { place, index in
            let inputs = step(index).inputs.reduce(into: Set()) { $0.formUnion($1) }
            return
                "target t\(place) = target_of(slots + \(program.instructions[index].result), \(anyStep(of: inputs)));"
        }
        let numbers = [
            "divisor c[\(divisions.count + 1)] = {{dividing}};",
            "numbers d[\(divisions.count + 1)], z[\(stored.count)];",
        ]
        guard !divisions.isEmpty else { return sources + targets + numbers }
        let first = inputs.map { "load(s\($0).numbers), " }.joined()
        return sources + targets + numbers + ["NAME_vector(1, \(first)c, d, z);"]
            + divisions.enumerated().map { place, index in
                "c[\(place)] = divisor_of(d[\(place)][0], !(\(anyStep(of: step(index).inputs[1]))));"
            }
    }

    /// All is computed once more of a vector that must not be computed quickly.
    private var loop: [String] {
        let steps = stored.indices.map { "t\($0).step" }.joined(separator: " | ")
        let numbers = inputs.map { "x\($0), " }.joined()
        return ["for (vectors = (\(steps) ? vectors : 1) * (lanes / width); vectors; vectors--) {"]
            + inputs.map { "    const numbers x\($0) = next(&s\($0));" }
            + [
                "    if (SELDOM(!NAME_vector(1, \(numbers)c, d, z))) {", "        APART;",
                "        NAME_vector(0, \(numbers)c, d, z);", "    }",
            ]
            + stored.indices.map { "    put(&t\($0), z[\($0)], factor);" }
            + ["}", "return \(stored.indices.map { "finish(&t\($0))" }.joined(separator: " & "));"]
    }

    /// In C, what is 0 if some inputs are the same number for all elements.
    private func anyStep(of inputs: Set<Int32>) -> String {
        inputs.isEmpty ? "0" : inputs.sorted().map { "s\($0).step" }.joined(separator: " | ")
    }

    /// What holds the numbers that an instruction reads.
    private func names(of index: Int) -> [String] {
        zip(program.instructions[index].operands, step(index).writers).map { slot, writer in
            writer.map { "y\($0)" } ?? "x\(slot)"
        }
    }

    /// Tests if an instruction divides by other numbers than powers of two, by which compilers know how to divide.
    private func isQuick(_ index: Int) -> Bool {
        let instruction = program.instructions[index]
        return instruction.operation == .divide && program.constant(instruction.b)?.significandBitPattern != 0
    }

    private func expression(_ index: Int) -> String {
        let (operation, names) = (program.instructions[index].operation, names(of: index))
        let x = names[0]
        let y = names.count > 1 ? names[1] : ""
        let z = names.count > 2 ? names[2] : ""
        switch operation {
        case .copy: return x
        case .add: return "\(x) + \(y)"
        case .subtract: return "\(x) - \(y)"
        case .multiply: return "\(x) * \(y)"
        case .divide: return isQuick(index) ? quotient(index) : "\(x) / \(y)"
        case .negate: return "-\(x)"
        case .square: return "\(x) * \(x)"
        case .multiplyAdd: return "\(x) * \(y) + \(z)"
        case .multiplySubtract: return "\(x) * \(y) - \(z)"
        case .subtractProduct: return "\(z) - \(x) * \(y)"
        case .not: return "1.0 - \(x)"
        default: return "\(operation)_of(\(names.joined(separator: ", ")))"
        }
    }

    private func quotient(_ index: Int) -> String {
        let (instruction, names) = (program.instructions[index], names(of: index))
        let known = program.constant(instruction.b).map { "divisor_of(\(Self.number($0)), 1)" }
        let divisor = known ?? "c[\(divisions.firstIndex(of: index) ?? 0)]"
        guard let writer = step(index).writers[0], program.instructions[writer].operation == .negate else {
            return "quotient(\(names[0]), \(names[1]), \(divisor), is_quick, &test)"
        }
        // -a / b is a / -b, and of b only the sign is another one.
        return "quotient(\(self.names(of: writer)[0]), -\(names[1]), opposite_of(\(divisor)), is_quick, &test)"
    }

    /// A number by its bits.
    private static func number(_ number: Double) -> String {
        "number(0x\(String(number.bitPattern, radix: 16)) /* \(number) */)"
    }
}
