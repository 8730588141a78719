import CKernels
import SimulationEngine

/// The memory in which one thread evaluates equations, a block of vertices at a time.
final class EquationWorkspace {
    private let fields: EquationFields
    private let folds: [EquationPrograms.Fold]
    let vertices: ExpressionWorkspace
    private let edges: ExpressionWorkspace?
    private let edgeFolds: [Int]

    /// How many variables of edges move, whose rates are results of the program of edges behind the others.
    private let movingCount: Int
    private let separated: SeparatedWorkspace?

    /// How many numbers of vertices, and of edges, tell on which branches rates are: results of their programs, of edges behind the
    /// others.
    private let branchCount: (ofVertices: Int, ofEdges: Int)

    /// Of what has been computed, these numbers.
    private var branches = BranchSum()

    /// False if nothing is to be computed of edges.
    private let needsEdges: Bool
    private let neighbour: NeighbourFields?

    /// Computes delays that are of each edge another; `nil` if none can be.
    private let edgeDelays: ExpressionWorkspace?

    let sources = ScratchMemory<Int32>(capacity: ExpressionWorkspace.blockSize)
    let targets = ScratchMemory<Int32>(capacity: ExpressionWorkspace.blockSize)
    let weights = ScratchMemory<Double>(count: ExpressionWorkspace.blockSize, repeating: 1)

    /// The places of edges among those that lead away, where they have variables.
    let places = ScratchMemory<Int32>(capacity: ExpressionWorkspace.blockSize)

    /// The results of the formulas of edges for the vertices of a block, one formula after the other.
    private let folded: ScratchMemory<Double>

    /// Of the vertices of a block, the sum of the weights of edges, or their number.
    private let divisors = ScratchMemory<Double>(count: ExpressionWorkspace.blockSize, repeating: 0)

    /// Allocates memory for a program of vertices, and what edges give to it, and for what is computed of edges that move if it is
    /// wanted.
    convenience init(
        _ vertexProgram: ExpressionProgram, _ programs: EquationPrograms, _ fields: EquationFields,
        ofEdges rates: EdgeRates? = nil
    ) {
        self.init(
            vertexProgram, ofEdges: rates?.program ?? programs.edges, movingCount: rates?.variables.count ?? 0,
            programs, fields)
    }

    /// Allocates memory for what tells on which branches rates are.
    convenience init(_ branches: EquationBranches, _ programs: EquationPrograms, _ fields: EquationFields) {
        let folds = Set(programs.folds.indices.map { fields.fold($0) })
        self.init(
            branches.vertices, ofEdges: branches.edges,
            branchCount: (branches.vertices.resultCount, branches.edgeCount),
            needsEdges: branches.edgeCount > 0 || !folds.isDisjoint(with: branches.vertices.usedFields), programs,
            fields)
    }

    private init(
        _ vertexProgram: ExpressionProgram, ofEdges edgeProgram: ExpressionProgram?, movingCount: Int = 0,
        branchCount: (ofVertices: Int, ofEdges: Int) = (0, 0), needsEdges: Bool = true, _ programs: EquationPrograms,
        _ fields: EquationFields
    ) {
        self.fields = fields
        folds = programs.folds
        edgeFolds = programs.edgeFolds
        neighbour = programs.neighbour
        vertices = ExpressionWorkspace(vertexProgram)
        edges = edgeProgram.map(ExpressionWorkspace.init)
        self.movingCount = movingCount
        self.branchCount = branchCount
        self.needsEdges = needsEdges && (edgeProgram != nil || !programs.folds.isEmpty)
        separated = programs.separated.map { SeparatedWorkspace($0, fields) }
        let delays = programs.delays?.ofEdges
        edgeDelays = delays.flatMap { $0.inputs.allSatisfy(\.isOfVertex) ? nil : ExpressionWorkspace($0.delays) }
        folded = ScratchMemory(count: max(1, programs.folds.count) * ExpressionWorkspace.blockSize, repeating: 0)
    }
}

