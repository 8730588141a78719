import Descriptions
import ScenarioFiles

/// A name that no component has, or none that a scenario can be begun with.
package struct UnknownComponent: Error, CustomStringConvertible {
    /// The name.
    package let name: String

    /// The error message: what is wrong, and what may have been meant.
    package var description: String {
        guard !ComponentCatalogue.names.contains(name) else {
            return "No scenario is begun with '\(name)'; 'observatory new' lists what it can be."
        }
        let known = ComponentCatalogue.names + FormulaFunction.all.map(\.name)
        return "There is no component '\(name)'" + (name.nearest(in: known).map { "; did you mean '\($0)'?" } ?? ".")
    }
}

extension ComponentCatalogue {
    /// The components in whose descriptions all of some words occur, one a line, under the names of their kinds.
    ///
    /// - Parameter words: The words, whose case does not matter; all components are listed if there are none.
    /// - Returns: The lines; empty if there is no such component.
    package static func list(of words: [String]) -> String { list(of: words, among: kinds) }

    static func list(of words: [String], among kinds: [Kind]) -> String {
        let width = names.map(\.count).max() ?? 0
        let blocks = kinds.compactMap { kind -> String? in
            let found = kind.components.filter { $0.isAbout(words, in: kind) }
            guard !found.isEmpty else { return nil }
            return ([kind.name] + found.map { "  \($0.name.padded(to: width))  \($0.summary)" }).joined(separator: "\n")
        }
        return blocks.joined(separator: "\n\n")
    }

    /// Tests if there is a component in whose description all of some words occur.
    package static func isAnything(about words: [String]) -> Bool { !components(about: words).isEmpty }

    /// - Throws: ``UnknownComponent`` if there is neither a component or a function of a name nor one about it.
    package static func check(_ name: String) throws(UnknownComponent) {
        let isNamed = kinds.contains { $0.components.contains { $0.name == name } }
        guard isNamed || isAnything(about: [name]) || !FormulaFunction.list(about: [name]).isEmpty else {
            throw UnknownComponent(name: name)
        }
    }

    /// All that is known of the components and the function of a name, or else of the one that the field calls so, or that some words
    /// are about; if there are several of these, a list of them. Case does not matter, and a blank is as good as a hyphen.
    ///
    /// - Throws: ``UnknownComponent`` if there is none.
    package static func text(of name: String) throws(UnknownComponent) -> String {
        try check(name)
        let word = name.searched
        let named = components { component, _ in component.name.searched == word }
        let called = components { component, _ in component.synonyms.contains { $0.searched == word } }
        let function = FormulaFunction.all.first { $0.name == word }
        if let function, named.isEmpty { return function.text }
        let found = [named, called].first { !$0.isEmpty } ?? components(about: [name])
        let functions = named.isEmpty && called.isEmpty ? FormulaFunction.list(about: [name]) : ""
        guard !named.isEmpty || found.count == 1 && functions.isEmpty else {
            let lists = [list(of: [name]), functions].filter { !$0.isEmpty }
            return "Several are about '\(name)':\n\n\(lists.joined(separator: "\n\n"))"
        }
        return (found.map { $0.text(of: $1) } + [function].compactMap { $0?.text }).joined(separator: "\n\n")
    }

    private static func components(about words: [String]) -> [(ComponentDescription, Kind)] {
        components { $0.isAbout(words, in: $1) }
    }

    private static func components(
        where isMeant: (ComponentDescription, Kind) -> Bool
    ) -> [(ComponentDescription, Kind)] {
        kinds.flatMap { kind in kind.components.filter { isMeant($0, kind) }.map { ($0, kind) } }
    }
}

