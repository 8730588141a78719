import CKernels
import SimulationEngine

/// The memory in which one thread sums up what separated formulas of edges need, a block of vertices at a time.
final class SeparatedWorkspace {
    private let separated: SeparatedEdges
    private let fields: EquationFields
    private let targets: ExpressionWorkspace?
    private let results: ExpressionWorkspace
    private let sums: ScratchMemory<Double>

    init(_ separated: SeparatedEdges, _ fields: EquationFields) {
        self.separated = separated
        self.fields = fields
        targets = separated.targets.map(ExpressionWorkspace.init)
        results = ExpressionWorkspace(separated.results)
        sums = ScratchMemory(count: separated.sums.count * ExpressionWorkspace.blockSize, repeating: 0)
    }

    /// Writes what the edges to the vertices of a block give, to the places of their formulas.
    func sum(of block: Range<Int>, _ work: EquationWork, to place: (_ fold: Int) -> UnsafeMutablePointer<Double>) {
        if let targets {
            targets.read(block, work, fields)
            if let delayed = work.delayed { targets.read(block, delayed.ofEdges) }
            targets.run(count: block.count)
        }
        results.read(block, work, fields)
        if let delayed = work.delayed { results.read(block, delayed.ofEdges) }
        for (index, sum) in separated.sums.enumerated() {
            let numbers = sums.pointer + index * ExpressionWorkspace.blockSize
            var rows = nk_summed_rows(
                starts: work.rows.starts, ends: work.rows.ends, sources: work.rows.sources, weights: work.rows.weights,
                fetch_end: UInt32(work.rows.fetchEnd), column: source(sum.source, work))
            nk_sum_rows(
                &rows, sum.target.map { target($0, block, work) }, Int64(block.lowerBound), Int64(block.count), numbers)
            results.read(fields.sum(index), from: numbers, count: block.count)
        }
        for (result, fold) in separated.folds.enumerated() { results.write(result, to: place(fold)) }
        results.run(count: block.count)
    }

    private func source(_ column: SeparatedEdges.Column, _ work: EquationWork) -> UnsafePointer<Double> {
        switch column {
        case .variable(let variable): work.column(variable)
        // There are columns of results if there are results.
        case .result(let result): (work.sources ?? work.state) + result * work.rowCount
        }
    }

    private func target(
        _ column: SeparatedEdges.Column, _ block: Range<Int>, _ work: EquationWork
    ) -> UnsafePointer<Double> {
        switch column {
        case .variable(let variable): work.column(variable) + block.lowerBound
        case .result(let result): targets?.result(result) ?? work.state
        }
    }
}
