import GSL
import Testing

@testable import SimulationEngine

/// Programs as kernels run them, two operations at once, against one operation after the other.
@Suite struct KernelInstructionTests {
    private static let inputs = ["a", "b", "c", "d"]

    /// A random formula of sums, differences, products, quotients and opposites.
    private func formula(_ random: inout RandomWords, depth: Int) -> String {
        guard depth > 0, random.below(6) > 0 else {
            return random.below(4) == 0 ? ["20", "0.7", "3", "5"][random.below(4)] : Self.inputs[random.below(4)]
        }
        let left = formula(&random, depth: depth - 1)
        guard random.below(6) > 0 else { return "(-\(left))" }
        return "(\(left) \(["+", "-", "*", "/"][random.below(4)]) \(formula(&random, depth: depth - 1)))"
    }

    /// What a program gives, operation by operation.
    private func results(of program: ExpressionProgram, _ fields: [Double]) -> [Double] {
        var numbers = program.slots.map { slot in
            switch slot {
            case .field(let field): fields[field]
            case .constant(let bits): Double(bitPattern: bits)
            default: Double.nan
            }
        }
        for instruction in program.instructions {
            let operands = [instruction.a, instruction.b, instruction.c].map { numbers[Int($0)] }
            numbers[Int(instruction.result)] = instruction.operation.result(
                of: Array(operands.prefix(instruction.operation.operandCount)))
        }
        return program.results.map { numbers[$0] }
    }

    @Test("They have the bits of one operation after the other, however formulas share what they are made of")
    func bits() throws {
        var random = try RandomStreams(seed: 3).words(for: .initialState)
        var (before, after) = (0, 0)
        for _ in 0..<600 {
            var formulas = Formulas(inputs: Self.inputs)
            let shared = formula(&random, depth: 2)
            let texts = (0..<1 + random.below(3)).map { _ in
                let text = formula(&random, depth: 4)
                return random.below(2) == 0 ? text : "\(text) - \(shared) * (\(shared) + a)"
            }
            let wanted = try texts.map { try formulas.read($0) }
            let program = formulas.program(of: wanted)
            before += program.instructions.count
            after += KernelInstructions(of: program).count
            let count = 16
            let columns = Self.inputs.map { _ in (0..<count).map { _ in random.uniform() * 4 - 2 } }
            let workspace = ExpressionWorkspace(program)
            // A column, or the same number for all.
            let isShared = Self.inputs.map { _ in random.below(4) == 0 }
            for (field, column) in columns.enumerated() {
                guard !isShared[field] else { workspace.set(field, to: column[0]); continue }
                workspace.numbers(of: field)?.update(from: column, count: count)
            }
            workspace.run(count: count)
            for row in 0..<count {
                let fields = columns.indices.map { columns[$0][isShared[$0] ? 0 : row] }
                for (result, wanted) in results(of: program, fields).enumerated() {
                    let found = workspace.result(result)[row]
                    #expect(
                        wanted.isNaN ? found.isNaN : found.bitPattern == wanted.bitPattern, "\(texts) at \(fields)")
                }
            }
        }
        #expect(after < before)
    }

    @Test(
        "Two operations are one where nothing else reads what is between them",
        arguments: [
            (["(a + b - (c + 49)) / 20", "-a / 5"], 4), (["(a - b) / c"], 1), (["(a - b) * (a - b)"], 2),
            (["(a + b) * c", "(a + b) * d"], 3), (["a - (b - c)"], 1), (["c / (a + b)"], 2),
        ])
    func counts(texts: [String], count: Int) throws {
        var formulas = Formulas(inputs: Self.inputs)
        let wanted = try texts.map { try formulas.read($0) }
        let program = formulas.program(of: wanted)
        #expect(KernelInstructions(of: program).count == count)
    }

    @Test("Any number of elements whose numbers lie elsewhere are computed as one block after the other is")
    func manyBlocks() throws {
        var random = try RandomStreams(seed: 4).words(for: .initialState)
        for round in 0..<200 {
            var formulas = Formulas(inputs: Self.inputs)
            let wanted = try (0..<1 + random.below(3)).map { _ in try formulas.read(formula(&random, depth: 4)) }
            let program = formulas.program(of: wanted)
            let count = 8 * (1 + random.below(150))
            let columns = Self.inputs.map { _ in (0..<count).map { _ in random.uniform() * 4 - 2 } }
            let isShared = Self.inputs.map { _ in random.below(4) == 0 }
            let (isAdded, factor) = (round % 2 == 0, round % 7 == 0 ? 1e308 : random.uniform())
            func results(blockSize: Int) -> ([[UInt64]], areFinite: Bool, done: [Int]) {
                let workspace = ExpressionWorkspace(program)
                var found = wanted.map { _ in [Double](repeating: 7, count: count) }
                var (areFinite, done) = (true, [Int](repeating: 0, count: count))
                for first in stride(from: 0, to: count, by: blockSize) {
                    let length = min(blockSize, count - first)
                    for (field, column) in columns.enumerated() {
                        column.withUnsafeBufferPointer { column in
                            guard let start = column.baseAddress else { return }
                            if isShared[field] {
                                workspace.set(field, to: start[0])
                            } else {
                                workspace.read(field, from: start + first, count: length)
                            }
                        }
                    }
                    for result in wanted.indices {
                        found[result].withUnsafeMutableBufferPointer { found in
                            columns[0].withUnsafeBufferPointer { base in
                                guard let target = found.baseAddress, let base = base.baseAddress else { return }
                                workspace.write(result, to: target + first, addedTo: isAdded ? base + first : nil)
                            }
                        }
                    }
                    let isFinite = workspace.run(count: length, times: factor) {
                        for element in $0 { done[first + element] += 1 }
                    }
                    areFinite = areFinite && isFinite
                }
                return (found.map { $0.map { $0.isNaN ? 0 : $0.bitPattern } }, areFinite, done)
            }
            let (together, inBlocks) = (results(blockSize: count), results(blockSize: 256))
            #expect(together.0 == inBlocks.0)
            #expect(together.areFinite == inBlocks.areFinite)
            #expect(together.done.allSatisfy { $0 == 1 } && inBlocks.done == together.done)
        }
    }

    @Test("A condition has a bit for each element, with and without a comparison at its end")
    func conditions() throws {
        for text in ["a > 1", "a > 1 and b < 2", "not a <= 1", "a == b", "1 < 2"] {
            var formulas = Formulas(inputs: Self.inputs)
            let condition = try formulas.read(text)
            let program = formulas.program(of: [condition])
            let (workspace, other) = (ExpressionWorkspace(program), ExpressionWorkspace(program))
            for count in [256, 13, 64, 65] {
                var bits = [UInt64](repeating: 0, count: 4)
                for workspace in [workspace, other] {
                    for row in 0..<count {
                        workspace.numbers(of: 0)?[row] = [0, 1, 2, .nan][row % 4]
                        workspace.numbers(of: 1)?[row] = Double(row % 3)
                    }
                }
                workspace.runCondition(count: count, into: &bits)
                other.run(count: count)
                for row in 0..<count {
                    #expect((bits[row / 64] >> UInt64(row % 64) & 1 == 1) == (other.result(0)[row] == 1), "\(text)")
                }
            }
        }
    }
}
