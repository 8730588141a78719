import Descriptions

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
        return head + kinds.map { "\n## \($0.heading)\n" + $0.components.map(\.markdown).joined() }.joined()
    }
}

extension ComponentCatalogue.Kind {
    fileprivate var heading: String { name.prefix(1).uppercased() + name.dropFirst() }
}

extension ComponentDescription {
    fileprivate var markdown: String {
        var text = "\n### \(name)\n\n\(summary.prefix(1).uppercased() + summary.dropFirst()).\n"
        if let equation { text += "\n    \(equation)\n" }
        if !synonyms.isEmpty { text += "\nAlso called \(synonyms.joined(separator: ", ")).\n" }
        if !parameters.isEmpty {
            text += "\n| key | what it is | what it may be | measured in | unless given |\n|---|---|---|---|---|\n"
            for (name, parameter) in parameters.flatMap({ $0.rows() }) {
                let cells = [
                    "`\(name)`", parameter.summary, parameter.kind.words,
                    parameter.dimension == .one ? "" : parameter.dimension.words(), parameter.necessity.words,
                ]
                text += "| \(cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |\n"
            }
        }
        if !references.isEmpty { text += "\n\(references.map(\.words).joined(separator: "; ")).\n" }
        return text
    }
}
