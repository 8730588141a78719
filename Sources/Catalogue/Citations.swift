import Descriptions
import GSL
import ScenarioFiles

/// The references to cite for a scenario: the sources of its components, and the program itself.
package struct Citations {
    private let components: [ComponentDescription]

    init(of components: [ComponentDescription]) { self.components = components }

    /// The publications under the components that they are of, and the components that name none.
    package var text: String {
        let blocks = components.filter { !$0.references.isEmpty }.map { component in
            ([component.name] + component.references.map { "  \($0.words)" }).joined(separator: "\n")
        }
        let others = components.filter(\.references.isEmpty).map(\.name)
        let rest = others.isEmpty ? [] : ["Without a publication: \(others.joined(separator: ", "))"]
        return (blocks + ["the program\n  Observatory, version \(Self.version)"] + rest).joined(separator: "\n\n")
    }

    /// The same as BibTeX in UTF-8, each publication once.
    package var bibTeX: String {
        var references: [Reference] = []
        for reference in components.flatMap(\.references) where !references.contains(reference) {
            references.append(reference)
        }
        var counts: [String: Int] = [:]
        let entries = references.map { reference in
            let key = reference.bibTeXKey
            counts[key, default: 0] += 1
            // The first one of a key has no number.
            let number = counts[key].flatMap { $0 > 1 ? "-\($0)" : nil } ?? ""
            return reference.bibTeX(key: key + number)
        }
        let program =
            "@misc{observatory,\n  author = {{The Observatory maintainers}},\n  title = {{Observatory}},\n"
            + "  note = {Version \(Self.version)}\n}"
        return (entries + [program]).joined(separator: "\n\n")
    }

    private static let version =
        "\(observatoryVersion) (\(observatoryCommit.map { "commit \($0), " } ?? "")GSL \(gslVersion))"
}

extension Scenario {
    /// The references to cite for the scenario.
    package var citations: Citations { Citations(of: components) }
}

extension Reference {
    /// The first author's name and the year, such as `verlet1967`.
    fileprivate var bibTeXKey: String {
        let first = authors.replacing(" and ", with: ",").split(separator: ",").first ?? ""
        let name = first.split(separator: " ").last.map { String($0).searched } ?? ""
        return String(name.filter { $0.isASCII && $0.isLetter }) + String(year)
    }

    fileprivate func bibTeX(key: String) -> String {
        // A reference with neither a volume nor pages is a book.
        let isBook = volume == nil && page == nil
        let names = authors.replacing(" and ", with: ", ").split(separator: ",").map { $0.drop { $0 == " " } }
        let fields: [(String, String?)] = [
            ("author", names.joined(separator: " and ").escapedForTeX), ("title", "{\(title.escapedForTeX)}"),
            (isBook ? "publisher" : "journal", journal.escapedForTeX), ("volume", volume), ("pages", page),
            ("year", String(year)), ("doi", doi),
        ]
        let lines = fields.compactMap { name, value in value.map { "  \(name) = {\($0)}" } }
        return "@\(isBook ? "book" : "article"){\(key),\n\(lines.joined(separator: ",\n"))\n}"
    }
}

extension String {
    fileprivate var escapedForTeX: String {
        reduce(into: "") { text, character in text += "&%#_$".contains(character) ? "\\\(character)" : String(character)
        }
    }
}
