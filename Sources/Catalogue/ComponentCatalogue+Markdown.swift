import Descriptions
import ScenarioFiles

extension ComponentCatalogue {
    /// The article *Components* of the documentation: all components with tables of their parameters.
    package static var markdown: String {
        let head = """
            # Components

            What scenarios can name, with all parameters.

            ## Overview

            This page is written by `observatory models --markdown`, from what the components say of themselves; so do
            `observatory models`, which lists them, and `observatory describe`. What holds between keys, and what is the same for all,
            stands in *[The format of scenarios](ScenarioFormat.md)*.

            """
        return head + kinds.map { "\n## \($0.heading)\n" + $0.markdown }.joined()
    }
}

extension ComponentCatalogue.Kind {
    fileprivate var heading: String { name.capitalisedFirst }

    fileprivate var markdown: String { components.map { $0.markdown(of: self) }.joined() }
}

extension ComponentDescription {
    fileprivate func markdown(of kind: ComponentCatalogue.Kind) -> String {
        var text = "\n### \(name)\n\n\(summary.capitalisedFirst).\n"
        if let equation { text += "\n    \(equation)\n" }
        if !synonyms.isEmpty { text += "\nAlso called \(synonyms.joined(separator: ", ")).\n" }
        let needs = kind.needs(of: self)
        if !needs.isEmpty { text += "\n\(needs.map { "\($0.capitalisedFirst)." }.joined(separator: " "))\n" }
        if !parameters.isEmpty {
            text += "\n| key | what it is | what it may be | measured in | unless given |\n|---|---|---|---|---|\n"
            for (name, parameter) in parameters.flatMap({ $0.rows() }) {
                let cells = [
                    "`\(name)`", parameter.summary, parameter.kind.words,
                    parameter.measure ?? "", parameter.necessity.words,
                ]
                text += "| \(cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |\n"
            }
        }
        if !references.isEmpty { text += "\n\(references.map(\.words).joined(separator: "; ")).\n" }
        return text
    }
}