extension EquationWorkspace {
    /// Gives all that vertices have to their program, whose results may be written somewhere.
    ///
    /// - Parameters:
    ///   - block: The vertices.
    ///   - work: The input.
    ///   - edgeRates: Where the rates of the variables of all edges lie, a column for each that moves.
    ///   - factor: What multiplies results that are added to something.
    /// - Returns: True if all such sums are known to be finite.
    @discardableResult
    func run(
        _ block: Range<Int>, _ work: EquationWork, ratesOfEdges edgeRates: UnsafeMutablePointer<Double>? = nil,
        times factor: Double = 0
    ) -> Bool {
        prepare(block, work, edgeRates)
        return vertices.run(count: block.count, times: factor)
    }

    /// Runs the program of a condition, with a bit for each vertex of the block: whether it holds.
    func runCondition(_ block: Range<Int>, _ work: EquationWork, into bits: UnsafeMutablePointer<UInt64>) {
        prepare(block, work, nil)
        vertices.runCondition(count: block.count, into: bits)
    }

    /// True if the program is a condition that compares variables and parameters, for any number of vertices at once.
    var comparesColumns: Bool {
        vertices.isComparison && !vertices.readsNode && !vertices.reads(fields.degree) && !needsEdges
            && neighbour == nil && edgeDelays == nil
    }

    /// Gives all that vertices have to their program.
    private func prepare(_ block: Range<Int>, _ work: EquationWork, _ edgeRates: UnsafeMutablePointer<Double>?) {
        vertices.read(block, work, fields)
        if let delayed = work.delayed { vertices.read(block, delayed.ofVertices) }
        readNeighbours(of: block, work)
        guard needsEdges else { return }
        foldEdges(of: block, work, edgeRates)
        for fold in folds.indices {
            vertices.read(fields.fold(fold), from: foldedNumbers(fold), count: block.count)
        }
    }

    /// Computes on which branches the rates of vertices, and of the edges that lead to them, are.
    func addBranches(of block: Range<Int>, _ work: EquationWork) {
        run(block, work)
        for kind in 0..<branchCount.ofVertices {
            branches.add(vertices.result(kind), count: block.count, kind: kind, first: block.lowerBound)
        }
    }

    /// What tells on which branches all is that has been computed, and forgets it.
    func takeBranches() -> UInt64 {
        defer { branches = BranchSum() }
        return branches.value
    }

    /// Runs the program for any vertices, some at a time.
    ///
    /// - Parameters:
    ///   - some: The vertices.
    ///   - work: The input.
    ///   - prepare: Is called before with those for which the program is run next, to give it what is not among the input.
    ///   - body: Is told of which of them the results are, the first and how many.
    func run(
        _ some: UnsafeBufferPointer<Int32>, _ work: EquationWork,
        preparing prepare: (UnsafeBufferPointer<Int32>) -> Void = { _ in },
        _ body: (_ first: Int, _ count: Int) -> Void
    ) {
        guard folds.isEmpty else {
            for index in some.indices {
                prepare(UnsafeBufferPointer(rebasing: some[index...index]))
                run(Int(some[index])..<Int(some[index]) + 1, work)
                body(index, 1)
            }
            return
        }
        for range in some.indices.blocks {
            let first = range.lowerBound
            let block = UnsafeBufferPointer(rebasing: some[range])
            prepare(block)
            self.vertices.read(block, work, fields)
            if let delayed = work.delayed { self.vertices.read(block, delayed.ofVertices) }
            self.vertices.run(count: block.count)
            body(first, block.count)
        }
    }

    /// Gathers what the neighbours have that are drawn for the vertices of a block.
    private func readNeighbours(of block: Range<Int>, _ work: EquationWork) {
        guard let first = neighbour?.fields.lowerBound, let neighbours = work.neighbours else { return }
        func gather(_ field: Int, _ column: UnsafePointer<Double>) {
            guard let numbers = vertices.numbers(of: first + field) else { return }
            nk_gather(column, neighbours + block.lowerBound, Int32(block.count), numbers)
        }
        for variable in 0..<fields.variableCount { gather(fields.variable(variable), work.column(variable)) }
        for parameter in 0..<fields.parameterCount {
            if let column = work.parameters.column(parameter) {
                gather(fields.parameter(parameter), column)
            } else {
                vertices.set(first + fields.parameter(parameter), to: work.parameters.values[parameter][0])
            }
        }
        vertices.read(first + fields.degree, count: block.count) {
            work.rows.degree(of: Int(neighbours[block.lowerBound + $0]))
        }
        vertices.read(first + fields.degree + 1, count: block.count) { Double(neighbours[block.lowerBound + $0]) }
    }

