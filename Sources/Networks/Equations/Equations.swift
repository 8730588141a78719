import Descriptions
import SimulationEngine

/// Differential equations of the vertices of a graph, as texts:
///
///     dxᵢ/dt = rate(xᵢ, parameters, sums over edges, t), with noise
///
///     let cells = try Equations(
///         variables: [VertexVariable("v", initial: -1.2), VertexVariable("w", initial: -0.6)],
///         parameters: [EquationParameter("current", 0.5), EquationParameter("strength", 0.1)],
///         definitions: ["cubic": "v - v^3 / 3"],
///         edges: ["pull": .sum("strength * (from.v - v)")],
///         rates: ["v": "cubic - w + current + pull", "w": "0.08 * (v + 0.7 - 0.8 * w)"])
///     let model = try EquationModel<SIMD2<Double>>(cells, on: graph)
///
/// Formulas are written as `FieldExpression` of SimulationEngine describes it. Their names are those of variables, parameters and
/// definitions, `time`, `node`, and `degree`, the number of edges that lead to the vertex. Rates, noise and definitions may use
/// what edges give, by its name.
///
/// Formulas of edges are those of the vertex to which the edge leads, whose names may be written with `to.` before; names with
/// `from.` before, `from.degree` and `from.node` among them, are those of the vertex from which it comes. `weight`, or `edge.weight`,
/// is the weight of the edge, and names with `edge.` before are its variables.
///
/// `delayed(x, tau)` is a variable the time `tau` ago, in formulas of rates, noise and edges, whose delays may also be made of what
/// `edge.` stands before. Such equations are moved by methods of fixed step that a `Simulation` calls.
///
/// Variables and parameters may be the components of vectors (``VertexVariable/vector(_:initial:components:range:unit:)``). Formulas of
/// vectors are then rates, noise, definitions, sums and means over edges, and what events set and send; each stands for one formula of
/// each component, and a number is the strength of noise of all components.
///
/// Edges have variables of their own if there are `edgeVariables`: numbers that events change (``VertexEvent``), and that move by
/// rates, and by noise, if there are such of their names with `edge.` before, formulas as those of edges.
///
/// They are compiled once, and evaluated for blocks of vertices and edges. Numbers of a vertex are summed up in the order of its
/// neighbours.
public struct Equations: Sendable {
    /// The variables, in the order of the columns of the state.
    public let variables: [VertexVariable]

    /// The parameters.
    public let parameters: [EquationParameter]

    /// The names of the variables of edges: first those that begin with formulas, then those that begin with numbers of the graph.
    public let edgeVariables: [String]

    /// The units of variables of edges by their names, of those that have one.
    public let edgeUnits: [String: String]

    var programs: EquationPrograms

    /// True if rates or noise follow from states of before.
    package var hasDelays: Bool { programs.delays != nil }

    /// True if formulas use ``randomName``, a parameter behind the others that is drawn for each vertex and step.
    let areRandom: Bool

    /// What formulas of a map call a number that is drawn.
    package static let randomName = "random"

    /// What stands before the names of variables of edges.
    package static let edgePrefix = "edge."

    /// What stands before the names of a neighbour that is drawn.
    package static let neighbourPrefix = "neighbour."

    /// Compiles equations.
    ///
    /// - Parameters:
    ///   - variables: The numbers of the state of a vertex.
    ///   - parameters: Numbers that formulas name, for all vertices or for each.
    ///   - tables: Functions of one number that formulas may call: natural cubic splines through points in ascending order. Beyond the
    ///     ends of a table the function is not a number.
    ///   - definitions: Names for formulas, which formulas behind them and those of edges, rates and noise may use. Edges may use
    ///     only those that do not use edges.
    ///   - edges: The values that edges to a vertex give together.
    ///   - rates: The rate of change of each variable, and of variables of edges that move by themselves.
    ///   - noise: The strength of the noise of variables, and of variables of edges, by which white noise is multiplied. Variables of edges
    ///     move then, by the rate 0 unless there is another one. Where edges have no direction, the numbers of both have the same noise.
    ///   - edgeVariables: The variables of edges, and the formulas with which they begin: of the weight, of parameters of both ends, and of
    ///     `edge.random`. Formulas of edges and of events write `edge.` before their names.
    ///   - edgeNumbers: The names of further variables of edges, which begin with the numbers that the graph has of these names
    ///     (`Graph.setEdgeNumbers(_:)`).
    ///   - edgeUnits: The units of variables of edges by their names, such as `nS`; those without are numbers without unit. Where one begins
    ///     with a number alone, as with numbers of the graph, that is in its unit.
    ///   - events: The events of vertices at which conditions come to hold.
    ///   - timeUnit: The unit of time, such as `ms`, or `1`. If it is given, formulas are checked by the units of variables,
    ///     parameters and variables of edges, of which those without are numbers without unit. Numbers are in these units.
    /// - Throws: ``EquationError``: the first problem.
    public init(
        variables: [VertexVariable], parameters: [EquationParameter] = [],
        tables: KeyValuePairs<String, [(x: Double, y: Double)]> = [:],
        definitions: KeyValuePairs<String, String> = [:], edges: KeyValuePairs<String, EdgeFormula> = [:],
        rates: KeyValuePairs<String, String>, noise: KeyValuePairs<String, String> = [:],
        edgeVariables: KeyValuePairs<String, String> = [:], edgeNumbers: [String] = [],
        edgeUnits: [String: String] = [:], events: [VertexEvent] = [], timeUnit: String? = nil
    ) throws(EquationError) {
        var texts = EquationTexts(definitions: definitions, edges: edges, rates: rates, noise: noise)
        texts.tables = tables.map { ($0, $1) }
        texts.edgeVariables = edgeVariables.map { ($0, $1) }
        texts.edgeNumbers = edgeNumbers
        texts.edgeUnits = edgeUnits
        texts.events = events
        var compiler = EquationCompiler(
            variables: variables, parameters: parameters, of: texts, timeUnit: timeUnit)
        let programs = compiler.compile(texts)
        if let error = compiler.errors.first { throw error }
        self.init(variables: variables, parameters: parameters, texts, programs: programs)
    }

