import Descriptions
import EngineTestSupport
import Foundation
import Networks
import TestSupport
import Testing

@testable import Catalogue
@testable import Experiments
@testable import ScenarioFiles

/// A table of an article with a column of keys and one of defaults.
private struct DefaultTable: CustomStringConvertible {
    let heading: String
    var rows: [(keys: [String], standard: String)] = []

    var description: String { "\(heading): \(rows.first?.keys.first ?? "")" }

    /// Those of an article, in its order.
    static func all(of article: String) throws -> [DefaultTable] {
        let path = "\(packageFolder)/Sources/ScenarioFiles/ScenarioFiles.docc/\(article).md"
        var (tables, heading, column): ([DefaultTable], String, Int?) = ([], "", nil)
        for line in try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n") {
            if line.hasPrefix("#") { heading = line.drop { "# ".contains($0) }.description }
            guard line.hasPrefix("|") else {
                column = nil
                continue
            }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { $0.trimmingCharacters(in: .whitespaces) }
            if let standard = cells.firstIndex(of: "default"), column == nil {
                column = standard
                tables.append(DefaultTable(heading: heading))
            } else if let column, !line.hasPrefix("|--") {
                // Every second part stands between backticks.
                let keys = cells[0].components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }
                tables[tables.count - 1].rows.append((keys.map(\.element), cells[column]))
            }
        }
        return tables
    }

    /// The complaints about rows that do not say of keys what their descriptions do.
    func problems(_ parameters: [ParameterDescription]) -> [String] {
        rows.flatMap { row in
            row.keys.compactMap { key -> String? in
                let known = parameters.filter { $0.name == key }
                guard !known.isEmpty else { return "'\(key)' is not described" }
                let defaults = known.compactMap(Self.standard).map(\.words)
                let said = row.standard.replacing("`", with: "")
                guard !defaults.isEmpty else {
                    let isValue = Double(said) != nil || Bool(said) != nil
                    return isValue && !known.contains { Self.mayHave(said, $0) }
                        ? "'\(key)' has no default \(said)" : nil
                }
                return defaults.contains { Self.text(said, says: $0) } ? nil : "'\(key)': \(defaults), not \(said)"
            }
        }
    }

    private static func standard(of parameter: ParameterDescription) -> ParameterContent? {
        switch parameter.necessity {
        case .default(let content), .alternative(_, let content), .companion(_, let content): content
        default: nil
        }
    }

    /// Tests if a parameter without a default of its own may have one: that follows from something else, or of formulas is the
    /// number that there is without them.
    private static func mayHave(_ standard: String, _ parameter: ParameterDescription) -> Bool {
        switch (parameter.necessity, parameter.kind) {
        case (.derived(let words), _): words.contains(standard)
        case (.optional, .expression): true
        default: false
        }
    }

    private static func text(_ text: String, says words: String) -> Bool {
        if words == "[]" { return ["nothing", "none", "never"].contains(text) }
        return text.ranges(of: words).contains { range in
            let around = [text[..<range.lowerBound].last, text[range.upperBound...].first]
            return around.allSatisfy { $0.map { !$0.isLetter && !$0.isNumber && $0 != "-" } ?? true }
        }
    }
}

@Suite("Defaults in articles")
struct DocumentedDefaultTests {
    /// The parameters of components of a kind, and the keys beside them.
    private static func parameters(_ kind: ComponentKind, of name: String? = nil) -> [ParameterDescription] {
        let kind = ComponentCatalogue.kind(kind)
        return kind.components.filter { name == nil || $0.name == name }.flatMap { $0.parameters + kind.beside($0) }
    }

    private static func members(of key: String, in parameters: [ParameterDescription]) -> [ParameterDescription] {
        parameters.filter { $0.name == key }.flatMap { $0.rows().dropFirst() }.map { $0.parameter }
    }

    /// The keys that the tables of `ScenarioFormat` are about, in their order.
    private static let format: [[ParameterDescription]] = [
        ScenarioKeys.all + ScenarioKeys.ofParticles + ScenarioKeys.ofGraphs,
        parameters(.particles), GraphFileKeys.all + parameters(.graphFiles), parameters(.graphFiles),
        EquationKeys.event,
        parameters(.ownEquations), parameters(.ownCompartments), parameters(.ownCompartments),
        members(of: "rewire", in: parameters(.ownCompartments, of: "transitions")), parameters(.spins),
        parameters(.updateRules, of: "rule"), members(of: "move", in: parameters(.updateRules, of: "rule")),
        members(of: "rewire", in: parameters(.updateRules, of: "rule")),
        parameters(.methods), parameters(.observations), parameters(.definedQuantities),
        parameters(.crossings) + FirstPassagesKeys.all, StatisticsKeys.all, parameters(.interventions),
        CheckpointKeys.all, SweepKeys.description.parameters, SweepKeys.ofSearch,
    ]

    /// Those of the tables of each article.
    private static let articles = [
        "ScenarioFormat": format, "NetworkModels": [parameters(.updateRules, of: "integrate-and-fire")],
        "WhatIf": [RareEventKeys.all],
    ]

    @Test("what tables say of keys that are left out is what the program does", arguments: articles.keys.sorted())
    func defaults(article: String) throws {
        let (tables, keys) = (try DefaultTable.all(of: article), try #require(Self.articles[article]))
        try #require(tables.count == keys.count, "\(tables)")
        for (table, keys) in zip(tables, keys) {
            let problems = table.problems(keys)
            #expect(problems == [], "\(table)")
        }
    }
}
