import CKernels
import SimulationEngine

/// The programs that compute equations, with the layout of their fields and results.
struct EquationPrograms: Sendable {
    /// Which field of them is what.
    var fields = EquationFields(variableCount: 0, parameterCount: 0)

    /// The program of edges, with a result for each of those formulas that are not separated; `nil` if there is none.
    var edges: ExpressionProgram?

    /// Which formulas of edges the results are of.
    var edgeFolds: [Int] = []

    /// The rates of change of variables of edges; `nil` if none moves.
    var edgeRates: EdgeRates?

    /// The strengths of the noise of all variables of edges that move; `nil` if none has noise.
    var edgeNoise: EdgeRates?

    /// Which of these have noise.
    var noisyEdgeVariables: [Int] = []

    /// The other formulas of edges; `nil` if there is none.
    var separated: SeparatedEdges?

    /// How the numbers of edges become one, for each formula of edges.
    var folds: [Fold] = []

    /// The rates of change, a result for each variable; of maps, then one for each that changes at a neighbour.
    var rates = ExpressionProgram()

    /// The neighbour that is drawn for each vertex of a map; `nil` if formulas do not speak of one.
    var neighbour: NeighbourFields?

    /// The strengths of noise, a result for each variable; `nil` if there is none, also not of edges.
    var noise: ExpressionProgram?

    /// Which variables have noise.
    var isNoisy: [Bool] = []

    /// The events, in their order.
    var events: [EventPrograms] = []

    /// The numbers with which the variables of edges begin, a result for each.
    var edgeBeginnings = ExpressionProgram()

    /// The numbers that events draw; `nil` if they draw none.
    var drawFields: EventDrawFields?

    /// What is read of states of before; `nil` if nothing is.
    var delays: EquationDelays?

    /// The derivatives; `nil` where folds have none that are known, and where rates follow from states of before.
    var derivatives: EquationDerivatives?

    /// On which branches the rates are; `nil` where they do not jump.
    var branches: EquationBranches?

    /// On which branches they and their slopes are; `nil` where they have no kinks either.
    var branchesWithKinks: EquationBranches?

    /// What of rates changes by the time and by what does not change by itself.
    var timeConditions: [TimeConditions] = []

    /// What of formulas of edges does.
    var timeConditionsOfEdges: [TimeConditions] = []

    /// How the numbers of edges become that of a vertex.
    struct Fold: Sendable {
        let kind: nk_fold_kind

        /// True if the number of each edge counts as often as the weight of the edge says.
        let isWeighted: Bool

        /// True if the sum is divided by that of the weights, or by the number of edges.
        let isMean: Bool

        /// The number of a vertex without edges.
        let empty: Double

        init(_ formula: EdgeFormula, namesWeight: Bool) {
            switch formula {
            case .sum: (kind, isWeighted, isMean, empty) = (nk_fold_sum, !namesWeight, false, 0)
            case .mean: (kind, isWeighted, isMean, empty) = (nk_fold_sum, !namesWeight, true, 0)
            case .product: (kind, isWeighted, isMean, empty) = (nk_fold_product, !namesWeight, false, 1)
            case .least: (kind, isWeighted, isMean, empty) = (nk_fold_least, false, false, .infinity)
            case .greatest: (kind, isWeighted, isMean, empty) = (nk_fold_greatest, false, false, -.infinity)
            }
        }
    }
}

/// What variables of edges follow by themselves: rates of change, or strengths of noise.
struct EdgeRates: Sendable {
    /// The results of the program of edges, then these.
    var program: ExpressionProgram

    /// The variables that these are of.
    let variables: [Int]
}

/// Formulas of edges that are sums of products of which one factor follows from one end, so that what is summed up over edges is
/// only the number of a column, or its difference from another one.
struct SeparatedEdges: Sendable {
    /// Which formulas of edges these are.
    var folds: [Int] = []

    /// The program of each vertex as the source of edges, which is computed beforehand.
    var sources: ExpressionProgram?

    /// The program of each vertex as the target of edges.
    var targets: ExpressionProgram?

    /// The sums over the edges of each vertex.
    var sums: [Sum] = []

    /// The formulas, of what was summed up and of the vertex.
    var results = ExpressionProgram()

    /// A column of vertices.
    enum Column: Equatable, Sendable {
        case variable(Int)
        case result(Int)
    }

    /// A sum of what the sources of edges have, less what the vertex has.
    struct Sum: Equatable, Sendable {
        let source: Column
        let target: Column?
    }
}

