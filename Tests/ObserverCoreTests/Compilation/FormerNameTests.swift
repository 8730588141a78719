import ObserverCore
import TestSupport
import Testing

/// Names of earlier versions lead to those that replaced them.
@Suite(.waitsForPrograms) struct FormerNameTests {
    /// Uses of former names, and what the compiler says of each.
    private static let uses = [
        ("func f(_ object: some Observable) {}", "'Observable' is deprecated: Write 'ObservableObject', and give"),
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
            "'filter' is unavailable: Ask a filter with 'passes(_:)', which takes a message of its 'origin'"
        ),
        (
            #"func f() { print(Var("").new().filter { $0 != "" }.filter?(Update("", "title")) ?? true) }"#,
            "'filter' is unavailable: Ask a filter with 'passes(_:)', which takes a message of its 'origin'"
        ),
        (
            "func f() { print(Var(1).new().filter?(Update(1, 2)) ?? true) }",
            "'filter' is unavailable: Ask a filter with 'passes(_:)', which takes a message of its 'origin'"
        ),
        (
            "final class Sky: Observable { var latestUpdate: Int? }",
            "'Observable' is deprecated: Write 'ObservableObject', and give a class of it a messenger"
        ),
        (
            "final class Door { @Observable var isOpen = true }",
            "'Observable()' is unavailable: Write '@ObservableVar'."
        ),
        (
            "struct Wall: Codable { @ObserverCore.Observable var name: String? }",
            "'Observable()' is unavailable: Write '@ObservableVar'."
        ),
        (
            "final class Lake: ObservableObject {}",
            "Give the class a messenger: 'let messenger = Messenger<Message>()'."
        ),
        (
            #"func f() { _ = Messenger("first message") }"#,
            "'init(_:)' is unavailable: A messenger has no first message: write 'Messenger<Message>()', with the type"
        ),
        (
            "func f(_ numbers: Messenger<Int>) { print(numbers.latestMessage) }",
            "'latestMessage' is unavailable: Only an 'ObservableCache' has a latest message: make a 'cache()' of the object"
        ),
        (
            "func f(_ numbers: Messenger<Int?>) { numbers.latestMessage = nil }",
            "'latestMessage' is unavailable: Only an 'ObservableCache' has a latest message: make a 'cache()' of the object"
        ),
        (
            "func f(_ numbers: Messenger<Int>) { numbers.send() }",
            "'send()' is unavailable: Send a message, 'send(_:)'. Only an 'ObservableCache' can send its latest one"
        ),
        (
            "final class Radio: Messenger<Int>, ObservableCache {}",
            "Only an 'ObservableCache' has a latest message: make a 'cache()' of the object, or let its class have one."
        ),
        ("func f() { let number = Var<Int>(); number <- 1 }", beginsWithAValue),
        ("func f() { let number: Var<String> = Var(); print(number) }", beginsWithAValue),
        ("func f() -> Var<String> { .init() }", beginsWithAValue),
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

    private static let beginsWithAValue =
        "A variable begins with a value, as in 'Var(0)', unless its values are optional, as in 'Var<Int?>()'."

    /// Uses of promises as if they were observable objects.
    private static let usesOfPromises = [
        ("func f(_ observer: some Observer, _ id: Promise<Int>) { observer.observe(id) { print($0) } }", notObservable),
        (
            "func f(_ observer: some Observer, _ id: Promise<Int>) { observer.observe(id).map { -$0 }.receive { print($0) } }",
            notObservable
        ),
        ("func f(_ id: Promise<Int>) { FreeObserver.shared.observe(id) { print($0) } }", notObservable),
        ("func f(_ id: Promise<Int>) { observe(id) { print($0) } }", notObservable),
        ("func f(_ id: Promise<Int>) { observe(id).map { -$0 }.receive { print($0) } }", notObservable),
        ("func f(_ id: Promise<Int>) { observeOnce(id) { print($0) } }", notObservable),
        ("func f(_ id: Promise<Int>) { id.observed { print($0) } }", "renamed to 'whenFulfilled(_:)'"),
        ("func f(_ id: Promise<Int>) { id.observedOnce { print($0) } }", "renamed to 'whenFulfilled(_:)'"),
        ("func f(_ id: Promise<Int>) { id.cache().whenCached { print($0) } }", "renamed to 'whenFulfilled(_:)'"),
        (
            "func f(_ id: Promise<Int>) { print(id.cache()) }",
            "'cache()' is unavailable: A promise keeps its value: call 'whenFulfilled' on it as often as you need the value."
        ),
    ]

    private static let notObservable = "A promise is no observable object: call 'whenFulfilled' on it"

    @Test func aFormerNameLeadsToItsSuccessor() throws {
        // One run of the compiler for all; each use stands in a line of its own.
        let uses = Self.uses + Self.usesOfPromises
        let code = uses.enumerated().map { "enum Use\($0) { static \($1.0) }" }.joined(separator: "\n")
        let output = try Compiler.diagnose(code.replacing("static final class", with: "final class"))
        let lines = output.split(separator: "\n")
        for (index, use) in uses.enumerated() {
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

    /// Swift's own macro of the name of a former wrapper means what it does without this library.
    @Test func theMacroOfTheStandardLibraryIsItself() throws {
        let output = try Compiler.diagnose(
            """
            import Observation
            @Observable final class Lamp { var isOn = false }
            func use(_ lamp: Lamp) -> any Observation.Observable { lamp }
            """)
        #expect(output.isEmpty, "\(output)")
    }

    /// None of the former names stands in the way of those who use such a name themselves.
    @Test func aSubclassMayUseAFormerNameAsItsOwn() throws {
        let output = try Compiler.diagnose(
            """
            class Radio: Messenger<String>, ObservableCache {
                init(_ first: String) { latestMessage = first; super.init() }
                var latestMessage: String
                var remembersLatestMessage = true
                var source = "aerial"
                func send() { send(latestMessage.uppercased()) }
            }
            final class Gate: ObservableObject {
                let messenger = Messenger<Void>()
                var latestMessage = "closed"
            }
            @MainActor func use(_ cache: any ObservableCache<Int>, _ id: Promise<Int>) {
                let radio = Radio("first")
                radio.remembersLatestMessage = false
                radio.latestMessage = "second"
                radio.send()
                print(radio.source, radio.filter { $0 == radio.latestMessage }.filter { $0 != "" })
                let gate = Gate()
                gate.send()
                gate.latestMessage = "open"
                cache.send()
                print(cache.latestMessage)
                let last = radio.cache()
                last.latestMessage = nil
                last.weak().send()
                let number = Var<Int?>()
                let name: Var<String?> = .init()
                observe(number) { print($0) }
                observe(number, name) { print($0, $1) }
                observe(number).new().unwrap().receive { print($0) }
                observeOnce(gate) { print("once") }
                id.map { -$0 }.whenFulfilled { print($0) }
            }
            """)
        #expect(output == "")
    }
}
