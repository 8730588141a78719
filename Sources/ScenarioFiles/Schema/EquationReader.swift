import Descriptions
import Networks
import SimulationEngine

/// Reads a model of the scenario's own equations.
struct EquationReader: NetworkModelReader {
    static let names = [EquationKeys.description.name]

    static func equations(of name: String, withNoise: Bool) -> IntegrationMethod.Equations {
        withNoise ? .stochastic : .firstOrder
    }

    /// A variable, and what the methods need.
    static func bytesPerNode(_ name: String) -> Double { 40 }

    static func allowedEdges(_ name: String) -> Graph.AllowedEdges { .loops }

    static let takesEdgeNumbers = true

    let source: NetworkModelSource

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        let draft = parameters.flatMap { value in
            value.section(of: EquationKeys.description.parameters) { EquationDraft($0, on: graph, source.data) }
        }
        parameters?.diagnostics.noteUse(of: draft?.measured(EquationKeys.description) ?? EquationKeys.description)
        let names = ModelNames(ofEquations: parameters, on: graph)
        let edgeVariables = ModelNames.edgeVariables(of: parameters, on: graph)
        let hasNoise = parameters?.hasKey(EquationKeys.noise.name) == true
        // Also of equations in which something is wrong.
        let timeUnit = parameters?.member(EquationKeys.timeUnit.name, reportingTo: Diagnostics())?.word
        // The two sizes keep the program small: what lies behind the variables of a node is 0.
        return names.fields.count > 4
            ? experiment(SIMD16<Double>.self, names, edgeVariables, hasNoise, timeUnit, draft)
            : experiment(SIMD4<Double>.self, names, edgeVariables, hasNoise, timeUnit, draft)
    }

    private func experiment<State>(
        _ type: State.Type, _ names: ModelNames, _ edgeVariables: [String], _ hasNoise: Bool, _ timeUnit: String?,
        _ draft: EquationDraft?
    ) -> (any RunnableExperiment)? where State: SIMD, State.Scalar == Double, State: Sendable {
        let methods: [IntegrationMethod] = hasNoise ? .serving(.stochastic) : .serving(.firstOrder, .stochastic)
        return experiment(
            of: names, methods: methods,
            quantities: EquationModel<State>.quantities(ofEdges: edgeVariables),
            timeUnit: timeUnit,
            make: draft.map { draft in
                { graph, integration in
                    let model: EquationModel<State> = try draft.model(on: graph, from: streams, threads: threads)
                    if draft.hasDelays, !integration.method.has(.delays) {
                        let known = methods.filter { $0.has(.delays) }.map(\.name)
                        throw DelayError.unfitMethod(integration.method.name, known: known)
                    }
                    try model.checkDelays(forStep: integration.step, stepCount: integration.stepCount)
                    // Without noise the methods for noise have events happen at the ends of steps.
                    let integrator: any Integrator<EquationModel<State>> =
                        integration.method.has(.noise)
                        ? try integration.integrator(forNoiseIn: model, streams: streams)
                        : try integration.integrator(for: model, threads: threads)
                    return (model, integrator)
                }
            })
    }
}

extension ModelNames {
    /// The names of variables and parameters, also of equations in which something is wrong.
    init(ofEquations value: Value?, on graph: Graph?) {
        let fields = Self.numbers(of: EquationKeys.variables, in: value, on: graph)
        self.init(
            fields: fields, fieldGroups: .vectors(among: fields),
            parameters: Self.numbers(of: EquationKeys.parameters, in: value, on: graph))
    }

    /// The names of the variables of edges, likewise.
    static func edgeVariables(of value: Value?, on graph: Graph?) -> [String] {
        let ofGraph = graph?.edgeTable?.names ?? []
        return numbers(of: EquationKeys.edgeVariables, in: value, on: nil).filter { !ofGraph.contains($0) } + ofGraph
    }

