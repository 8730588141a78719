import Descriptions
import Graphs
import SimulationEngine

/// The context of the values of parameters.
package struct ParameterContext {
    /// The graph whose nodes they name.
    package var graph: Graph?

    /// The number of directions of the box.
    package var dimensions: Int?

    /// The unit of the numbers that are read, where that is said.
    package var unit: String?

    /// The unit of times, where a model has one of its own.
    package var timeUnit: String?

    /// The units of the numbers that have names in this model only.
    package var ownUnits: [String: String]?

    package init(
        graph: Graph? = nil, dimensions: Int? = nil, unit: String? = nil, timeUnit: String? = nil,
        ownUnits: [String: String]? = nil
    ) {
        (self.graph, self.dimensions) = (graph, dimensions)
        (self.unit, self.timeUnit, self.ownUnits) = (unit, timeUnit, ownUnits)
    }
}

extension Section {
    /// The product of a component from the parameters under their keys; `nil` if one of them or their combination is wrong, which
    /// is reported.
    ///
    /// Keys that are not among its parameters are left to be read.
    package func make<Product>(_ component: Component<Product>, on graph: Graph? = nil) -> Product? {
        make(component, in: ParameterContext(graph: graph)) { $0 }
    }

    /// The result of a closure for the product of a component from the parameters under their keys, likewise.
    package func make<Product, Result>(
        _ component: Component<Product>, in context: ParameterContext = ParameterContext(),
        _ use: (Product) throws -> Result?
    ) -> Result? {
        let description = component.description
        value.diagnostics.noteUse(
            of: context.timeUnit.map { description.measured(inTimes: $0, context.ownUnits) } ?? description)
        let (contents, unread) = contents(of: component.description.parameters, in: context)
        guard unread.isEmpty else {
            _ = reportBrokenRules(of: component, contents, unread: unread)
            return nil
        }
        let product: Product
        do { product = try component.made(of: contents) } catch {
            if !reportBrokenRules(of: component, contents, unread: []) {
                report(error, among: component.description.parameters, at: value)
            }
            return nil
        }
        return attempt(component) { try use(product) }
    }

    /// The result of a closure that works with parts of a component; `nil` if it fails, which is reported: at the key of a
    /// parameter if it is that which is wrong, else at a value, which is that of the section unless given.
    package func attempt<Product, Result>(
        _ component: Component<Product>, at place: Value? = nil, _ body: () throws -> Result?
    ) -> Result? {
        do { return try body() } catch {
            report(error, among: component.description.parameters, at: place ?? value)
            return nil
        }
    }

    package func report(_ error: any Error, among parameters: [ParameterDescription], at place: Value) {
        if let several = error as? FormulaErrors {
            for error in several.errors { report(error, among: parameters, at: place) }
            return
        }
        if let error = error as? FormulaError {
            return entry(error.parameter, error.item, error.key).report(error.error, names: error.names)
        }
        if let error = error as? EntryError {
            return entry(error.parameter, error.item, error.key).report("\(error.error)")
        }
        switch error as? ParameterError {
        case .unfit(let name, _): report(error, at: name)
        case .impossible(let name, _, _): (optional(name) ?? value).report("\(error)")
        case .incomplete(_, let names):
            for parameter in parameters where names.contains(parameter.name) {
                _ = required(parameter.name, for: parameter.summary)
            }
        case .notExactlyOne(let names): reportAlternatives(parameters.filter { names.contains($0.name) })
        default: place.report("\(error)")
        }
    }

    /// Reports an error at a parameter, or at the key that is named behind a point in it.
    private func report(_ error: any Error, at name: String) {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        let parameter = parts.first.flatMap { optional($0) } ?? value
        guard parts.count > 1, let entry = parameter.member(parts[1], reportingTo: value.diagnostics) else {
            return parameter.report("\(error)")
        }
        entry.reportKey("\(error)")
    }

