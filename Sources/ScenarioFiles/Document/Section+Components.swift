import Descriptions

extension Section {
    /// What a component makes of the parameters under their keys; `nil` if one of them or their combination is wrong, which is
    /// reported.
    ///
    /// Keys that are not among its parameters are left to be read.
    func make<Product>(_ component: Component<Product>) -> Product? {
        guard let contents = contents(of: component.description.parameters) else { return nil }
        do {
            return try component.made(of: contents)
        } catch {
            report(error, among: component.description.parameters)
            return nil
        }
    }

    /// Reports what is wrong with parameters, at the key of the one that it names.
    private func report(_ error: any Error, among parameters: [ParameterDescription]) {
        switch error as? ParameterError {
        case .misplaced(let name, _): (optional(name) ?? value).report("\(error)")
        case .notExactlyOne(let names): reportAlternatives(parameters.filter { names.contains($0.name) })
        default: value.report("\(error)")
        }
    }

    /// Reports that none of some parameters is given, or more than one.
    private func reportAlternatives(_ parameters: [ParameterDescription]) {
        let names = parameters.map { "'\($0.name)'" }.joined(separator: " or ")
        let isGiven = parameters.contains { keys.contains($0.name) }
        value.report(
            "\(value.name) must have either \(names)\(isGiven ? ", not both" : "")",
            expected: parameters.map { "'\($0.name)', \($0.summary)" }.joined(separator: ", or "))
    }

    /// The values of parameters, `nil` in the list for those that are not given, and instead of it if something is wrong.
    private func contents(of parameters: [ParameterDescription]) -> [ParameterContent?]? {
        var contents: [ParameterContent?] = []
        for parameter in parameters {
            switch parameter.necessity {
            case .preset(let content): noteDefault(parameter.name, content.words)
            case .alternative(let other, let content):
                if !keys.contains(other) { noteDefault(parameter.name, content.words) }
            case .required, .optional: break
            }
            let given =
                parameter.necessity == .required
                ? required(parameter.name, for: parameter.summary) : optional(parameter.name)
            switch (given, parameter.necessity) {
            case (let given?, _):
                if let content = given.content(parameter.kind) { contents.append(content) }
            case (nil, .required): break
            case (nil, .optional), (nil, .alternative), (nil, .preset): contents.append(nil)
            }
        }
        return contents.count == parameters.count ? contents : nil
    }

    fileprivate func record(of parameters: [ParameterDescription]) -> ParameterContent? {
        contents(of: parameters).map { .record($0) }
    }
}

extension Value {
    /// The value as what a parameter of a kind may be.
    fileprivate func content(_ kind: ParameterKind) -> ParameterContent? {
        switch kind {
        case .number(let domain): number(NumberRange(domain)).map { .number($0) }
        case .integer(let range): integer(.closed(range)).map { .integer($0) }
        case .flag: boolean().map { .flag($0) }
        case .choice(let names): choice(of: names).map { .text($0) }
        case .list(let kind, let count):
            list(CountRange(count), of: kind.nameOfMany) { $0.content(kind) }.map { .list($0) }
        case .loneOrList(let kind, let count):
            form == .list ? content(.list(of: kind, count: count)) : content(kind)
        case .record(let parameters): section { $0.record(of: parameters) }
        }
    }
}

extension ParameterKind {
    /// What messages call several values of the kind.
    fileprivate var nameOfMany: String {
        switch self {
        case .number, .integer: "numbers"
        case .list, .loneOrList: "lists"
        case .record(let parameters): "{\(parameters.map { "\($0.name): …" }.joined(separator: ", "))}"
        case .flag, .choice: "items"
        }
    }
}

extension NumberRange {
    init(_ domain: ParameterDomain) {
        switch domain {
        case .any: self = .any
        case .nonNegative: self = .nonNegative
        case .positive: self = .positive
        case .between(let least, let greatest): self = .between(least, greatest)
        }
    }
}

extension CountRange {
    init(_ range: ClosedRange<Int>) {
        self = range.lowerBound == range.upperBound ? .exactly(range.lowerBound) : .atLeast(range.lowerBound)
    }
}