    /// The results of a formula of edges, a number for each vertex of the block.
    func foldedNumbers(_ fold: Int) -> UnsafeMutablePointer<Double> {
        folded.pointer + fold * ExpressionWorkspace.blockSize
    }

    private func foldEdges(
        of block: Range<Int>, _ work: EquationWork, _ edgeRates: UnsafeMutablePointer<Double>?
    ) {
        separated?.sum(of: block, work) { foldedNumbers($0) }
        if let edges {
            for fold in edgeFolds { foldedNumbers(fold).update(repeating: folds[fold].empty, count: block.count) }
            // Other edges have other positions, so that what one of them changes is not undone by another.
            var position = block.lowerBound << 32
            runEdges(of: block, by: edges, work) { count, weights, place in
                for (result, fold) in edgeFolds.enumerated() {
                    nk_fold(
                        folds[fold].kind, targets.pointer, edges.result(result),
                        folds[fold].isWeighted ? weights : nil, Int32(count), foldedNumbers(fold))
                }
                for kind in 0..<branchCount.ofEdges {
                    branches.add(
                        edges.result(edgeFolds.count + kind), count: count, kind: branchCount.ofVertices + kind,
                        first: position)
                }
                position += count
                guard let edgeRates, let columns = work.edges else { return }
                for slot in 0..<movingCount {
                    (edgeRates + slot * columns.placeCount + place).update(
                        from: edges.result(edgeFolds.count + slot), count: count)
                }
            }
        }
        for (index, fold) in folds.enumerated() where fold.isMean {
            let divisors = divisors(of: block, isWeighted: fold.isWeighted, work)
            let numbers = foldedNumbers(index)
            for row in 0..<block.count where divisors[row] != 0 { numbers[row] /= divisors[row] }
        }
    }

    /// Of each vertex of a block, the sum of the weights of its edges, or their number.
    func divisors(of block: Range<Int>, isWeighted: Bool, _ work: EquationWork) -> UnsafeMutablePointer<Double> {
        let divisors = divisors.pointer
        for row in 0..<block.count {
            let edges = work.rows.starts[block.lowerBound + row]..<work.rows.ends[block.lowerBound + row]
            guard isWeighted, let weights = work.rows.weights else {
                divisors[row] = Double(edges.count)
                continue
            }
            divisors[row] = edges.reduce(0) { $0 + weights[Int($1)] }
        }
        return divisors
    }

    /// Runs a program for the edges that lead to vertices of a block, in blocks.
    ///
    /// - Parameters:
    ///   - block: The vertices.
    ///   - edges: The program.
    ///   - work: Its input.
    ///   - body: Is told how many edges the program has been run for, whose ends are in ``sources`` and ``targets``, their
    ///     weights, if they have any, and the place of the first where the numbers of edges lie in this order.
    func runEdges(
        of block: Range<Int>, by edges: ExpressionWorkspace, _ work: EquationWork,
        _ body: (_ count: Int, _ weights: UnsafePointer<Double>?, _ place: Int) -> Void
    ) {
        edges.setTime(to: work.time)
        work.parameters.giveShared(to: edges, fields)
        if let edgeDelays { work.parameters.giveShared(to: edgeDelays, fields) }
        let isWeighted = work.rows.weights != nil
        let needsWeights =
            isWeighted || edges.reads(fields.weight) || edgeDelays?.reads(fields.weight) ?? false
        var rest = nk_edges(
            starts: work.rows.starts + block.lowerBound, ends: work.rows.ends + block.lowerBound,
            sources: work.rows.sources, weights: work.rows.weights, row: 0, end: Int64(block.count), taken: 0)
        let first = work.edges?.firstPlaces.map { Int($0[block.lowerBound]) }
        var taken = 0
        while true {
            if let columns = work.edges, first == nil { takePlaces(columns, of: rest) }
            let count = nk_take_edges(
                &rest, Int32(ExpressionWorkspace.blockSize), sources.pointer, targets.pointer,
                needsWeights ? weights.pointer : nil)
            guard count > 0 else { return }
            let place = first.map { $0 + taken }
            gather(Int(count), to: edges, block.lowerBound, work, at: place)
            edges.run(count: Int(count))
            body(Int(count), isWeighted ? UnsafePointer(weights.pointer) : nil, place ?? 0)
            taken += Int(count)
        }
    }

