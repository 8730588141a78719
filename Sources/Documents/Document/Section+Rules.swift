import Descriptions

/// All that rules between the parameters of a component find wrong is told at once, also where some of these cannot be read.
extension Section {
    /// Reports the rules between parameters that are broken whatever the values are of those that could not be read.
    ///
    /// A rule that is broken hides others. So what it is about is put right, and the component tried again.
    ///
    /// - Parameters:
    ///   - component: The component.
    ///   - contents: The values of its parameters.
    ///   - unread: The indices of those that could not be read.
    /// - Returns: True if there are any.
    package func reportBrokenRules<Product>(
        of component: Component<Product>, _ contents: [ParameterContent?], unread: Set<Int>
    ) -> Bool {
        let parameters = component.description.parameters
        func indices(_ names: [String]) -> [Int] { parameters.indices.filter { names.contains(parameters[$0].name) } }
        var (contents, unread) = (contents, unread)
        var told: [ParameterError] = []
        var isOneLeftOut = false
        while let error = component.brokenRule(contents, unread: unread), !told.contains(error) {
            // What follows from what was given, and is wrong, is not missing.
            if case .incomplete(_, let names) = error, isOneLeftOut,
                indices(names).allSatisfy({ parameters[$0].necessity.isDerived })
            {
                break
            }
            report(error, among: parameters, at: value)
            told.append(error)
            switch error {
            case .unfit(let name, _):
                for index in indices([name]) {
                    contents[index] = nil
                    if parameters[index].necessity == .required { unread.insert(index) } else { isOneLeftOut = true }
                }
            case .incomplete(_, let names): unread.formUnion(indices(names))
            case .notExactlyOne(let names):
                let alternatives = indices(names)
                for index in alternatives.dropFirst() { (contents[index], _) = (nil, unread.remove(index)) }
                unread.formUnion(alternatives.prefix(1))
            case .impossible, .missing: break
            }
        }
        return !told.isEmpty
    }
}

extension Component {
    /// The rule between parameters that is broken first, whatever the values of some of them are.
    fileprivate func brokenRule(_ contents: [ParameterContent?], unread: Set<Int>) -> ParameterError? {
        // Nothing stands in for values if all are known.
        let errors = [0, 1].prefix(unread.isEmpty ? 1 : 2).map { number -> ParameterError? in
            var contents = contents
            for index in unread { contents[index] = description.parameters[index].kind.standIns[number] }
            do {
                _ = try made(of: contents)
                return nil
            } catch {
                switch error as? ParameterError {
                case .unfit, .incomplete, .notExactlyOne: return error as? ParameterError
                default: return nil
                }
            }
        }
        return errors.first == errors.last ? errors[0] : nil
    }
}

extension ParameterDescription.Necessity {
    /// True if what it is follows from something else.
    fileprivate var isDerived: Bool { if case .derived = self { true } else { false } }
}

extension ParameterKind {
    /// Two values that are possible, which are far from each other: what is wrong with both is wrong with any.
    fileprivate var standIns: [ParameterContent] {
        switch self {
        case .number(.any): [.number(-1000), .number(1000)]
        case .number(.nonNegative): [.number(0), .number(1000)]
        case .number(.positive): [.number(0.001), .number(1000)]
        case .number(.positiveUpTo(let greatest)): [.number(greatest / 1000), .number(greatest)]
        case .number(.between(let least, let greatest)): [.number(least), .number(greatest)]
        case .integer(let range):
            [.integer(range.lowerBound), .integer(min(range.upperBound, range.lowerBound + 1000))]
        case .flag: [.flag(false), .flag(true)]
        case .choice(let names): [names.first, names.last].map { .text($0 ?? "") }
        case .list(let kind, let count):
            kind.standIns.map { .list([ParameterContent](repeating: $0, count: count.lowerBound)) }
        case .vector(let domain):
            ParameterKind.number(domain).standIns.map { .list([ParameterContent](repeating: $0, count: 3)) }
        case .either(let kind, _), .word(_, let kind): kind.standIns
        case .keyed(let name, let kind): kind.standIns.map { .keyed(name, [$0]) }
        case .nodeNumbers(let domain):
            ParameterKind.number(domain).standIns.compactMap { Double($0) }.map { .nodeNumbers(.drawn(.constant($0))) }
        case .nodes: [.list([.integer(0)]), .list([.integer(1)])]
        case .record(let parameters) where parameters.loneOpen != nil: [.list([]), .list([])]
        case .record(let parameters):
            [0, 1].map { number in
                .record(parameters.map { $0.necessity == .required ? $0.kind.standIns[number] : nil })
            }
        case .node: [.integer(0), .integer(1)]
        case .text, .expression, .condition, .name, .file, .component: [.text("a"), .text("b")]
        }
    }
}
