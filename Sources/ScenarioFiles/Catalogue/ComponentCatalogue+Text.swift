import Descriptions

/// A name that no component has.
public struct UnknownComponent: Error, CustomStringConvertible {
    /// The name.
    public let name: String

    /// What is wrong, and what may have been meant.
    public var description: String {
        "There is no component '\(name)'"
            + (name.nearest(in: ComponentCatalogue.names).map { "; did you mean '\($0)'?" } ?? ".")
    }
}

extension ComponentCatalogue {
    /// The components in whose descriptions all of some words occur, one a line, under the names of their kinds.
    ///
    /// - Parameter words: The words, whose case does not matter; all components are listed if there are none.
    /// - Returns: The lines; empty if there is no such component.
    public static func list(of words: [String]) -> String {
        let words = words.map { $0.lowercased() }
        let width = names.map(\.count).max() ?? 0
        let blocks = kinds.compactMap { kind -> String? in
            let found = kind.components.filter { component in
                let text = component.searchedText(of: kind)
                return words.allSatisfy(text.contains)
            }
            guard !found.isEmpty else { return nil }
            return ([kind.name] + found.map { "  \($0.name.padded(to: width))  \($0.summary)" }).joined(separator: "\n")
        }
        return blocks.joined(separator: "\n\n")
    }

    /// All that is known of the components of a name.
    ///
    /// - Throws: ``UnknownComponent`` if there is none.
    public static func text(of name: String) throws(UnknownComponent) -> String {
        let texts = kinds.flatMap { kind in
            kind.components.filter { $0.name == name }.map { $0.text(of: kind) }
        }
        guard !texts.isEmpty else { throw UnknownComponent(name: name) }
        return texts.joined(separator: "\n\n")
    }
}

extension ComponentDescription {
    /// What is searched, in lower case.
    fileprivate func searchedText(of kind: ComponentCatalogue.Kind) -> String {
        let parts =
            [name, summary, kind.name] + references.map(\.words) + parameters.flatMap { [$0.name, $0.summary] }
        return parts.joined(separator: "\n").lowercased()
    }

    fileprivate func text(of kind: ComponentCatalogue.Kind) -> String {
        var blocks = ["\(name) (\(kind.name)): \(summary)"]
        if let equation { blocks.append(equation.indented) }
        if !parameters.isEmpty {
            let width = parameters.map(\.name.count).max() ?? 0
            blocks.append(
                "Parameters:\n"
                    + parameters.map { parameter in
                        "  \(parameter.name.padded(to: width))  \(parameter.summary)\n"
                            + "  \("".padded(to: width))  \(parameter.terms)"
                    }.joined(separator: "\n"))
        }
        blocks.append("Example:\n" + kind.example(of: self).indented)
        if !references.isEmpty {
            blocks.append("References:\n" + references.map(\.words.indented).joined(separator: "\n"))
        }
        return blocks.joined(separator: "\n\n")
    }
}

extension ParameterDescription {
    /// What the parameter may be, what it is measured in, and what it is unless given.
    var terms: String {
        let unit = dimension == .one ? nil : "in units of \(dimension.words())"
        return [kind.words, unit, necessity.words].compactMap { $0 }.joined(separator: "; ")
    }
}

extension ParameterDescription.Necessity {
    /// What holds if the parameter is not given.
    var words: String {
        switch self {
        case .required: "required"
        case .optional: "optional"
        case .default(let content): "\(content.words) unless given"
        case .alternative(let other, let content): "\(content.words) unless this or '\(other)' is given"
        case .companion(let other, let content): "\(content.words) unless given, where '\(other)' is"
        case .derived(let words): "\(words) unless given"
        case .oneOf(let names): "one of \(names.map { "'\($0)'" }.joined(separator: ", ")) is required"
        case .open: "any number of them"
        case .proportional(let other, let factor): "\(factor.plain) '\(other)' unless given"
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    fileprivate var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n")
    }
}
