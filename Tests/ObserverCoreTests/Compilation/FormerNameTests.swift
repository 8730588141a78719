import ObserverCore
import TestSupport
import Testing

/// Names of earlier versions lead to those that replaced them.
@Suite struct FormerNameTests {
    /// Uses of former names, and what the compiler says of each.
    private static let uses = [
        ("func f(_ object: some Observable) {}", "'Observable' is deprecated: renamed to 'ObservableObject'"),
        (
            "final class Bell: CustomObservable { let messenger = Messenger<Void>() }",
            "'CustomObservable' is deprecated: renamed to 'ObservableObject'"
        ),
        (
            "func f<O: ObservableObject>(_ update: O.UpdateType, of object: O) {}",
            "'UpdateType' is deprecated: renamed to 'Message'"
        ),
        ("func f(_ change: Change<Int>) {}", "'Change' is deprecated: renamed to 'Update'"),
        ("func f(_ mapping: Mapping<Var<Int>, Int>) {}", "'Mapping' is deprecated: renamed to 'Mapper'"),
        (
            "func f(_ bell: Messenger<Void>) { bell.removeObservers() }",
            "'removeObservers()' is deprecated: renamed to 'stopBeingObserved()'"
        ),
        (
            "func f(_ bell: Messenger<Void>) { bell.stopObservations() }",
            "'stopObservations()' is deprecated: renamed to 'stopBeingObserved()'"
        ),
        ("func f() { print(Var(1).latestUpdate) }", "'latestUpdate' is deprecated: renamed to 'latestMessage'"),
        (
            "func f() { print(Var(1).new().source) }",
            "'source' is deprecated: Use 'origin', or 'replaceOrigin(with:)' to send the latest message, too."
        ),
        (
            "func f() { print(Messenger<Int>().map { -$0 }.source) }",
            "'source' is deprecated: renamed to 'origin'"
        ),
        (
            "func f() { print(Messenger<Int>().filter { $0 > 1 }.filter?(2) ?? true) }",
            "'filter' has been renamed to 'passes(_:)'"
        ),
        (
            #"func f() { _ = Messenger("first message") }"#,
            "'init(_:)' is unavailable: Make a 'cache()' of the messenger, and set its 'latestMessage'."
        ),
        (
            "func f(_ bell: Messenger<Void>) { bell.remembersLatestMessage = false }",
            "'remembersLatestMessage' is unavailable: Make a 'cache()' of the object, which has 'memory.isActive'."
        ),
        (
            "func f() { removeAbandonedObservations() }",
            "There is nothing to flush: observations end when an observer or object dies."
        ),
        (
            "func f() { stopAllAbandonedObservations() }",
            "'stopAllAbandonedObservations()' is unavailable: There is nothing to flush"
        ),
        (
            "func f(_ bell: Messenger<Void>) { bell.removeDeadObservers() }",
            "There is nothing to flush: observations end when their observer dies."
        ),
        (
            "func f(_ bell: Messenger<Void>) { bell.stopAbandonedObservations() }",
            "'stopAbandonedObservations()' is unavailable: There is nothing to flush"
        ),
        (
            "func f(_ observer: some Observer) { observer.stopObservingDeadObservables() }",
            "There is nothing to flush: observations end when the observed object dies."
        ),
        (
            "func f() { FreeObserver.shared.stopObserving() }",
            "Begin observations with a 'FreeObserver' of your own to end them all, or end them object by object."
        ),
    ]

    @Test func aFormerNameLeadsToItsSuccessor() throws {
        // One run of the compiler for all; each use stands in a line of its own.
        let code = Self.uses.enumerated().map { "enum Use\($0) { static \($1.0) }" }.joined(separator: "\n")
        let output = try Compiler.diagnose(code.replacing("static final class", with: "final class"))
        let lines = output.split(separator: "\n")
        for (index, use) in Self.uses.enumerated() {
            // The first line of the file is the import.
            let ownLines = lines.filter { $0.contains("code.swift:\(index + 2):") }
            #expect(ownLines.contains { $0.contains(use.1) }, "\(use.0)")
        }
    }

    // MARK: - What deprecated names do

    private protocol Step {
        func run() -> [String]
    }

    /// Uses names that are deprecated, in a place where that is no warning.
    private struct OfObjects: Step {
        @available(*, deprecated)
        func run() -> [String] {
            let observer = FreeObserver()
            let number = Var(1)
            let lengths = Mapping(number) { "\($0.new)" }
            var received: [String] = []
            observer.observe(number) { (change: Change<Int>) in received.append("\(change.old) \(change.new)") }
            observer.observe(lengths) { received.append($0) }
            number <- 22
            received.append(lengths.latestUpdate)
            number.removeObservers()
            number <- 333
            observer.observe(number) { _ in received.append("heard") }
            number.stopObservations()
            number <- 4
            return received
        }
    }

    private struct OfOrigins: Step {
        @available(*, deprecated)
        func run() -> [String] {
            let observer = FreeObserver()
            var received: [String] = []
            let title = Var<String?>().map { $0.new ?? "untitled" }
            let short = Messenger<String>().filter { $0.count < 5 }
            observer.observe(title) { received.append($0) }
            observer.observe(short) { received.append($0) }
            title.source = Var("some title")
            received.append(title.source.string)
            short.source = Messenger()
            short.source.send("a")
            return received
        }
    }

    @Test func aDeprecatedNameDoesWhatItsSuccessorDoes() {
        #expect((OfObjects() as any Step).run() == ["22", "1 22", "22"])
    }

    /// In those versions, setting the source sent the latest message.
    @Test func theFormerNameOfTheOriginSendsAsItDidThen() {
        #expect((OfOrigins() as any Step).run() == ["some title", "some title", "a"])
    }

    // MARK: - Names of others

    /// None of the former names stands in the way of those who use such a name themselves.
    @Test func aSubclassMayUseAFormerNameAsItsOwn() throws {
        let output = try Compiler.diagnose(
            """
            class Radio: Messenger<String>, ObservableCache {
                init(_ first: String) { latestMessage = first; super.init() }
                var latestMessage: String
                var remembersLatestMessage = true
                var source = "aerial"
            }
            @MainActor func use() {
                let radio = Radio("first")
                radio.remembersLatestMessage = false
                print(radio.source, radio.filter { $0 == radio.latestMessage }.filter { $0 != "" })
            }
            """)
        #expect(output == "")
    }
}
