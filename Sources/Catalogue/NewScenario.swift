import Descriptions
import ScenarioFiles

/// A scenario to begin with: one that runs, with a component and comments on all of its parameters.
package struct NewScenario {
    /// The scenario as YAML.
    package let text: String

    /// The kinds of components that a scenario can be begun with.
    static let kinds = ComponentCatalogue.kinds.filter { kind in
        kind.components.contains { NewScenarioRecipe(for: $0, of: kind.id) != nil }
    }

    /// The components that a scenario can be begun with, one a line, under the names of their kinds.
    package static let choices = ComponentCatalogue.list(of: [], among: kinds)

    /// The names of these.
    package static let names = kinds.flatMap(\.components).map(\.name)

    /// Writes a scenario.
    ///
    /// - Parameter name: The name of the component.
    /// - Throws: ``UnknownComponent`` if there is none, or none that a scenario can be begun with.
    package init(with name: String) throws(UnknownComponent) {
        for kind in Self.kinds {
            guard let component = kind.components.first(where: { $0.name == name }),
                let scenario = Self(with: component, of: kind)
            else { continue }
            self = scenario
            return
        }
        throw UnknownComponent(name: name)
    }

    /// Writes a scenario with a component, unless none is begun with those of its kind.
    init?(with component: ComponentDescription, of kind: ComponentCatalogue.Kind) {
        guard let recipe = NewScenarioRecipe(for: component, of: kind.id) else { return nil }
        var lines = Self.head(of: component)
        for line in recipe.template.split(separator: "\n") {
            guard let mark = line.firstIndex(of: "@") else {
                lines.append(String(line))
                continue
            }
            // The text before the mark is the indentation, or an item of a list begins there.
            let before = line[..<mark]
            let indent = String(repeating: " ", count: before.count)
            let isMethod = kind.form == .method
            lines.append(isMethod ? "\(before)method: \(component.name)" : "\(before)\(component.name):")
            let inner = isMethod ? indent : indent + "  "
            lines += component.parameters.flatMap {
                $0.lines(
                    given: recipe.values[$0.name], comment: recipe.comments[$0.name],
                    with: recipe.companions[$0.name] ?? [], indent: inner)
            }
            // How long a run takes stands in the template.
            if !isMethod { lines += kind.besideInExamples(component).map { inner + $0.example } }
        }
        text = lines.joined(separator: "\n")
    }

    private static func head(of component: ComponentDescription) -> [String] {
        let summary = component.summary.prefix(1).uppercased() + component.summary.dropFirst() + "."
        var lines = summary.comment(indent: "")
        if let equation = component.equation { lines += ["#", "#     \(equation)"] }
        if !component.references.isEmpty {
            lines += ["#"] + component.references.flatMap { ($0.words + ".").comment(indent: "") }
        }
        lines += ["#"]
        lines += "Keys behind a '#' need not be given; where there is a default, that is what they are."
            .comment(indent: "")
        return lines + ["name: \(component.name)", "seed: 1"]
    }
}

extension ParameterDescription {
    /// The parameter with comments, behind a '#' unless it is given.
    fileprivate func lines(given: String?, comment: String?, with companions: [String], indent: String) -> [String] {
        let value = given ?? (isInExamples ? exampleContent?.words ?? kind.sample : nil)
        let line =
            value.map { "\(name): \($0)" }
            ?? "#\(name): \(comment ?? necessity.usualWords ?? exampleContent?.words ?? suggestion ?? kind.sample)"
        return "\(summary): \(terms)".comment(indent: indent) + companions.map { "\(indent)# with: \($0)" }
            + ["\(indent)\(line)"]
    }
}

extension ParameterDescription.Necessity {
    /// The value unless given, if it is known.
    fileprivate var usualWords: String? {
        switch self {
        case .default(let content), .alternative(_, let content), .companion(_, let content): content.words
        default: nil
        }
    }
}

extension String {
    /// The text in lines of comments of at most a hundred characters.
    fileprivate func comment(indent: String) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ") {
            if !line.isEmpty, indent.count + line.count + word.count + 3 > 100 {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? word : " \(word)"
        }
        return (lines + [line]).map { "\(indent)# \($0)" }
    }
}