    /// Takes the places of the edges that are taken next.
    private func takePlaces(_ columns: EdgeNumbers.Columns, of edges: nk_edges) {
        var edges = edges
        edges.sources = columns.incomingPlaces
        _ = nk_take_edges(&edges, Int32(ExpressionWorkspace.blockSize), places.pointer, targets.pointer, nil)
    }

    /// Copies what edges and the vertices at their ends have for the program of edges.
    ///
    /// - Parameters:
    ///   - count: How many edges.
    ///   - edges: The program.
    ///   - first: The vertex from which targets are counted.
    ///   - work: The input.
    ///   - place: The place of the first edge where those of all follow it; if not, they are in ``places``.
    func gather(_ count: Int, to edges: ExpressionWorkspace, _ first: Int, _ work: EquationWork, at place: Int? = nil) {
        let length = Int32(count)
        func gather(_ field: Int, _ column: UnsafePointer<Double>, _ rows: UnsafeMutablePointer<Int32>) {
            if let numbers = edges.numbers(of: field) { nk_gather(column, rows, length, numbers) }
        }
        for variable in 0..<fields.variableCount {
            gather(fields.variable(variable), work.column(variable) + first, targets.pointer)
            gather(fields.sourceVariable(variable), work.column(variable), sources.pointer)
        }
        for parameter in 0..<fields.parameterCount {
            guard let column = work.parameters.column(parameter) else { continue }
            gather(fields.parameter(parameter), column + first, targets.pointer)
            gather(fields.sourceParameter(parameter), column, sources.pointer)
        }
        if let columns = work.edges {
            for variable in 0..<fields.edgeVariableCount {
                let (field, column) = (fields.edgeVariable(variable), columns.column(variable))
                if let place {
                    edges.read(field, from: column + place, count: count)
                } else {
                    gather(field, column, places.pointer)
                }
            }
        }
        edges.read(fields.degree, count: count) { work.rows.degree(of: first + Int(targets.pointer[$0])) }
        edges.read(fields.sourceDegree, count: count) { work.rows.degree(of: Int(sources.pointer[$0])) }
        edges.read(fields.sourceNode, count: count) { Double(sources.pointer[$0]) }
        if edges.reads(fields.weight) { edges.read(fields.weight, from: weights.pointer, count: count) }
        edges.setNodes(count: count) { first + Int(targets.pointer[$0]) }
        if let delayed = work.delayed { gatherEarlier(count, delayed, to: edges, first, work, at: place) }
    }

    /// Copies the earlier values of both ends of edges.
    private func gatherEarlier(
        _ count: Int, _ delayed: DelayedNumbers, to edges: ExpressionWorkspace, _ first: Int, _ work: EquationWork,
        at place: Int?
    ) {
        var delays: ExpressionWorkspace?
        for (index, input) in delayed.ofEdges.inputs.enumerated() {
            guard let numbers = edges.numbers(of: input.field) else { continue }
            let rows = input.isOfSource ? sources.pointer : targets.pointer
            let firstRow = input.isOfSource ? 0 : first
            if let column = delayed.ofEdges.column(index) {
                nk_gather(column + firstRow, rows, Int32(count), numbers)
                continue
            }
            if delays == nil, let edgeDelays {
                gather(count, to: edgeDelays, first, work, at: place)
                edgeDelays.run(count: count)
                delays = edgeDelays
            }
            guard let own = delays?.result(index) else { continue }
            let (kept, values) = (delayed.ofEdges.kept(input), work.column(input.variable) + firstRow)
            for edge in 0..<count {
                let row = Int(rows[edge])
                let place = delayed.history.place(own[edge], before: work.time)
                numbers[edge] = place?.value(kept, firstRow + row) ?? values[row]
            }
        }
    }