    /// The names of numbers, of vectors those of their components, also of what is refused since a vector is meant.
    private static func numbers(of key: ParameterDescription, in value: Value?, on graph: Graph?) -> [String] {
        let diagnostics = Diagnostics()
        let member = value?.member(key.name, reportingTo: diagnostics)
        return keys(of: key, in: value).flatMap { name in
            let number = member?.member(name, reportingTo: diagnostics)
            let components = number?.member(EquationKeys.components.name, reportingTo: diagnostics)
            let given = components?.list { $0.word }
            let meant = graph.flatMap { number?.componentCount(besides: $0.vertexCount) }
            let names = given ?? meant.map { Array(VectorNames.directions.prefix($0)) }
            return names?.map { VectorNames.name($0, of: name) } ?? [name]
        }
    }

    private static func keys(of key: ParameterDescription, in value: Value?) -> [String] {
        value?.member(key.name, reportingTo: Diagnostics()).flatMap { $0.section { $0.keys } } ?? []
    }
}

extension Value {
    /// How many numbers a list has that may be meant for the components of a vector, since they are not as many as there are nodes.
    func componentCount(besides nodeCount: Int) -> Int? {
        guard form == .list, let count = list(.any, { $0 })?.count, count != nodeCount, (2...16).contains(count) else {
            return nil
        }
        return count
    }
}

/// A model of a scenario's own equations, as far as it has been read.
struct EquationDraft {
    /// The most variables that the greatest of the models that are compiled for scenarios has room for.
    static let greatestVariableCount = 16

    private let equations: Equations

    /// The unit of time, if numbers have units.
    private let timeUnit: String?

    /// In the order of the variables, and of the parameters.
    private let initial: [NodeNumbers]
    private let parameters: [NodeNumbers]

    /// True if rates follow from states of before.
    var hasDelays: Bool { equations.hasDelays }

    /// Reads the equations, or a map that is updated in an order; `nil` if something is wrong, which is reported.
    init?(_ section: Section, on graph: Graph?, _ data: DataFiles, mapIn order: UpdateOrder? = nil) {
        let numbers = NodeNumbersReader(nodeCount: graph?.vertexCount)
        guard let parts = EquationParts(section, numbers, data, asMap: order != nil, ofEdges: graph?.edgeTable)
        else { return nil }
        guard parts.variables.count <= Self.greatestVariableCount else {
            section.value.report(
                "there are \(parts.variables.count) variables\(parts.haveVectors ? ", each component of a vector counted" : ""), "
                    + "but there may be at most 16")
            return nil
        }
        guard order != nil || parts.timeUnit != nil || !parts.haveUnits else {
            section.value.report("numbers have units, but the time has none", expected: "time-unit: ms")
            return nil
        }
        let (equations, errors) = Equations.compile(
            variables: parts.variables.map { VertexVariable($0.name, range: $0.content.range, unit: $0.content.unit) },
            parameters: parts.parameters.map { EquationParameter($0.name, 0, unit: $0.content.unit) }, parts.texts,
            timeUnit: parts.timeUnit?.word, asMap: order != nil)
        parts.report(errors)
        if order == .atOnce, let value = parts.firstChangeOfNeighbour {
            value.report(
                "what a neighbour becomes is known only where one node is updated after the other",
                expected: "order: random, or order: sequential")
            return nil
        }
        guard let equations else { return nil }
        self.equations = equations
        timeUnit = parts.timeUnit?.word ?? (order == nil ? nil : "1")
        initial = parts.variables.map(\.content.initial)
        parameters = parts.parameters.map(\.content.numbers)
    }

    /// The description of such models with the units of this one, if it has some.
    func measured(_ description: ComponentDescription) -> ComponentDescription {
        let units =
            equations.variables.map { ($0.name, $0.unit) } + equations.parameters.map { ($0.name, $0.unit) }
            + equations.edgeVariables.flatMap { name in
                EquationKeys.names(ofEdgeVariable: name).map { ($0, equations.edgeUnits[name]) }
            }
        guard let timeUnit, timeUnit != "1" || units.contains(where: { $0.1 != nil }) else { return description }
        return description.measured(
            inTimes: timeUnit, Dictionary(units.map { ($0, $1 ?? "1") }) { first, _ in first })
    }

