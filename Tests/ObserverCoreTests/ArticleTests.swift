import ObserverCore
import TestSupport
import Testing

/// What the documentation of the module shows is what is compiled and run here.
@Suite struct ArticleTests {
    @Test func theExampleIsTheOneThatIsRunHere() throws {
        try expectSwiftExamples(of: "Sources/ObserverCore/ObserverCore.docc/ObserverCore.md")
    }

    @Test(arguments: ["ObserverCore", "ObserverCombine", "LightweightObservable"])
    func allPublicTypesAreListed(module: String) throws {
        try expectTopics(coverTypesOf: module)
    }

    // swift-format-ignore
    @Test(.tracksLifetimes) func theExampleTellsOfEachChange() {
        var printed: [String] = []
        func print(_ words: String) { printed.append(words) }

        final class Thermometer: Observer { let receiver = Receiver() }

        let temperature = Var(20.5)
        let thermometer = Thermometer()
        _ = (track(temperature), track(thermometer))
        thermometer.observe(temperature) { update in print("from \(update.old) to \(update.new)") }
        thermometer.observe(temperature).new().filter({ $0 > 30 }) { print("hot: \($0)") }
        temperature.value = 25
        temperature.value = 31.5

        #expect(printed == ["from 20.5 to 25.0", "from 25.0 to 31.5", "hot: 31.5"])
    }
}
