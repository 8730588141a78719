import ObserverCombine
import ObserverCore
import TestSupport
import Testing

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

/// What the documentation of the module shows is what is compiled and run here.
@Suite struct ArticleTests {
    @Test func theExampleIsTheOneThatIsRunHere() throws {
        try expectSwiftExamples(of: "Sources/ObserverCombine/ObserverCombine.docc/ObserverCombine.md")
    }

    // swift-format-ignore
    @Test(.tracksLifetimes) func theExamplePublishesLowValues() {
        let log = Log<Int>()
        func print(_ words: String, _ value: Int) { log(value) }

        @ObservableVar var pressure = 1013

        let subscription = $pressure.publisher().map { $0.new }.filter { $0 < 1000 }.sink { print("low:", $0) }
        pressure = 998
        pressure = 1005

        #expect(log.entries == [998])
        subscription.cancel()
    }
}
