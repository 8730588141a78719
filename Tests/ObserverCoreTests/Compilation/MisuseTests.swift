import TestSupport
import Testing

/// What must not compile does not, and for the reason that is given; its correct twin does.
@Suite(.waitsForPrograms) struct MisuseTests {
    @Test func correctUseCompiles() throws {
        let output = try Compiler.diagnose(
            """
            @MainActor func use() {
                let messenger = Messenger<Int>()
                let observer = FreeObserver()
                observer.observe(messenger) { print($0) }
                observer.observe(Var(1), messenger.cache()) { update, number in print(update, number as Any) }
                messenger.send(1)
            }
            """)
        #expect(output == "")
    }

    @Test func aMessengerCannotBeUsedInTwoIsolationDomains() throws {
        let output = try Compiler.diagnose(
            """
            @MainActor func use() async {
                let messenger = Messenger<Int>()
                Task.detached { messenger.send(1) }
                messenger.send(2)
            }
            """)
        #expect(output.contains("error: "))
        #expect(output.contains("data race"))
    }

    @Test func aMessengerCannotBeGlobal() throws {
        let output = try Compiler.diagnose("let messenger = Messenger<Int>()")
        #expect(output.contains("error: let 'messenger' is not concurrency-safe"))
    }

    @Test func whatCannotBePulledCannotBeObservedInCombination() throws {
        let output = try Compiler.diagnose(
            """
            @MainActor func use() {
                let observer = FreeObserver()
                observer.observe(Var(1), Messenger<Int>()) { (update: Update<Int>, number: Int) in }
            }
            """)
        #expect(output.contains("error: "))
        #expect(output.contains("'ObservableCache'"))
    }

    @Test func aFilterIsNoCache() throws {
        let output = try Compiler.diagnose(
            """
            @MainActor func use() -> Int {
                Var(1).new().filter { $0 > 1 }.latestMessage
            }
            """)
        #expect(output.contains("error: "))
        #expect(output.contains("latestMessage"))
    }
}
