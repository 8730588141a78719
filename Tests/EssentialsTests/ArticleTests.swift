import Essentials
import TestSupport
import Testing

/// The example of the module's page.
@Suite("The page of Essentials")
struct ArticleTests {
    @Test("the examples of the page are these")
    func page() throws {
        try expectSwiftExamples(of: "Sources/Essentials/Essentials.docc/Essentials.md")
    }

    @Test("lists all public types")
    func types() throws {
        try expectTopics(coverTypesOf: "Essentials")
    }

    // swift-format-ignore
    @Test("the same numbers come of the same seed", .tracksLifetimes)
    func words() throws {
        let streams = try RandomStreams(seed: 1)
        _ = track(streams)
        var words = streams.words(for: .noise, node: 17, step: 3)
        let first = words.uniform()
        var again = try RandomStreams(seed: 1).words(for: .noise, node: 17, step: 3)
        let same = again.uniform() == first   // true
        #expect(same)
        #expect(words.uniform() != first)
    }
}
