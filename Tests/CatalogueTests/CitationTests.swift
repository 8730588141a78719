import Descriptions
import ScenarioTestSupport
import Testing

@testable import Catalogue
@testable import ScenarioFiles

@Suite("Citations")
struct CitationTests {
    private static let text = """
        graph: {watts-strogatz: {nodes: 20, neighbours: 4, rewiring: 0.1}}
        model: {kuramoto: {coupling: 1, frequency: 0}}
        integrate: {method: rkf45, until: 1}

        """

    /// Entries by their keys, with fields by their names. Fails where the text is none of BibTeX: braces must be balanced, and no
    /// key may stand twice.
    private func parsed(_ text: String) throws -> [String: [String: String]] {
        var entries: [String: [String: String]] = [:]
        for entry in text.split(separator: "\n\n") {
            let head = try #require(entry.firstMatch(of: #/^@(article|book|misc)\{([a-z]+\d*(?:-\d+)?),\n/#))
            #expect(entry.hasSuffix("\n}"))
            var depth = 0
            for character in entry where "{}".contains(character) {
                depth += character == "{" ? 1 : -1
                #expect(depth >= 0)
            }
            #expect(depth == 0, "\(entry)")
            let key = String(head.2)
            #expect(entries[key] == nil, "'\(key)' stands twice")
            let lines = entry.dropFirst(head.0.count).dropLast(2).split(separator: "\n")
            for (index, line) in lines.enumerated() {
                let field = try #require(line.wholeMatch(of: #/  ([a-z]+) = \{(.+)\}(,?)/#), "\(line)")
                #expect((field.3 == ",") == (index < lines.count - 1))
                entries[key, default: [:]][String(field.1)] = String(field.2)
            }
        }
        return entries
    }

    @Test("are of the model, the graph, the method, GSL and the program")
    func ofScenario() throws {
        let citations = try ScenarioFolder().scenario(Self.text).citations
        let entries = try parsed(citations.bibTeX)
        #expect(
            Set(entries.keys) == [
                "sakaguchi1986", "rodrigues2016", "watts1998", "fehlberg1970", "galassi2009", "observatory",
            ])
        let watts = try #require(entries["watts1998"])
        #expect(watts["author"] == "D. J. Watts and S. H. Strogatz")
        #expect(watts["journal"] == "Nature" && watts["pages"] == "440" && watts["doi"] == "10.1038/30918")
        #expect(citations.text.contains("watts-strogatz\n  D. J. Watts and S. H. Strogatz, Collective dynamics"))
        let plain = try ScenarioFolder().scenario(ScenarioFolder.particles).citations
        #expect(!plain.text.contains("GNU"))
    }

    @Test("say that a compartment model of one's own has no publication")
    func ownCompartments() throws {
        let model = "{states: [s, i], contact: [{from: s, to: i, by: i, rate: 1}], initial: {i: 0.1}}"
        let text = """
            graph: {ring: {nodes: 20}}
            model: {compartments: \(model)}
            integrate: {method: event-driven, until: 1}

            """
        let words = try ScenarioFolder().scenario(text).citations.text
        #expect(words.contains("Without a publication: ring, compartments"))
    }

    @Test("of all that there is are BibTeX with keys of their own")
    func all() throws {
        let components = ComponentCatalogue.kinds.flatMap(\.components)
        let entries = try parsed(Citations(of: components).bibTeX)
        #expect(entries.count == Set(components.flatMap(\.references).map(\.words)).count + 1)
        #expect(entries["kauffman1969"]?["year"] == "1969" && entries["kauffman1969-2"] == nil)
    }

    @Test("escape what TeX takes for something else, and tell books from articles")
    func escaping() throws {
        let component = ComponentDescription(
            name: "x", summary: "x",
            references: [
                Reference("Á. Erdős", "Profit & loss: 100 %", "A Press", year: 1999),
                Reference("B. Erdős and C. Rényi", "Other", "Journal", "1", page: "2", year: 1999),
            ], parameters: [])
        let entries = try parsed(Citations(of: [component]).bibTeX)
        #expect(
            entries["erdos1999"] == [
                "author": "Á. Erdős", "title": "{Profit \\& loss: 100 \\%}", "publisher": "A Press", "year": "1999",
            ])
        #expect(entries["erdos1999-2"]?["author"] == "B. Erdős and C. Rényi")
    }
}
