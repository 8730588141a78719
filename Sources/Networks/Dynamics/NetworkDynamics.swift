import CKernels
import Descriptions

/// Differential equations of one's own on a graph: what a vertex does by itself, and what its neighbours do to it.
///
///     dxᵢ/dt = rate(xᵢ, Σⱼ wᵢⱼ influence(xⱼ, xᵢ), t)
///
/// where the sum runs over the edges that lead from *j* to *i*, and *wᵢⱼ* is their weight, 1 where edges have none. A value of the
/// conforming type holds the parameters of a vertex. Implement the names, an initialiser with default parameters, and the two
/// functions; ``CoupledDynamics`` does the rest. Mark the functions `@inlinable` if the type is public in a module of its own.
///
///     struct Epidemic: NetworkDynamics {
///         static let name = "epidemic"
///         static let variables = [VertexVariable("infected", initial: 0.01, range: 0...1)]
///         static let parameters = [VertexParameter("recovery", "the rate of recovery", .nonNegative, \Epidemic.recovery)]
///
///         var recovery = 1.0
///
///         func influence(of neighbour: Double, on state: Double) -> Double { neighbour }
///
///         func rate(of state: Double, input: Double, at time: Double) -> Double {
///             (1 - state) * input - recovery * state
///         }
///     }
public protocol NetworkDynamics: Sendable {
    /// The numbers that make up the state of a vertex.
    associatedtype State: VertexVector

    /// The name of the model, as scenarios write it: in lower case with hyphens.
    static var name: String { get }

    /// The numbers of a state, in order.
    static var variables: [VertexVariable] { get }

    /// The parameters that can be set by name.
    static var parameters: [VertexParameter<Self>] { get }

    /// Creates the default parameters.
    init()

    /// The influence that an edge has on a vertex, before it is multiplied by the weight of the edge.
    ///
    /// - Parameters:
    ///   - neighbour: The state of the vertex from which the edge comes.
    ///   - state: The state of the vertex to which it leads.
    /// - Returns: The contribution to the input of that vertex.
    func influence(of neighbour: State, on state: State) -> State

    /// The rate of change of a vertex.
    ///
    /// - Parameters:
    ///   - state: Its state.
    ///   - input: The sum of what its edges bring.
    ///   - time: The time.
    /// - Returns: The time derivative of the state.
    func rate(of state: State, input: State, at time: Double) -> State

    /// The derivatives of ``rate(of:input:at:)``, for the Jacobian of implicit methods; `nil` unless implemented: they are
    /// taken by differences then.
    func rateDerivatives(of state: State, input: State, at time: Double) -> RateDerivatives<State>?

    /// The derivatives of ``influence(of:on:)``, likewise.
    func influenceDerivatives(of neighbour: State, on state: State) -> InfluenceDerivatives<State>?

    /// Computes the rates of some vertices. Leave it to the default: it stands here so that the compiler makes a version of the
    /// loop for this type.
    static func computeRates(of vertices: Range<Int>, _ work: NetworkWork<Self>)
}

extension NetworkDynamics {
    /// Not known.
    public func rateDerivatives(of state: State, input: State, at time: Double) -> RateDerivatives<State>? { nil }

    /// Not known.
    public func influenceDerivatives(of neighbour: State, on state: State) -> InfluenceDerivatives<State>? { nil }

    /// Sums up what edges bring in the order of the neighbours.
    @inlinable
    public static func computeRates(of vertices: Range<Int>, _ work: NetworkWork<Self>) {
        for vertex in vertices {
            let dynamics = work.dynamics[vertex &* work.dynamicsStride]
            let state = work.states[vertex]
            var input = State.zero
            let (start, end) = (Int(work.offsets[vertex]), Int(work.ends[vertex]))
            let middle = min(end, max(start, work.fetchEnd))
            dynamics.addInfluences(of: start..<middle, fetchingAhead: true, on: state, to: &input, work)
            dynamics.addInfluences(of: middle..<end, fetchingAhead: false, on: state, to: &input, work)
            dynamics.rate(of: state, input: input, at: work.time)
                .write(to: work.rates + vertex, stride: work.rowCount)
        }
    }