    /// Makes the model.
    ///
    /// - Throws: `NetworkModelError`, or `FormulaCompilerError` if the equations are to be compiled.
    func model<State>(
        on graph: Graph, from streams: RandomStreams, threads: Int
    ) throws -> EquationModel<State> {
        let equations = try FormulaCompiler.current.map { try self.equations.compiled(by: $0) } ?? self.equations
        let count = graph.vertexCount
        var columns: [String: [Double]] = [:]
        for (column, variable) in equations.variables.enumerated() {
            columns[variable.name] = streams.numbers(
                from: initial[column], for: .initialState(variable: column), nodeCount: count)
        }
        var values: [String: [Double]] = [:]
        for (index, parameter) in equations.parameters.enumerated() {
            values[parameter.name] = streams.numbers(
                from: parameters[index], for: .parameter(index), nodeCount: parameters[index].isConstant ? 1 : count)
        }
        return try EquationModel(
            equations, on: graph, initial: columns, parameters: values, streams: streams, threads: threads)
    }
}

// MARK: - Reading

/// The parts of equations as they are written.
struct EquationParts {
    typealias Entry<Content> = (name: String, value: Value, content: Content)
    typealias Beginning = (initial: NodeNumbers, range: ClosedRange<Double>, unit: String?)

    /// A formula, where it stands, and, of an edge, what becomes of its numbers.
    typealias Formula = (fold: String, text: String, value: Value)

    let variables: [Entry<Beginning>]
    let parameters: [Entry<NodeNumbersReader.Measured>]

    /// The unit of time, if one is given.
    let timeUnit: Value?
    let tables: [Entry<EquationTableReader.Points>]
    let definitions: [Entry<Formula>]
    let edges: [Entry<Formula>]
    let edgeVariables: [Entry<EdgeVariableEntry>]
    let rates: [Entry<Formula>]
    let noise: [Entry<Formula>]
    let events: [EventParts]

    /// The variables of edges that the graph has numbers for.
    let edgeNumbers: [String]
    let section: Section
    let isMap: Bool

    /// Reads all parts, those of a map with what follows in the place of rates; `nil` if one is refused.
    init?(
        _ section: Section, _ numbers: NodeNumbersReader, _ data: DataFiles, asMap isMap: Bool,
        ofEdges table: EdgeTable?
    ) {
        typealias Keys = EquationKeys
        let variables = section.read(Keys.variables) { Self.variables($0, numbers) }
        let parameters = section.read(Keys.parameters, else: []) { Self.parameters($0, numbers) }
        let timeUnit = isMap ? .some(nil) : section.readIfGiven(Keys.timeUnit) { $0.unit() == nil ? nil : $0 }
        let tables = section.read(Keys.tables, else: []) { value in
            Self.entries(of: value) { EquationTableReader(data: data).read($0) }
        }
        let definitions = section.read(Keys.definitions, else: []) { Self.formulas($0) }
        let edges = section.read(Keys.edges, else: []) { Self.edges($0) }
        let edgeVariables = section.read(Keys.edgeVariables, else: []) { value in
            Self.entries(of: value) {
                EdgeVariableEntry.read($0, $1, isOfGraph: table?.names.contains($0) == true)
            }?.flatMap { _, value, entries in
                entries.map { (name: $0.name, value: value, content: $0.entry) }
            }
        }
        let rates = section.read(isMap ? Keys.Map.next : Keys.rates) { Self.formulas($0) }
        let noise = isMap ? [] : section.read(Keys.noise, else: []) { Self.formulas($0) }
        let events =
            isMap
            ? []
            : section.read(Keys.events, else: []) { value in
                value.list(.atLeast(1), of: "{when: …, set: …}") { $0.section(of: Keys.event) { EventParts($0) } }
            }
        guard let variables, let parameters, let tables, let definitions, let edges, let edgeVariables, let rates,
            let noise,
            let events, let timeUnit
        else { return nil }
        (self.variables, self.parameters, self.definitions) = (variables, parameters, definitions)
        (self.timeUnit, self.tables) = (timeUnit, tables)
        (self.edges, self.rates, self.noise, self.section) = (edges, rates, noise, section)
        (self.events, self.edgeVariables) = (events, edgeVariables)
        self.isMap = isMap
        edgeNumbers = table?.names ?? []
    }

