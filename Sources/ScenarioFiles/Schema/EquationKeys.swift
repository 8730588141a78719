import Descriptions
import Networks

/// The keys of a model of the scenario's own equations.
package enum EquationKeys {
    static let variables = ParameterDescription(
        "variables", "the numbers of a node that change",
        .record([
            ParameterDescription(
                "variable", "what it is at the beginning, and where it must be then",
                .either(.nodeNumbers(.any), or: .record([components, initial, range, MeasuredNumbers.unitName])),
                .open(example: "v"), unit: MeasuredNumbers.unitOfItsOwn)
        ]))
    static let parameters = ParameterDescription(
        "parameters", "the numbers of a node that formulas name",
        .record([
            ParameterDescription(
                "parameter", "its number, for all nodes or for each",
                MeasuredNumbers.kind, .open(example: "current"), unit: MeasuredNumbers.unitOfItsOwn)
        ]), .optional)
    static let timeUnit = ParameterDescription(
        "time-unit", "the unit of time, such as `ms`, which is required where numbers have units", .text, .optional)
    static let tables = ParameterDescription(
        "tables", "functions of one number that are given by columns of CSV files: splines, which formulas may call",
        .record([
            ParameterDescription(
                "function", "where its points are", .record([tableFile, tableColumns]), .open(example: "gain"))
        ]), .optional)
    static let tableFile = ParameterDescription(
        "file", "a CSV file, with the names of its columns in the first line", .file)
    static let tableColumns = ParameterDescription(
        "columns", "the column of the argument, in ascending order, and that of the function",
        .list(of: .text, count: 2...2), .derived("the first two"))
    static let definitions = ParameterDescription(
        "let", "names for formulas, which formulas may use",
        .record([ParameterDescription("name", "a formula", .orVector(formula), .open(example: "cubic"))]), .optional)
    static let edges = ParameterDescription(
        "edges", "what the edges that lead to a node give it together: a sum unless something else is said",
        .record([
            ParameterDescription(
                "name", "a formula of both ends of an edge", .either(.orVector(formulaOfEdges), or: .record(folds)),
                .open(example: "pull"))
        ]), .optional)
    static let edgeVariables = ParameterDescription(
        "edge-variables", "numbers of each edge, which rates and events, or 'next' of a map, may change",
        .record([
            ParameterDescription(
                "variable", "with what it begins at each edge",
                .either(formulaOfBeginning, or: .record([components, beginning, MeasuredNumbers.unitName])),
                .open(example: "efficacy"), unit: MeasuredNumbers.unitOfItsOwn)
        ]), .optional)
    static let rates = ParameterDescription(
        "rates",
        "the rates of change of the variables, and of those of edges that move, with 'edge.' before their names",
        .record([ParameterDescription("variable", "its rate of change", .orVector(formula), .open(example: "v"))]))
    static let noise = ParameterDescription(
        "noise", "the strengths of the noise of variables, and of those of edges, with 'edge.' before their names",
        .record([
            ParameterDescription("variable", "the strength of its noise", .orVector(formula), .open(example: "v"))
        ]),
        .optional)
    static let events = ParameterDescription(
        "events", "what happens to a node at the time at which a condition comes to hold",
        .list(of: .record(event), count: 1...ParameterKind.greatestCount), .optional)
    static let description = ComponentDescription(
        name: "equations", summary: "differential equations of your own, as formulas",
        equation: "dxᵢ/dt = rate(xᵢ, Σⱼ wᵢⱼ edges(xⱼ, xᵢ), t)",
        synonyms: [
            "ordinary differential equations", "custom model", "own model", "integrate-and-fire", "spiking neurons",
            "hybrid system", "synaptic plasticity", "spike-timing-dependent plasticity", "learning",
            "adaptive network", "adaptive Kuramoto model", "co-evolving network", "Hebbian learning", "Oja's rule",
            "delay differential equations", "retarded", "memory",
        ],
        parameters: [variables, parameters, tables, definitions, edges, edgeVariables, rates, noise, events, timeUnit])

    /// The keys of a map, which has those of equations but for rates and noise.
    package enum Map {
        static let next = ParameterDescription(
            "next",
            "what variables become in a step; those that are not named stay as they are; with 'neighbour.' before, of a neighbour, with 'edge.', of edges",
            .record([
                ParameterDescription(
                    "variable", "what it becomes",
                    .orVector(.expression(over: "variables, parameters, definitions, edges, 'random' and a neighbour")),
                    .open(example: "v"))
            ]))
        package static let description = ComponentDescription(
            name: "map", summary: "numbers of nodes that become what formulas say, in discrete time",
            equation: "xᵢ ← next(xᵢ, Σⱼ wᵢⱼ edges(xⱼ, xᵢ), t)",
            synonyms: [
                "iterated map", "coupled map lattice", "difference equations", "recurrence", "agent-based model",
                "cellular automaton", "opinion dynamics",
            ],
            parameters: [
                variables, parameters, tables, definitions, edges, edgeVariables, next,
                UpdateKeys.orderOfAll.description,
            ])
    }

    // MARK: Variables

    static let components = MeasuredNumbers.components
    static let initial = ParameterDescription(
        "initial", "what it is at the beginning, or, in a list, what each component is", .orVector(.nodeNumbers(.any)),
        .default(.nodeNumbers(.drawn(.constant(0)))), unit: MeasuredNumbers.unitOfItsOwn)
    static let value = MeasuredNumbers.numbersOfComponents
    static let range = ParameterDescription(
        "range", "where it must be at the beginning", .list(of: .number(.any), count: 2...2), .optional,
        unit: MeasuredNumbers.unitOfItsOwn)

    // MARK: Events

    static let condition = ParameterDescription(
        "when", "the condition", .condition(over: "variables, parameters, definitions and edges"))
    static let changes = ParameterDescription(
        "set", "what variables become",
        .record([ParameterDescription("variable", "what it becomes", .orVector(drawingFormula), .open(example: "v"))]),
        .optional)
    static let refractory = ParameterDescription(
        "refractory", "for how long variables rest after it", drawingFormula, .optional, dimension: .time)
    static let held = ParameterDescription(
        "hold", "the variables that rest; all that are set unless given",
        .list(of: .name(of: "variable"), count: 1...ParameterKind.greatestCount), .optional)
    static let messages = ParameterDescription(
        "send", "what is added to variables of the nodes to which edges lead, times the weight of the edge",
        .record([
            ParameterDescription("variable", "what is added", .orVector(formulaOfMessages), .open(example: "v"))
        ]), .optional)
    static let delay = ParameterDescription(
        "delay", "how long that takes", formulaOfMessages, .optional, dimension: .time)
    static let outgoing = ParameterDescription(
        "outgoing", "what variables become of the edges that lead away from the node",
        .record([
            ParameterDescription(
                "variable", "what it becomes", .orVector(formulaOfMessages), .open(example: "efficacy"))
        ]),
        .optional)
    static let incoming = ParameterDescription(
        "incoming", "what variables become of the edges that lead to the node",
        .record([
            ParameterDescription(
                "variable", "what it becomes", .orVector(formulaOfMessages), .open(example: "efficacy"))
        ]),
        .optional)
    static let event = [condition, changes, refractory, held, messages, delay, outgoing, incoming]

    // MARK: Edges

    static let beginning = ParameterDescription(
        "initial",
        "with what it begins at each edge, or, in a list, with what each component does; not needed of a number that the graph has by this name",
        .orVector(formulaOfBeginning), .optional)
    private static let formulaOfBeginning = ParameterKind.expression(
        over: "'weight', parameters and 'node' of both ends of an edge, and 'edge.random'")

    /// What a variable of edges is called in formulas, and as quantities.
    static func names(ofEdgeVariable name: String) -> [String] {
        ["edge.\(name)", "edge-\(name)-mean", "edge-\(name)-deviation"]
    }
    private static let formula = ParameterKind.expression(over: "variables, parameters, definitions and edges")
    private static let drawingFormula = ParameterKind.expression(
        over: "variables, parameters, definitions, edges and 'random'")
    private static let formulaOfMessages = ParameterKind.expression(
        over: "both ends of an edge, its variables, 'random' and 'edge.random'")
    private static let formulaOfEdges = ParameterKind.expression(over: "both ends of an edge")
    private static let foldNames = ["sum", "mean", "product", "least", "greatest"]

    /// The ways to make one number of those of edges.
    static let folds = [
        ("sum", "the sum, each number times the weight of its edge"), ("mean", "the mean, with the weights"),
        ("product", "the product of all, each times the weight of its edge"), ("least", "the least number"),
        ("greatest", "the greatest number"),
    ].map { name, summary in
        let kind = ["sum", "mean"].contains(name) ? ParameterKind.orVector(formulaOfEdges) : formulaOfEdges
        return ParameterDescription(name, summary, kind, .oneOf(foldNames))
    }

    static func fold(_ name: String, _ text: String) -> EdgeFormula {
        switch name {
        case "mean": .mean(text)
        case "product": .product(text)
        case "least": .least(text)
        case "greatest": .greatest(text)
        default: .sum(text)
        }
    }
}

extension ParameterKind {
    /// Values of a kind, or a list of them, one for each component of a vector.
    fileprivate static func orVector(_ kind: ParameterKind) -> ParameterKind {
        .either(kind, or: .list(of: kind, count: 2...16))
    }
}
