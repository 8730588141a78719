import Descriptions

/// An error in the parameters of a model on a network.
public enum NetworkModelError: Error, Equatable, Sendable {
    /// There must be one for each vertex.
    case wrongCount(of: String, count: Int, vertexCount: Int)

    /// A parameter must be finite.
    case notFinite(String, value: Double)

    /// A parameter must be finite and greater than 0.
    case notPositive(String, value: Double)

    /// A rate must be finite and not negative.
    case invalidRate(String, value: Double)

    /// A rate of a compartment model must be 0, or one that can be computed with
    /// (``TransitionTable/possibleRates``).
    case rateOutOfReach(String, value: Double)

    /// There must be from 1 to 256 compartments.
    case wrongCompartmentCount(Int)

    /// A compartment stands twice.
    case repeatedCompartment(String)

    /// A transition or a vertex names a compartment that is not in the table.
    case unknownCompartment(String)

    /// A transition must lead from one compartment to another.
    case idleTransition(String)

    /// A rate is to be set of a transition that is not in the table.
    case missingTransition(String, source: String, target: String)

    /// Weights must not be negative where they multiply rates.
    case negativeWeight(Double, vertex: Int)

    /// A weight that multiplies rates must be 0, or one that can be computed with (``TransitionTable/possibleRates``).
    case weightOutOfReach(Double, vertex: Int)

    /// More vertices are to be chosen than there are.
    case tooManyChosen(Int, vertexCount: Int)

    /// A number of vertices is negative, or greater than that of all vertices of a graph can be.
    case invalidCount(Int)

    /// In a mean field all vertices act on all, so that a graph must have no edges or all, without weights.
    case edgesInMeanField(edgeCount: Int, vertexCount: Int)

    /// There must be a noise for each variable.
    case wrongNoiseCount(Int, variableCount: Int)

    /// There must be a variable for each number of a state.
    case wrongVariableCount(Int, columnCount: Int)

    /// A parameter must be in its domain.
    case invalidParameter(String, ParameterDomain, value: Double)

    /// A variable of an edge must begin with a finite number.
    case edgeNotFinite(String, value: Double, source: Int, target: Int)

    /// The graph must have the numbers of edges that equations take from it.
    case missingEdgeNumbers(String)

    /// There are more edges than can have variables.
    case tooManyEdges(Int)

    /// Events draw numbers, for which there must be streams.
    case missingStreams

    /// An initial state must be in the range of its variable.
    case outOfRange(String, value: Double, vertex: Int, range: ClosedRange<Double>)
}

extension NetworkModelError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .wrongCount(let what, let count, let vertexCount):
            "there are \(count) \(what), but \(vertexCount) vertices: there must be one for each vertex"
        case .notFinite(let what, let value):
            "\(what): \(value) is not a finite number"
        case .notPositive(let what, let value):
            "\(what) is \(value), but must be a finite number that is greater than 0"
        case .invalidRate(let what, let value):
            "\(what) is \(value), but must be a finite number that is 0 or greater"
        case .rateOutOfReach(let what, let value):
            "\(what) is \(value), but must be 0, or from 1e-100 to 1e100: choose another unit of time"
        case .wrongCompartmentCount(let count):
            "there are \(count) compartments, but there must be from 1 to 256"
        case .repeatedCompartment(let name):
            "the compartment '\(name)' stands twice"
        case .unknownCompartment(let name):
            "'\(name)' is not among the compartments of the model"
        case .idleTransition(let name):
            "a transition leads from \(name) to itself, but must lead to another compartment"
        case .missingTransition(let rate, let source, let target):
            "'\(rate)' is a rate of transitions from \(source) to \(target), of which the model has none"
        case .negativeWeight(let weight, let vertex):
            "an edge of vertex \(vertex) has the weight \(weight), but weights multiply rates and must be 0 or greater"
        case .weightOutOfReach(let weight, let vertex):
            "an edge of vertex \(vertex) has the weight \(weight), but weights multiply rates and must be 0, or from 1e-100 "
                + "to 1e100: choose another unit of weights, or of time"
        case .tooManyChosen(let count, let vertexCount):
            "\(count) vertices are to be chosen, but there are only \(vertexCount)"
        case .invalidCount(let count):
            "there cannot be \(count) vertices: their number must be from 0 to \(Int32.max)"
        case .edgesInMeanField(let edgeCount, let vertexCount):
            "in a mean field all of the \(vertexCount) vertices act on all, but the graph has \(edgeCount) edges of its own: "
                + "it must be complete and without weights, or have no edges"
        case .wrongVariableCount(let count, let columnCount):
            "the dynamics have \(count) variables, but a state has \(columnCount) numbers: there must be one for each"
        case .wrongNoiseCount(let count, let variableCount):
            "there are \(count) noises, but \(variableCount) variables: there must be one for each variable"
        case .invalidParameter(let name, let domain, let value):
            "\(name) is \(value), but must be \(domain.words)"
        case .edgeNotFinite(let name, let value, let source, let target):
            GraphError.edgeVariableNotFinite(name, value: value, source, target).description
        case .missingEdgeNumbers(let name):
            "the edges of the graph have no numbers '\(name)': give them to it, by 'setEdgeNumbers' or with the columns of an edge list"
        case .tooManyEdges(let count):
            "\(count) edges cannot have variables: there can be at most 2³¹ − 1, and half as many where edges have no direction"
        case .missingStreams:
            "the events or edges draw numbers that they call 'random', but there is nothing to draw them from: give the model 'streams'"
        case .outOfRange(let name, let value, let vertex, let range):
            "\(name) of node \(vertex) is \(value.plain), but must be "
                + (range.upperBound < Double.greatestFiniteMagnitude
                    ? "between \(range.lowerBound.plain) and \(range.upperBound.plain)"
                    : range.lowerBound == 0 ? "a finite number that is 0 or greater" : "a finite number")
        }
    }
}

extension NetworkModelError {
    static func check(_ values: [Double], of what: String, vertexCount: Int) throws(NetworkModelError) {
        guard values.count == vertexCount else {
            throw .wrongCount(of: what, count: values.count, vertexCount: vertexCount)
        }
        if let value = values.first(where: { !$0.isFinite }) { throw .notFinite(what, value: value) }
    }
}
