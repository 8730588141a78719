import SimulationEngine

extension CoupledDynamics {
    /// Computes the Jacobian, of which only the blocks of vertices and edges are other than 0.
    ///
    /// It is put together from the derivatives of the rate and of the influence: those that ``NetworkDynamics`` give, or
    /// forward differences of these two functions, each for one vertex or edge alone. That is the sparsity that A. R. Curtis,
    /// M. J. D. Powell and J. K. Reid use to form several columns at once (*On the estimation of sparse Jacobian matrices*,
    /// IMA Journal of Applied Mathematics 13 (1974) 117, DOI 10.1093/imamat/13.1.117), without their need to colour: their
    /// groups are as many as the greatest degree at least, which is *n* on a star.
    ///
    /// A number is moved by 2⁻²⁶ of the greatest of its column, for which the errors of rounding and of cutting off are
    /// alike.
    ///
    /// - Complexity: O(k (n + m)) rates and influences for n vertices of k numbers and m edges, where differences of all rates
    ///   take O(k n (n + m)). GSL's matrix of (k n)² numbers is filled with zeros before.
    public func jacobian(
        at time: Double, of state: Span<Double>, into matrix: inout MutableSpan<Double>,
        timeDerivative: inout MutableSpan<Double>
    ) -> Bool {
        timeDerivative.withUnsafeMutableBufferPointer { timeDerivative in
            withPointers(state, &matrix) { state, matrix in
                guard let timeDerivative = timeDerivative.baseAddress else { return }
                formJacobian(at: time, of: state, into: matrix, timeDerivative)
            }
        }
        return true
    }

    private func formJacobian(
        at time: Double, of state: UnsafePointer<Double>, into matrix: UnsafeMutablePointer<Double>,
        _ timeDerivative: UnsafeMutablePointer<Double>
    ) {
        let (graph, population) = (graph, network.population)
        var blocks = JacobianBlocks<Dynamics>(
            states: (0..<graph.vertexCount).map { Dynamics.State(from: state + $0, stride: graph.vertexCount) },
            matrix: matrix, time: time)
        for vertex in 0..<graph.vertexCount where population.contains(vertex) {
            let neighbours = graph.inNeighbours(of: vertex).map(Int.init)
            let weights = graph.inWeights(of: vertex).map(Array.init) ?? neighbours.map { _ in 1 }
            let own = dynamics[dynamics.count > 1 ? vertex : 0]
            blocks.add(vertex, of: own, edges: zip(neighbours, weights).map { ($0, $1) })
                .write(to: timeDerivative + vertex, stride: graph.vertexCount)
        }
    }
}

/// The blocks of a Jacobian, one for each vertex and each edge.
private struct JacobianBlocks<Dynamics: NetworkDynamics> {
    typealias State = Dynamics.State

    let states: [State]
    let matrix: UnsafeMutablePointer<Double>
    let time: Double

    private let moves: [Double]
    private var numbers = [Double](repeating: 0, count: State.columnCount)

    private static var relativeMove: Double { 0x1p-26 }

    init(states: [State], matrix: UnsafeMutablePointer<Double>, time: Double) {
        self.states = states
        self.matrix = matrix
        self.time = time
        var greatest = numbers
        for state in states {
            state.write(to: &numbers, stride: 1)
            for column in numbers.indices { greatest[column] = max(greatest[column], abs(numbers[column])) }
        }
        moves = greatest.map { $0 > 0 ? $0 * Self.relativeMove : Self.relativeMove }
    }

    /// Adds what the rate of a vertex depends on, and returns its derivative by the time.
    mutating func add(_ vertex: Int, of dynamics: Dynamics, edges: [(neighbour: Int, weight: Double)]) -> State {
        let state = states[vertex]
        var input = State.zero
        for edge in edges { input += edge.weight * dynamics.influence(of: states[edge.neighbour], on: state) }
        let rate = rateDerivatives(of: dynamics, state, input)
        for (column, derivative) in rate.byState.enumerated() { add(derivative, vertex, vertex, column) }
        for edge in edges {
            let influence = influenceDerivatives(of: dynamics, from: states[edge.neighbour], to: state)
            for column in 0..<State.columnCount {
                add(edge.weight * product(rate.byInput, influence.byNeighbour[column]), vertex, edge.neighbour, column)
                add(edge.weight * product(rate.byInput, influence.byState[column]), vertex, vertex, column)
            }
        }
        return rate.byTime
    }

    /// The matrix whose columns are given times a vector.
    private mutating func product(_ columns: [State], _ vector: State) -> State {
        vector.write(to: &numbers, stride: 1)
        var sum = State.zero
        for (column, number) in zip(columns, numbers) where number != 0 { sum += number * column }
        return sum
    }

    /// Adds derivatives of the rates of a vertex by a number of another one.
    private mutating func add(_ derivative: State, _ vertex: Int, _ other: Int, _ column: Int) {
        derivative.write(to: &numbers, stride: 1)
        let (count, width) = (states.count, states.count * State.columnCount)
        for (row, number) in numbers.enumerated() {
            matrix[(row * count + vertex) * width + column * count + other] += number
        }
    }

    // MARK: Derivatives

    private mutating func rateDerivatives(
        of dynamics: Dynamics, _ state: State, _ input: State
    ) -> RateDerivatives<State> {
        if let known = dynamics.rateDerivatives(of: state, input: input, at: time) { return known }
        let time = time
        let rate = dynamics.rate(of: state, input: input, at: time)
        let later = time + Self.relativeMove * max(abs(time), 1)
        return RateDerivatives(
            byState: differences(of: state, rate) { dynamics.rate(of: $0, input: input, at: time) },
            byInput: differences(of: input, rate) { dynamics.rate(of: state, input: $0, at: time) },
            byTime: quotient(dynamics.rate(of: state, input: input, at: later), rate, later - time))
    }

    private mutating func influenceDerivatives(
        of dynamics: Dynamics, from neighbour: State, to state: State
    ) -> InfluenceDerivatives<State> {
        if let known = dynamics.influenceDerivatives(of: neighbour, on: state) { return known }
        let influence = dynamics.influence(of: neighbour, on: state)
        return InfluenceDerivatives(
            byNeighbour: differences(of: neighbour, influence) { dynamics.influence(of: $0, on: state) },
            byState: differences(of: state, influence) { dynamics.influence(of: neighbour, on: $0) })
    }

    /// The quotients of differences of a function by each number of its argument.
    private mutating func differences(of argument: State, _ value: State, _ function: (State) -> State) -> [State] {
        (0..<State.columnCount).map { column in
            argument.write(to: &numbers, stride: 1)
            let number = numbers[column]
            // Away from 0, so that what must not be negative is not; the difference of what can be stored.
            let size = max(moves[column], Self.relativeMove * abs(number))
            numbers[column] = number < 0 ? number - size : number + size
            let move = numbers[column] - number
            return quotient(function(State(from: numbers, stride: 1)), value, move)
        }
    }

    private func quotient(_ moved: State, _ value: State, _ move: Double) -> State {
        var difference = moved
        difference += -1 * value
        return 1 / move * difference
    }
}
