import CKernels
import SimulationEngine

/// Computes with what the variables of edges begin, a block of edges at a time.
final class EdgeBeginning {
    private let program: ExpressionWorkspace
    private let resultCount: Int
    private let fields: EquationFields
    private let parameters: ParameterColumns
    private let draws: EventDraws?

    private let sources = ScratchMemory<Int32>(capacity: ExpressionWorkspace.blockSize)
    private let targets = ScratchMemory<Int32>(capacity: ExpressionWorkspace.blockSize)
    private let weights = ScratchMemory<Double>(capacity: ExpressionWorkspace.blockSize)
    private let places = ScratchMemory<Int32>(capacity: ExpressionWorkspace.blockSize)
    private var count = 0

    init(
        _ program: ExpressionProgram, _ fields: EquationFields, _ parameters: ParameterColumns, _ draws: EventDraws?
    ) {
        self.program = ExpressionWorkspace(program)
        resultCount = program.resultCount
        (self.fields, self.parameters, self.draws) = (fields, parameters, draws)
    }

    var isFull: Bool { count == ExpressionWorkspace.blockSize }

    /// Adds an edge, unless the block is full.
    func add(_ source: Int, _ target: Int, weight: Double, place: Int) {
        sources.pointer[count] = Int32(truncatingIfNeeded: source)
        targets.pointer[count] = Int32(truncatingIfNeeded: target)
        weights.pointer[count] = weight
        places.pointer[count] = Int32(truncatingIfNeeded: place)
        count += 1
    }

    /// Computes the numbers of the edges that have been added, and begins with another block.
    func write(to columns: EdgeNumbers.Columns, variableCount: Int) {
        run()
        for variable in 0..<variableCount {
            let column = columns.column(variable)
            for edge in 0..<count { column[Int(places.pointer[edge])] = program.result(variable)[edge] }
        }
        count = 0
    }

    /// The numbers of an edge that is not there yet.
    func numbers(of source: Int, _ target: Int, weight: Double) -> [Double] {
        add(source, target, weight: weight, place: 0)
        run()
        count = 0
        return (0..<resultCount).map { program.result($0)[0] }
    }

    private func run() {
        parameters.giveShared(to: program, fields)
        for parameter in 0..<fields.parameterCount {
            guard let column = parameters.column(parameter) else { continue }
            gather(fields.parameter(parameter), column, targets)
            gather(fields.sourceParameter(parameter), column, sources)
        }
        program.read(fields.weight, from: weights.pointer, count: count)
        program.setNodes(count: count) { Int(targets.pointer[$0]) }
        program.read(fields.sourceNode, count: count) { Double(sources.pointer[$0]) }
        draws?.drawLasting(from: sources.pointer, to: targets.pointer, count: count, for: program)
        program.run(count: count)
    }

    private func gather(_ field: Int, _ column: UnsafePointer<Double>, _ ends: ScratchMemory<Int32>) {
        if let numbers = program.numbers(of: field) { nk_gather(column, ends.pointer, Int32(count), numbers) }
    }
}