extension ComponentDescription {
    /// Tests if all of some words occur in what is known of it, from where words of names and sentences begin.
    fileprivate func isAbout(_ words: [String], in kind: ComponentCatalogue.Kind) -> Bool {
        let searched = words.flatMap { $0.searched.split(separator: " ") }
        guard words.isEmpty || !searched.isEmpty else { return false }
        let rows = parameters.flatMap { $0.rows() }
        let parts =
            [name, summary, kind.name] + synonyms + references.map(\.words)
            + rows.flatMap { [$0.name, $0.parameter.summary, $0.parameter.kind.words] }
        let text = " " + parts.joined(separator: " ").searched
        return searched.allSatisfy { text.contains(" " + $0) }
    }

    fileprivate func text(of kind: ComponentCatalogue.Kind) -> String {
        var blocks = ["\(name) (\(kind.name)): \(summary)"]
        if let equation { blocks.append(equation.indented) }
        if !synonyms.isEmpty { blocks.append("Also called: \(synonyms.joined(separator: ", "))") }
        let needs = kind.needs(of: self)
        if !needs.isEmpty { blocks.append(needs.map { "\($0.capitalisedFirst)." }.joined(separator: "\n")) }
        if !parameters.isEmpty {
            let rows = parameters.flatMap { $0.rows() }
            let width = rows.map(\.name.count).max() ?? 0
            blocks.append(
                "Parameters:\n"
                    + rows.map { name, parameter in
                        "  \(name.padded(to: width))  \(parameter.summary)\n"
                            + "  \("".padded(to: width))  \(parameter.terms)"
                    }.joined(separator: "\n"))
        }
        blocks.append("Example:\n" + kind.example(of: self).indented)
        if let written = WrittenEquations.model(named: name) {
            blocks.append("As equations of your own:\n" + written.indented)
        }
        if !references.isEmpty {
            blocks.append("References:\n" + references.map(\.words.indented).joined(separator: "\n"))
        }
        return blocks.joined(separator: "\n\n")
    }
}

extension ParameterKind {
    /// The parameters of mappings that values are or have.
    fileprivate var members: [ParameterDescription] {
        switch self {
        case .record(let parameters): parameters
        case .list(let kind, _), .keyed(_, let kind), .word(_, let kind): kind.members
        case .either(let kind, let other): kind.members + other.members.filter { !kind.members.contains($0) }
        default: []
        }
    }
}

extension ParameterDescription {
    /// The parameter and those in its mapping, with the keys that lead to them.
    func rows(under prefix: String = "") -> [(name: String, parameter: ParameterDescription)] {
        [(prefix + name, self)] + kind.members.flatMap { $0.rows(under: "\(prefix)\(name).") }
    }

    /// The values that the parameter may have, its unit, and its default.
    var terms: String {
        let unit = measure.map { self.unit == nil ? "in units of \($0)" : "in \($0)" }
        return [kind.words, unit, necessity.words].compactMap { $0 }.joined(separator: "; ")
    }
}

extension ParameterDescription.Necessity {
    /// The words for whether the parameter must be given, and what holds if it is not.
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
    /// The text as it is searched: in lower case, without accents, and with blanks for hyphens and the like.
    var searched: String {
        lowercased().reduce(into: "") { text, character in text += Self.plainLetters[character] ?? String(character) }
    }

    /// The spelling of letters by people who do not have them on their keyboards.
    private static let plainLetters: [Character: String] = {
        let letters = [
            "a": "áàâäãåāăą", "c": "çćč", "d": "ď", "e": "éèêëēęě", "g": "ğ", "i": "íìîïīı", "l": "ł", "n": "ñńň",
            "o": "óòôöõøōő", "r": "ř", "s": "śšş", "t": "ť", "u": "úùûüūůű", "y": "ýÿ", "z": "źžż", "ss": "ß",
            " ": "-–—(),;:",
        ]
        return letters.reduce(into: [:]) { plain, letter in
            for accented in letter.value { plain[accented] = letter.key }
        }
    }()

    /// The text with its first letter in upper case.
    var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }

    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    fileprivate var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n")
    }
}