    private init(
        variables: [VertexVariable], parameters: [EquationParameter], _ texts: EquationTexts,
        programs: EquationPrograms, areRandom: Bool = false
    ) {
        self.variables = variables
        (edgeVariables, edgeUnits) = (texts.namesOfEdges, texts.edgeUnits)
        self.parameters = parameters
        self.programs = programs
        self.areRandom = areRandom
    }

    /// Compiles equations, and tells all problems.
    ///
    /// - Parameters:
    ///   - variables: The numbers of the state of a vertex.
    ///   - parameters: Numbers that formulas name.
    ///   - texts: The formulas.
    ///   - timeUnit: The unit of time, if units are looked at. Steps of a map have none.
    ///   - isMap: True if formulas are those of a map, which may use ``randomName`` and a neighbour that is drawn.
    /// - Returns: The equations, or what is wrong with them.
    package static func compile(
        variables: [VertexVariable], parameters: [EquationParameter], _ texts: EquationTexts, timeUnit: String? = nil,
        asMap isMap: Bool = false
    ) -> (equations: Equations?, errors: [EquationError]) {
        let areRandom = isMap && texts.name(randomName)
        let drawn = areRandom ? [EquationParameter(randomName, 0)] : []
        var compiler = EquationCompiler(
            variables: variables, parameters: parameters + drawn, of: texts, timeUnit: isMap ? "1" : timeUnit)
        let programs = compiler.compile(texts, asMap: isMap)
        guard compiler.errors.isEmpty else { return (nil, compiler.errors) }
        return (
            Equations(
                variables: variables, parameters: parameters, texts, programs: programs, areRandom: areRandom), []
        )
    }
}

/// A number that equations name.
public struct EquationParameter: Sendable {
    /// The name. A hyphen is written as an underscore in formulas.
    public let name: String

    /// The default value.
    public let value: Double

    /// The values that it may have.
    public let domain: ParameterDomain

    /// The unit, such as `ms`; `nil` for a number without unit.
    public let unit: String?

    /// Creates a parameter.
    public init(_ name: String, _ value: Double, _ domain: ParameterDomain = .any, unit: String? = nil) {
        self.name = name
        self.value = value
        self.domain = domain
        self.unit = unit
    }
}

/// The sum, mean, product or extreme of a formula over the edges that lead to a vertex. The number of each edge counts as often
/// as its weight says, unless the formula itself names the weight or a variable of the edge.
public enum EdgeFormula: Equatable, Sendable {
    /// The sum, 0 without edges.
    case sum(String)

    /// The sum over that of the weights, 0 without edges.
    case mean(String)

    /// The product, 1 without edges. Weights multiply the factors.
    case product(String)

    /// The least number, infinite without edges. Weights do not count.
    case least(String)

    /// The greatest one, in the same manner.
    case greatest(String)

    /// The formula.
    public var text: String {
        switch self {
        case .sum(let text), .mean(let text), .product(let text), .least(let text), .greatest(let text): text
        }
    }
}

/// The formulas of equations, in their order.
package struct EquationTexts: Sendable {
    package var definitions: [(name: String, text: String)]
    package var edges: [(name: String, formula: EdgeFormula)]
    package var rates: [(name: String, text: String)]
    package var noise: [(name: String, text: String)]
    package var events: [VertexEvent] = []

    /// The functions that are given by points.
    package var tables: [(name: String, points: [(x: Double, y: Double)])] = []

    /// The variables of edges, and with what they begin.
    package var edgeVariables: [(name: String, text: String)] = []

    /// The variables of edges that begin with numbers of the graph.
    package var edgeNumbers: [String] = []

    /// The units of variables of edges by their names.
    package var edgeUnits: [String: String] = [:]

    /// All variables of edges.
    var namesOfEdges: [String] { edgeVariables.map(\.name) + edgeNumbers }

    /// All variables of edges with their units.
    var measuredEdges: [(name: String, unit: String?)] { namesOfEdges.map { ($0, edgeUnits[$0]) } }

    /// What variables of the neighbour become that is drawn for a vertex of a map.
    package var neighbours: [(name: String, text: String)] = []

    package init(
        definitions: KeyValuePairs<String, String> = [:], edges: KeyValuePairs<String, EdgeFormula> = [:],
        rates: KeyValuePairs<String, String>, noise: KeyValuePairs<String, String> = [:]
    ) {
        self.definitions = definitions.map { ($0, $1) }
        self.edges = edges.map { ($0, $1) }
        self.rates = rates.map { ($0, $1) }
        self.noise = noise.map { ($0, $1) }
    }

    /// Tests if definitions, rates or formulas of edges use a name, of either end of an edge or of a neighbour.
    func name(_ name: String) -> Bool {
        let forms: Set = [name, "from.\(name)", "to.\(name)", Equations.neighbourPrefix + name]
        let all = (definitions + rates + neighbours).map(\.text) + edges.map(\.formula.text)
        return all.contains { !Formulas.names(in: $0).isDisjoint(with: forms) }
    }

    /// No formulas yet.
    package init() { self.init(rates: [:]) }
}