    /// The value of a parameter, or of an item and a key in it, as far as there is such a value.
    private func entry(_ parameter: String, _ item: Int?, _ key: String?) -> Value {
        let given = optional(parameter) ?? value
        let item = item.flatMap { index in given.list { $0 }?[index] }
        let member = key.flatMap { (item ?? given).member($0, reportingTo: value.diagnostics) }
        return member ?? item ?? given
    }

    /// Reports that none of some parameters is given, or more than one.
    private func reportAlternatives(_ parameters: [ParameterDescription]) {
        let names = parameters.map { "'\($0.name)'" }.joined(separator: " or ")
        let isGiven = parameters.contains { keys.contains($0.name) }
        let last = keys.last { key in parameters.contains { $0.name == key } }.flatMap { optional($0) }
        (last ?? value).report(
            "\(value.name) must have either \(names)\(isGiven ? ", not both" : "")",
            expected: parameters.map { "'\($0.name)', \($0.summary)" }.joined(separator: ", or "))
    }

    /// The values of parameters, `nil` for those that are not given, and the indices of those that cannot be read or are missing,
    /// which is reported.
    private func contents(
        of parameters: [ParameterDescription], in context: ParameterContext
    ) -> (contents: [ParameterContent?], unread: Set<Int>) {
        if isDescribed { describe(by: parameters) }
        var (contents, context): ([ParameterContent?], ParameterContext) = ([], context)
        var unread: Set<Int> = []
        for (index, parameter) in parameters.enumerated() {
            noteDefault(of: parameter, after: zip(parameters, contents).map { $0 })
            let isRequired = parameter.necessity == .required
            let given = isRequired ? required(parameter.name, for: parameter.summary) : optional(parameter.name)
            context.unit = parameter.unit ?? (parameter.dimension == .time ? context.timeUnit : nil)
            let content = given.flatMap { $0.content(parameter.kind, context) }
            if content == nil, isRequired || given != nil { unread.insert(index) }
            contents.append(content)
        }
        return (contents, unread)
    }

    fileprivate func record(of parameters: [ParameterDescription], _ context: ParameterContext) -> ParameterContent? {
        if let any = parameters.loneOpen { return named(any.kind, context) }
        let (contents, unread) = contents(of: parameters, in: context)
        return unread.isEmpty ? .record(contents) : nil
    }

    /// The values of a kind under keys of any names.
    private func named(_ kind: ParameterKind, _ context: ParameterContext) -> ParameterContent? {
        let items = keys.map { key -> [ParameterContent]? in
            if kind == MeasuredNumbers.kind {
                let reader = NodeNumbersReader(nodeCount: context.graph?.vertexCount)
                return optional(key).flatMap { reader.numbers(of: key, $0) }
            }
            return optional(key)?.content(kind, context).map { [.keyed(key, [$0])] }
        }
        let known = items.compactMap { $0 }
        return known.count == items.count ? .list(known.flatMap { $0 }) : nil
    }
}

extension Value {
    /// The value as what a parameter of a kind may be.
    package func content(_ kind: ParameterKind, _ context: ParameterContext = ParameterContext()) -> ParameterContent? {
        switch kind {
        case .number(let domain): number(NumberRange(domain), in: context.unit).map { .number($0) }
        case .integer(let range):
            integer(range.upperBound == .max ? .atLeast(range.lowerBound) : .closed(range)).map { .integer($0) }
        case .flag: boolean().map { .flag($0) }
        case .text, .name, .file: string().map { .text($0) }
        case .choice(let names): choice(of: names).map { .text($0) }
        case .list(let kind, let count):
            list(CountRange(count), of: kind.nameOfMany) { $0.content(kind, context) }.map { .list($0) }
        case .vector(let domain): vector(domain, context)
        case MeasuredNumbers.kind:
            NodeNumbersReader(nodeCount: context.graph?.vertexCount).readMeasured(self)
                .map { MeasuredNumbers($0.numbers, in: $0.unit).content }
        case .either(let kind, let other): content(isWritten(as: other.form) ? other : kind, context)
        case .word(let words, let kind): wordOr(words, kind, context)
        case .keyed(let name, let kind):
            variant(of: [name]).flatMap { $0.value.content(kind, context) }.map { .keyed(name, [$0]) }
        case .record(let parameters): section(of: parameters) { $0.record(of: parameters, context) }
        case .nodeNumbers(let domain):
            NodeNumbersReader(
                nodeCount: context.graph?.vertexCount, range: NumberRange(domain), unit: context.unit
            ).read(self).map { .nodeNumbers($0) }
        case .node: vertex(of: context.graph).map { .integer($0) }
        case .nodes: list(orLone: true, of: "nodes") { $0.vertex(of: context.graph) }.map(\.content)
        // Whoever reads these knows over what and of which they are.
        case .expression, .condition: formulaText.map { .text($0) }
        case .component: word.map { .text($0) }
        }
    }

