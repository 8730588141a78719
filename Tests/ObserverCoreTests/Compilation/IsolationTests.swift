import TestSupport
import Testing

/// What belongs to one isolation domain cannot be used in another one as well, and can be handed over to it.
///
/// Compiling takes long, so that each test compiles all of its code at once.
@Suite struct IsolationTests {
    /// Uses of objects in two domains, each with the error that is expected in the line marked with it.
    private let misuse = """
        actor Office {
            func use<T>(_ object: T) {}
        }

        @MainActor func inDetachedTasks() async {
            let promise = Promise<Int>()
            Task.detached { promise.fulfill(1) } // error
            promise.fulfill(2)

            let variable = Var(1)
            Task.detached { variable.value = 1 } // error
            variable.value = 2

            let transform = Var(1).new().filter { $0 > 1 }
            Task.detached { transform.send(1) } // error
            transform.send(2)

            let cache = Messenger<Int>().cache()
            Task.detached { cache.send(1) } // error
            cache.send(2)

            let observer = FreeObserver()
            Task.detached { observer.stopObserving() } // error
            observer.stopObserving()

            let receiver = Receiver()
            Task.detached { print(receiver) } // error
            print(receiver)

            let messages = Messenger<Int>().messages
            Task.detached { for await message in messages { print(message) } } // error
            for await message in messages { print(message) }
        }

        @MainActor func inMethodsOfActors(_ office: Office) async {
            let messenger = Messenger<Int>()
            await office.use(messenger) // error
            messenger.send(1)

            let promise = Promise<Int>()
            await office.use(promise) // error
            promise.fulfill(1)

            let variable = Var(1)
            await office.use(variable) // error
            variable.value = 2

            let transform = Var(1).new()
            await office.use(transform) // error
            transform.send(1)

            let receiver = Receiver()
            await office.use(receiver) // error
            print(receiver)

            let messages = Messenger<Int>().messages
            await office.use(messages) // error
            for await message in messages { print(message) }
        }

        /// An observer and what it observes belong to one domain.
        func apart(_ office: Office) async {
            let variable = Var(1)
            let observer = FreeObserver()
            observer.observe(variable) { print($0) }
            await office.use(observer) // error
            variable.value = 2
        }

        @MainActor final class Desk {
            let promise = Promise<Int>()
            let variable = Var(1)

            func lend(to office: Office) async {
                await office.use(promise) // error
                await office.use(variable) // error
            }
        }
        """

    @Test func whatBelongsToOneDomainCannotBeUsedInAnother() throws {
        let output = try Compiler.diagnose(misuse)
        #expect(errorLines(output) == linesMarkedAsErrors(misuse))
        #expect(!errorLines(output).isEmpty)
        for line in output.split(separator: "\n") where line.contains(" error: ") && line.hasPrefix("/") {
            #expect(line.contains("risks causing data races"))
        }
    }

    @Test func whatIsHandedOverOrStaysInItsDomainCompiles() throws {
        let output = try Compiler.diagnose(
            """
            actor Office {
                private let messenger = Messenger<Int>()
                private let variable = Var(1)
                private let promise = Promise<Int>()
                private let observer = FreeObserver()

                func use<T>(_ object: T) {}

                func work() async {
                    observer.observe(variable.new().filter { $0 > 1 }) { [messenger] in messenger.send($0) }
                    variable.value = 2
                    promise.fulfill(3)
                    print(await promise.value)
                    for await message in messenger.messages { print(message) }
                }
            }

            @MainActor func handOver(to office: Office) async {
                await office.use(Messenger<Int>())
                await office.use(Promise<Int>())
                await office.use(Receiver())
                await office.use(Messenger<Int>().messages)
            }

            func handOverTogether(to office: Office) async {
                let variable = Var(1)
                let observer = FreeObserver()
                observer.observe(variable) { print($0) }
                await office.use((observer, variable))
            }

            @MainActor func inTasks() async {
                let transform = Var(1).new().cache()
                Task.detached { transform.send(1) }

                let variable = Var(1)
                let task = Task { for await message in variable.messages { print(message) } }
                variable.value = 2
                await task.value
            }
            """)
        #expect(output == "")
    }

    /// The lines of the code in which there are errors, without repetitions.
    private func errorLines(_ output: String) -> [Int] {
        let lines = output.split(separator: "\n").compactMap { line -> Int? in
            let parts = line.split(separator: ":")
            guard parts.count > 4, parts[0].hasSuffix("code.swift"), parts[3] == " error" else { return nil }
            return Int(parts[1])
        }
        return Set(lines).sorted()
    }

    private func linesMarkedAsErrors(_ code: String) -> [Int] {
        // The compiler is given a line with the import before the code.
        code.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .filter { $0.element.hasSuffix("// error") }.map { $0.offset + 2 }
    }
}