    /// The formulas, with underscores in the place of the hyphens of names.
    var texts: EquationTexts {
        let names =
            variables.map(\.name) + parameters.map(\.name) + tables.map(\.name) + definitions.map(\.name)
            + edges.map(\.name)
            + edgeVariables.map(\.name) + edgeNumbers + vectors
        func written(_ formula: Formula) -> String { formula.text.withUnderscores(in: names) }
        func written(_ entries: [Entry<Formula>]) -> [(name: String, text: String)] {
            entries.map { ($0.name, written($0.content)) }
        }
        var texts = EquationTexts()
        texts.tables = tables.map { ($0.name, $0.content) }
        texts.definitions = written(definitions)
        texts.edges = zip(edges, written(edges)).map {
            ($0.name, EquationKeys.fold($0.content.fold, $1.text))
        }
        texts.edgeVariables = edgeVariables.compactMap { entry in
            entry.content.beginning.map { (entry.name, written($0)) }
        }
        texts.edgeNumbers = edgeNumbers
        for entry in edgeVariables { texts.edgeUnits[entry.name] = entry.content.unit }
        texts.rates = written(rates)
        if isMap {
            let prefix = Equations.neighbourPrefix
            texts.neighbours = texts.rates.filter { $0.name.hasPrefix(prefix) }.map {
                (String($0.name.dropFirst(prefix.count)), $0.text)
            }
            texts.rates.removeAll { $0.name.hasPrefix(prefix) }
            let named = Set(rates.map(\.name))
            func isNamed(_ name: String) -> Bool {
                named.contains(name) || VectorNames.parts(of: name).map { named.contains($0.vector) } == true
            }
            texts.rates += variables.map(\.name).filter { !isNamed($0) }.map { ($0, $0.withUnderscores) }
        }
        texts.noise = written(noise)
        texts.events = events.map { $0.event(naming: names) }
        return texts
    }

    /// The names of variables and parameters that are vectors, those of edges among them.
    private var vectors: [String] {
        [variables.map(\.name) + parameters.map(\.name), edgeVariables.map(\.name)].flatMap {
            VectorNames.vectors(among: $0).map(\.name)
        }
    }

    var haveVectors: Bool { !vectors.isEmpty }

    /// True if a variable, a parameter or a variable of edges has a unit.
    var haveUnits: Bool {
        variables.contains { $0.content.unit != nil } || parameters.contains { $0.content.unit != nil }
            || edgeVariables.contains { $0.content.unit != nil }
    }

    /// Where a map first says what a neighbour becomes.
    var firstChangeOfNeighbour: Value? {
        guard isMap else { return nil }
        return rates.first { $0.name.hasPrefix(Equations.neighbourPrefix) }?.value
    }
}

extension EquationParts {
    /// The contents that are read of each entry of a mapping; `nil` if one is refused.
    static func entries<Content>(
        of value: Value, _ read: (_ name: String, _ value: Value) -> Content?
    ) -> [Entry<Content>]? {
        value.section { section in
            let entries = section.keys.map { name -> Entry<Content>? in
                section.optional(name).flatMap { value in read(name, value).map { (name, value, $0) } }
            }
            let known = entries.compactMap { $0 }
            return known.count == entries.count ? known : nil
        }
    }

    static func entries<Content>(of value: Value, _ read: (Value) -> Content?) -> [Entry<Content>]? {
        entries(of: value) { read($1) }
    }

    static func formulas(_ value: Value) -> [Entry<Formula>]? {
        entries(of: value) { formula($0, orVector: true) }
    }

    static func formula(
        _ value: Value, fold: String = "sum", expected: String = "a number or an expression", orVector: Bool = false
    ) -> Formula? {
        let text = orVector ? value.formulaOrVector(expected: expected) : value.formula(expected: expected)
        return text.map { (fold, $0, value) }
    }

    private static func edges(_ value: Value) -> [Entry<Formula>]? {
        entries(of: value) { value in
            guard value.form == .mapping else { return formula(value, orVector: true) }
            return value.section(of: EquationKeys.folds) { section in
                section.exactlyOne(
                    of: EquationKeys.folds, in: "what edges give", to: "how their numbers become one"
                ).flatMap { formula($0.value, fold: $0.key.name, orVector: true) }
            }
        }
    }
}