    @inlinable @inline(__always)
    func addInfluences(
        of edges: Range<Int>, fetchingAhead: Bool, on state: State, to input: inout State, _ work: NetworkWork<Self>
    ) {
        if let weights = work.weights {
            for edge in edges {
                if fetchingAhead { work.fetch(aheadOf: edge) }
                input += weights[edge] * influence(of: work.states[Int(work.neighbours[edge])], on: state)
            }
        } else {
            for edge in edges {
                if fetchingAhead { work.fetch(aheadOf: edge) }
                input += influence(of: work.states[Int(work.neighbours[edge])], on: state)
            }
        }
    }
}

/// Where the numbers lie from which ``NetworkDynamics`` computes rates. Valid only during the call.
public struct NetworkWork<Dynamics: NetworkDynamics> {
    /// The parameters of each vertex, or of all.
    @usableFromInline let dynamics: UnsafePointer<Dynamics>

    /// 1, or 0 if all vertices have the same parameters.
    @usableFromInline let dynamicsStride: Int

    /// Where the edges that lead to each vertex begin.
    @usableFromInline let offsets: UnsafePointer<UInt32>

    /// Where they end.
    @usableFromInline let ends: UnsafePointer<UInt32>

    /// Where each edge comes from.
    @usableFromInline let neighbours: UnsafePointer<Int32>

    /// The weights of the edges, if they have any.
    @usableFromInline let weights: UnsafePointer<Double>?

    /// The states of all vertices.
    @usableFromInline let states: UnsafePointer<Dynamics.State>

    @usableFromInline let time: Double

    /// The columns of the rates.
    @usableFromInline let rates: UnsafeMutablePointer<Double>
    @usableFromInline let rowCount: Int

    /// Below which edge vertices are fetched ahead.
    @usableFromInline let fetchEnd: Int

    @inlinable @inline(__always)
    func fetch(aheadOf edge: Int) {
        nk_fetch(states, neighbours[edge &+ Int(nk_fetch_distance)], MemoryLayout<Dynamics.State>.stride)
    }
}

/// A number of the state of a vertex.
public struct VertexVariable: Equatable, Sendable {
    /// The name of the field.
    public let name: String

    /// The default initial value.
    public let initial: Double

    /// Where it must be at the beginning, such as 0...1 for a probability.
    public let range: ClosedRange<Double>

    /// The unit, such as `mV`; `nil` for a number without unit.
    public let unit: String?

    /// The range as the domain of a parameter.
    public var domain: ParameterDomain {
        guard range.upperBound >= .greatestFiniteMagnitude else { return .between(range.lowerBound, range.upperBound) }
        return range.lowerBound == 0 ? .nonNegative : .any
    }

    /// Creates a variable.
    public init(
        _ name: String, initial: Double = 0,
        range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude,
        unit: String? = nil
    ) {
        self.name = name
        self.initial = initial
        self.range = range
        self.unit = unit
    }
}

/// A parameter of ``NetworkDynamics`` that can be set by name.
public struct VertexParameter<Dynamics>: Sendable {
    /// The name, in lower case with hyphens.
    public let name: String

    /// The summary, in a few words.
    public let summary: String

    /// The values that it may have.
    public let domain: ParameterDomain

    /// Where it is.
    public let path: WritableKeyPath<Dynamics, Double> & Sendable

    /// The unit, such as `mS/cm^2`; `nil` for a number without unit.
    public let unit: String?

    /// Creates a parameter.
    public init(
        _ name: String, _ summary: String, _ domain: ParameterDomain = .any,
        _ path: WritableKeyPath<Dynamics, Double> & Sendable, unit: String? = nil
    ) {
        self.unit = unit
        self.name = name
        self.summary = summary
        self.domain = domain
        self.path = path
    }
}