    /// The text of a formula, which may be that of a number.
    private var formulaText: String? {
        if word == nil { refuse(expected: "a formula") }
        return word
    }

    private func isWritten(as other: ParameterKind.Form) -> Bool {
        switch (form, other) {
        case (.scalar, .scalar), (.list, .list), (.mapping, .mapping): true
        default: false
        }
    }

    private func wordOr(
        _ words: [String], _ kind: ParameterKind, _ context: ParameterContext
    ) -> ParameterContent? {
        if let word, words.contains(word) { return .text(word) }
        if case .number = kind, form == .scalar, text.flatMap(Double.init) == nil {
            return choice(of: words).map { .text($0) }
        }
        return content(kind, context)
    }

    /// A node of a graph, by its name, or by its number where nodes have no names.
    private func vertex(of graph: Graph?) -> Int? {
        guard let names = graph?.vertexNames else {
            return integer(.closed(0...max(0, (graph?.vertexCount ?? Int(Int32.max)) - 1)))
        }
        guard let name = word, let index = names.firstIndex(of: name) else {
            report("there is no node '\(word ?? "")' in the graph")
            return nil
        }
        return index
    }

    private func vector(_ domain: ParameterDomain, _ context: ParameterContext) -> ParameterContent? {
        guard let numbers = list(of: "numbers", { $0.number(NumberRange(domain)) }) else { return nil }
        // In two dimensions a third number is possible where it is 0.
        guard (context.dimensions == 3 ? 3...3 : 2...3).contains(numbers.count) else {
            let right = context.dimensions == 3 ? "one for each direction of the box" : "or 2 in two dimensions"
            report("\(name) must have 3 numbers, \(right), not \(numbers.count)")
            return nil
        }
        return numbers.content
    }
}

extension ParameterKind {
    /// The words of messages for several values of the kind.
    fileprivate var nameOfMany: String {
        switch self {
        case .number, .integer: "numbers"
        case .list, .vector, .either, .nodes: "lists"
        case .record(let parameters): "{\(parameters.map { "\($0.name): …" }.joined(separator: ", "))}"
        case .node: "nodes"
        case .flag, .choice, .text, .word, .keyed, .nodeNumbers: "items"
        case .expression, .condition, .name, .file, .component: "items"
        }
    }
}

extension NumberRange {
    package init(_ domain: ParameterDomain) {
        switch domain {
        case .any: self = .any
        case .nonNegative: self = .nonNegative
        case .positiveUpTo(let greatest): self = .positiveUpTo(greatest)
        case .positive: self = .positive
        case .between(let least, let greatest): self = .between(least, greatest)
        }
    }
}

extension CountRange {
    package init(_ range: ClosedRange<Int>) {
        let (least, greatest) = (range.lowerBound, range.upperBound)
        self =
            least == greatest
            ? .exactly(least) : greatest < ParameterKind.greatestCount ? .between(least, greatest) : .atLeast(least)
    }
}