    /// Calls a closure with those delays of edges that lead to vertices which are not delays of a vertex.
    func delays(
        of vertices: Range<Int>, _ work: EquationWork,
        _ note: (_ input: Int, _ delay: Double, _ owner: Delay.Owner) -> Void
    ) {
        guard let edgeDelays else { return }
        for block in vertices.blocks {
            runEdges(of: block, by: edgeDelays, work) { count, _, _ in
                for (index, input) in (work.delayed?.ofEdges.inputs ?? []).enumerated() where !input.isOfVertex {
                    for edge in 0..<count {
                        let (source, target) = (sources.pointer[edge], targets.pointer[edge])
                        note(
                            index, edgeDelays.result(index)[edge],
                            .edge(source: Int(source), target: block.lowerBound + Int(target)))
                    }
                }
            }
        }
    }
}

extension ExpressionWorkspace {
    /// Reads all that the vertices of a block have, but for what edges give.
    func read(_ block: Range<Int>, _ work: EquationWork, _ fields: EquationFields) {
        for variable in 0..<fields.variableCount {
            read(fields.variable(variable), from: work.column(variable) + block.lowerBound, count: block.count)
        }
        work.parameters.give(to: self, of: block) { fields.parameter($0) }
        setTime(to: work.time)
        setNodes(block)
        read(fields.degree, count: block.count) { work.rows.degree(of: block.lowerBound + $0) }
    }

    /// Computes what each element of the next block has of a field, if that is read.
    @inline(__always)
    func read(_ field: Int, count: Int, _ number: (_ element: Int) -> Double) {
        guard let numbers = numbers(of: field) else { return }
        for element in 0..<count { numbers[element] = number(element) }
    }
}

extension ExpressionWorkspace {
    /// Gathers all that some vertices have, but for what edges give.
    func read(_ some: UnsafeBufferPointer<Int32>, _ work: EquationWork, _ fields: EquationFields) {
        for variable in 0..<fields.variableCount {
            guard let numbers = numbers(of: fields.variable(variable)) else { continue }
            nk_gather(work.column(variable), some.baseAddress, Int32(some.count), numbers)
        }
        setTime(to: work.time)
        readParameters(some, work, fields)
    }

    /// Gathers what some vertices have besides their variables and what edges give.
    func readParameters(_ some: UnsafeBufferPointer<Int32>, _ work: EquationWork, _ fields: EquationFields) {
        for parameter in 0..<fields.parameterCount {
            guard let column = work.parameters.column(parameter) else {
                set(fields.parameter(parameter), to: work.parameters.values[parameter][0])
                continue
            }
            guard let numbers = numbers(of: fields.parameter(parameter)) else { continue }
            nk_gather(column, some.baseAddress, Int32(some.count), numbers)
        }
        setNodes(count: some.count) { Int(some[$0]) }
        read(fields.degree, count: some.count) { work.rows.degree(of: Int(some[$0])) }
    }
}

/// Where the numbers lie of which equations are evaluated. Valid only during the call, as long as
/// the system holds its objects, so that a copy costs nothing.
struct EquationWork {
    let time: Double
    let state: UnsafePointer<Double>
    let rowCount: Int
    unowned(unsafe) let parameters: ParameterColumns
    let rows: Rows

    /// The numbers of each vertex as the source of edges, a column for each formula.
    let sources: UnsafePointer<Double>?

    /// The neighbour that has been drawn for each vertex; `nil` if formulas speak of none.
    let neighbours: UnsafePointer<Int32>?

    /// The variables of edges; `nil` if they have none.
    let edges: EdgeNumbers.Columns?

    /// The earlier values of variables; `nil` if none are read.
    unowned(unsafe) let delayed: DelayedNumbers?

    /// The edges that lead to each vertex.
    struct Rows {
        let starts: UnsafePointer<UInt32>
        let ends: UnsafePointer<UInt32>
        let sources: UnsafePointer<Int32>?

        /// Below which place numbers are fetched ahead.
        let fetchEnd: Int
        let weights: UnsafePointer<Double>?

        /// How many edges lead to a vertex.
        func degree(of vertex: Int) -> Double { Double(ends[vertex] - starts[vertex]) }
    }

    func column(_ variable: Int) -> UnsafePointer<Double> { state + variable * rowCount }
}
