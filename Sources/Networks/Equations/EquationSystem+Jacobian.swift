import SimulationEngine

extension EquationSystem {
    /// True if the Jacobian is known: not where vertices take products or extremes over edges.
    var knowsJacobian: Bool { equations.programs.derivatives != nil }

    /// Computes the Jacobian from the derivatives of formulas, if it is known.
    ///
    /// - Complexity: O(operations · k² (n + m)) for n vertices of k variables and m edges, and GSL's matrix of (k n)² numbers.
    func formJacobian(
        at time: Double, of state: UnsafePointer<Double>, into matrix: UnsafeMutablePointer<Double>,
        _ timeDerivative: UnsafeMutablePointer<Double>
    ) {
        guard let derivatives = equations.programs.derivatives else { return }
        let target = JacobianTarget(matrix: matrix, timeDerivative: timeDerivative, rowCount: network.graph.vertexCount)
        withWork(at: time, of: state) { work in
            let blocks = JacobianBlocks(derivatives, equations.programs, fields, work, target, rests)
            for block in (0..<work.rowCount).blocks { blocks.add(block, unlessIn: network.population) }
        }
    }
}

/// Where a Jacobian is written.
private struct JacobianTarget {
    let matrix: UnsafeMutablePointer<Double>
    let timeDerivative: UnsafeMutablePointer<Double>
    let rowCount: Int
}

/// Computes the blocks of a Jacobian, one for each vertex and each edge.
private struct JacobianBlocks {
    private let fields: EquationFields
    private let folds: [EquationPrograms.Fold]
    private let vertices: EquationWorkspace
    private let edges: ExpressionWorkspace?
    private let work: EquationWork
    private let target: JacobianTarget
    private let rests: RestingVariables

    init(
        _ derivatives: EquationDerivatives, _ programs: EquationPrograms, _ fields: EquationFields,
        _ work: EquationWork, _ target: JacobianTarget, _ rests: RestingVariables
    ) {
        self.fields = fields
        folds = programs.folds
        vertices = EquationWorkspace(derivatives.rates, programs, fields)
        edges = derivatives.edges.map(ExpressionWorkspace.init)
        self.work = work
        self.target = target
        self.rests = rests
    }

    /// Adds what the rates of vertices depend on.
    func add(_ block: Range<Int>, unlessIn population: Population) {
        vertices.run(block, work)
        let count = fields.variableCount
        for row in 0..<count {
            for vertex in block where population.contains(vertex) && !rests.contains(row, of: vertex) {
                for column in 0..<count { add(ofRate(row, column, vertex, block), row, vertex, column, vertex) }
                target.timeDerivative[row * target.rowCount + vertex] += ofRate(
                    row, count + folds.count, vertex, block)
            }
        }
        addEdges(of: block, population)
    }

    /// A derivative of a rate of a vertex.
    private func ofRate(_ row: Int, _ result: Int, _ vertex: Int, _ block: Range<Int>) -> Double {
        let resultCount = fields.variableCount + folds.count + 1
        return vertices.vertices.result(row * resultCount + result)[vertex - block.lowerBound]
    }

    private func addEdges(of block: Range<Int>, _ population: Population) {
        guard let edges else { return }
        let divisors = folds.map { fold -> [Double] in
            guard fold.isMean else { return [Double](repeating: 1, count: block.count) }
            let divisors = vertices.divisors(of: block, isWeighted: fold.isWeighted, work)
            return Array(UnsafeBufferPointer(start: divisors, count: block.count))
        }
        vertices.runEdges(of: block, by: edges, work) { count, weights, _ in
            for edge in 0..<count {
                let row = Int(vertices.targets.pointer[edge])
                guard population.contains(block.lowerBound + row) else { continue }
                for (index, fold) in folds.enumerated() {
                    let weight = fold.isWeighted ? weights?[edge] ?? 1 : 1
                    add(edge, index, factor: weight / divisors[index][row], block, edges)
                }
            }
        }
    }

    /// Adds what rates depend on by a formula of an edge.
    private func add(
        _ edge: Int, _ fold: Int, factor: Double, _ block: Range<Int>, _ edges: ExpressionWorkspace
    ) {
        let count = fields.variableCount
        let source = Int(vertices.sources.pointer[edge])
        let vertex = block.lowerBound + Int(vertices.targets.pointer[edge])
        func derivative(_ result: Int) -> Double { edges.result(fold * (2 * count + 1) + result)[edge] }
        for row in 0..<count where !rests.contains(row, of: vertex) {
            let ofFold = ofRate(row, count + fold, vertex, block) * factor
            guard ofFold != 0 else { continue }
            for column in 0..<count {
                add(ofFold * derivative(column), row, vertex, column, vertex)
                add(ofFold * derivative(count + column), row, vertex, column, source)
            }
            target.timeDerivative[row * target.rowCount + vertex] += ofFold * derivative(2 * count)
        }
    }

    private func add(_ derivative: Double, _ row: Int, _ vertex: Int, _ column: Int, _ other: Int) {
        let width = target.rowCount * fields.variableCount
        target.matrix[(row * target.rowCount + vertex) * width + column * target.rowCount + other] += derivative
    }
}