/// What formulas of a map say of a neighbour that is drawn.
struct NeighbourFields: Sendable {
    /// Its variables, then its parameters, its degree and its number, as fields of the program of vertices.
    let fields: Range<Int>

    /// Its variables that change.
    let changed: [Int]

    init(_ fields: Range<Int>, changed: [Int]) { (self.fields, self.changed) = (fields, changed) }
}

/// The derivatives of equations, for the Jacobian.
struct EquationDerivatives: Sendable {
    /// Of each formula of edges by each variable of the vertex, by each of the neighbour, and by the time, one formula after the
    /// other.
    var edges: ExpressionProgram?

    /// Of each rate by each variable, by each formula of edges, and by the time, one rate after the other.
    var rates: ExpressionProgram
}

/// The numbers between whose changes rates are continuous.
struct EquationBranches: Sendable {
    /// A result for each of those that vertices have.
    let vertices: ExpressionProgram

    /// The results of the program of edges, then one for each of those that edges have; `nil` if there is none of either.
    let edges: ExpressionProgram?

    /// How many edges have.
    let edgeCount: Int
}

/// Which field of the programs is what.
struct EquationFields: Sendable {
    let variableCount: Int
    let parameterCount: Int
    var edgeVariableCount = 0

    /// The first result of a formula of edges, in the programs of vertices.
    var firstFold = 0

    /// The first sum over edges, in the program of what is made of such sums.
    var firstSum = 0

    /// A variable of the vertex, in all programs.
    func variable(_ index: Int) -> Int { index }

    /// A parameter of the vertex, in all programs.
    func parameter(_ index: Int) -> Int { variableCount + index }

    /// The parameters of the vertex, in all programs.
    var parameters: Range<Int> { parameter(0)..<degree }

    /// The number of edges that lead to the vertex, in all programs.
    var degree: Int { variableCount + parameterCount }

    /// The result of a formula of edges, in the programs of vertices.
    func fold(_ index: Int) -> Int { firstFold + index }

    /// The weight of the edge, in the programs of edges.
    var weight: Int { degree + 1 }

    /// A variable of the neighbour, in the programs of edges.
    func sourceVariable(_ index: Int) -> Int { degree + 2 + index }

    /// A parameter of the neighbour, in the programs of edges.
    func sourceParameter(_ index: Int) -> Int { degree + 2 + variableCount + index }

    /// A variable of the edge, in the programs of edges.
    func edgeVariable(_ index: Int) -> Int { sourceVariable(0) + variableCount + parameterCount + index }

    /// The number of edges that lead to the neighbour, in the programs of edges.
    var sourceDegree: Int { edgeVariable(edgeVariableCount) }

    /// The number of the neighbour, in the programs of edges.
    var sourceNode: Int { sourceDegree + 1 }

    /// The number of the vertex, or of the target of the edge, among the inputs of conditions of the time.
    var nodeOfConditions: Int { sourceNode + 1 }

    /// What formulas say of any vertex besides its variables and parameters: its degree, and its number.
    static let namesOfAll = ["degree", "node"]

    /// A sum over edges, in the program of what is made of such sums.
    func sum(_ index: Int) -> Int { firstSum + index }

    /// The variables of the edge, in the programs of edges.
    var edgeVariables: Range<Int> { edgeVariable(0)..<edgeVariable(edgeVariableCount) }

    /// The parameters of the neighbour, in the programs of edges.
    var sourceParameters: Range<Int> { sourceParameter(0)..<edgeVariable(0) }

    /// All that belongs to the neighbour.
    var sources: Set<Int> { Set(sourceVariable(0)..<edgeVariable(0)).union([sourceDegree, sourceNode]) }

    /// All that belongs to the edge itself, but for what is drawn.
    var ofEdge: [Int] { [weight] + edgeVariables }

    /// All that does not change by rates, in the programs of edges.
    var fixed: Set<Int> { Set([weight, sourceDegree, sourceNode] + fixedOfVertices).union(sourceParameters) }

    /// All of a vertex that does not change by rates.
    var fixedOfVertices: Set<Int> { Set(variableCount...degree) }

    /// All that may change while edges stay what they are.
    var changing: [Int] {
        Array(0..<variableCount) + [degree, sourceDegree] + (sourceVariable(0)..<sourceParameter(0)) + edgeVariables
    }

    /// The variable that a field is, of the vertex or of the neighbour.
    func variableIndex(_ field: Int) -> Int? {
        if field < variableCount { return field }
        let index = field - sourceVariable(0)
        return (0..<variableCount).contains(index) ? index : nil
    }
}
