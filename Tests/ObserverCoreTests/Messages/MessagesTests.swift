import ObserverCore
import TestSupport
import Testing

@MainActor
private func letOthersRun() async {
    for _ in 0..<100 { await Task.yield() }
}

/// A message that must not leave the domain in which it is sent.
private final class Note {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

private actor Office {
    let notes = track(Messenger<Note>())
    private(set) var read: [String] = []

    func readAll() async {
        for await note in notes.messages { read.append(note.text) }
    }

    func send(_ text: String) { notes.send(Note(text)) }
    func close() { notes.stopBeingObserved() }
    var readerCount: Int { notes.observationCount }
}

@MainActor
@Suite("Messages as an asynchronous sequence", .tracksLifetimes, .timeLimit(.minutes(10)))
struct MessagesTests {
    @Test("arrive in the order in which they were sent, whether or not the loop waits")
    func order() async {
        let numbers = track(Messenger<Int>())
        var received: [Int] = []
        let task = Task {
            for await number in numbers.messages {
                received.append(number)
                if number == 5 { break }
            }
        }
        await letOthersRun()
        numbers.send(1)
        await letOthersRun()
        #expect(received == [1])
        for number in 2...5 { numbers.send(number) }
        #expect(received == [1])
        await task.value
        #expect(received == [1, 2, 3, 4, 5])
    }

    @Test("include those that were sent between making the sequence and the loop")
    func sentBeforeTheLoop() async {
        let numbers = track(Messenger<Int>())
        let messages = numbers.messages
        numbers.send(1)
        var iterator = messages.makeAsyncIterator()
        numbers.send(2)
        #expect(await iterator.next() == 1)
        #expect(await iterator.next() == 2)
    }

    @Test("of a second loop over the same sequence are those that are sent from its beginning")
    func secondIterator() async {
        let numbers = track(Messenger<Int>())
        let messages = numbers.messages
        var first = messages.makeAsyncIterator()
        numbers.send(1)
        var second = messages.makeAsyncIterator()
        numbers.send(2)
        #expect(await first.next() == 1)
        #expect(await first.next() == 2)
        #expect(await second.next() == 2)
    }

    @Test("end when the object dies, after those that were sent before")
    func deathOfTheObject() async {
        var numbers: Messenger<Int>? = track(Messenger())
        guard let messages = numbers?.messages else { return }
        numbers?.send(1)
        numbers?.send(2)
        numbers = nil
        var received: [Int] = []
        for await number in messages { received.append(number) }
        #expect(received == [1, 2])
        var another = messages.makeAsyncIterator()
        #expect(await another.next() == nil)
    }

    @Test("end when the object dies while the loop waits")
    func deathWhileWaiting() async {
        final class Clock: ObservableObject {
            let messenger = track(Messenger<Int>())
        }
        var clock: Clock? = Clock()
        weak let weakClock = clock
        var received: [Int] = []
        guard let messages = clock?.messages else { return }
        let task = Task {
            for await number in messages { received.append(number) }
            received.append(-1)
        }
        await letOthersRun()
        clock?.send(1)
        await letOthersRun()
        #expect(received == [1])
        clock = nil
        #expect(weakClock == nil)
        await task.value
        #expect(received == [1, -1])
    }

    @Test("end when the object ceases to be observed, also during a delivery")
    func endOfObservation() async {
        let numbers = track(Messenger<Int>())
        final class Stopper: Observer { let receiver = Receiver() }
        let stopper = Stopper()
        stopper.observe(numbers) { number in
            if number == 2 { numbers.stopBeingObserved() }
        }
        let messages = numbers.messages
        numbers.send(1)
        numbers.send(2)
        var received: [Int] = []
        for await number in messages { received.append(number) }
        #expect(received == [1])
    }

    @Test("are not observed any more after the loop has been left")
    func leavingTheLoop() async {
        let numbers = track(Messenger<Int>())
        let messages = numbers.messages
        #expect(numbers.observationCount == 1)
        numbers.send(1)
        for await _ in messages { break }
        #expect(numbers.observationCount == 0)
        // The sequence outlives its loop and can begin another one.
        let second = messages.makeAsyncIterator()
        #expect(numbers.observationCount == 1)
        withExtendedLifetime(second) {}
    }

    @Test("are not observed any more when nobody has the sequence")
    func droppingTheSequence() {
        let numbers = track(Messenger<Int>())
        do {
            let messages = numbers.messages
            #expect(numbers.observationCount == 1)
            withExtendedLifetime(messages) {}
        }
        #expect(numbers.observationCount == 0)
    }

    @Test("end when the task is cancelled while it waits")
    func cancellationWhileWaiting() async {
        let numbers = track(Messenger<Int>())
        var received: [Int] = []
        let task = Task {
            for await number in numbers.messages { received.append(number) }
        }
        await letOthersRun()
        numbers.send(1)
        await letOthersRun()
        #expect(numbers.observationCount == 1)
        task.cancel()
        await task.value
        #expect(received == [1])
        #expect(numbers.observationCount == 0)
        numbers.send(2)
        #expect(received == [1])
    }

    @Test("end when the task is cancelled from another thread")
    func cancellationFromElsewhere() async {
        for _ in 0..<100 {
            let numbers = track(Messenger<Int>())
            let task = Task {
                for await _ in numbers.messages {}
            }
            await Task.yield()
            async let cancellation: Void = Task.detached { task.cancel() }.value
            await task.value
            await cancellation
            #expect(numbers.observationCount == 0)
        }
    }

    @Test("that wait in the buffer are not received after cancellation")
    func cancellationBeforeWaiting() async {
        let numbers = track(Messenger<Int>())
        let messages = numbers.messages
        numbers.send(1)
        var received: [Int] = []
        let task = Task {
            for await number in messages { received.append(number) }
        }
        task.cancel()
        await task.value
        #expect(received == [])
    }

    @Test("end for good: an iterator that has returned nil goes on doing so and observes no more")
    func endForGood() async {
        let numbers = track(Messenger<Int>())
        let task = Task {
            var iterator = numbers.messages.makeAsyncIterator()
            let first = await iterator.next()
            let count = numbers.observationCount
            let second = await iterator.next()
            return (first, count, second)
        }
        await letOthersRun()
        task.cancel()
        let (first, count, second) = await task.value
        #expect(first == nil)
        #expect(count == 0)
        #expect(second == nil)
    }

    @Test(
        "wait in a buffer that may be limited",
        arguments: [
            (AsyncStream<Int>.Continuation.BufferingPolicy.unbounded, [1, 2, 3, 4, 5]),
            (.bufferingOldest(2), [1, 2]),
            (.bufferingNewest(2), [4, 5]),
            (.bufferingNewest(0), [5]),
            (.bufferingOldest(-1), [1]),
            (.bufferingNewest(9), [1, 2, 3, 4, 5]),
        ])
    func buffering(policy: AsyncStream<Int>.Continuation.BufferingPolicy, expected: [Int]) async {
        var numbers: Messenger<Int>? = track(Messenger())
        guard let messages = numbers?.messages(bufferingPolicy: policy) else { return }
        for number in 1...5 { numbers?.send(number) }
        numbers = nil
        var received: [Int] = []
        for await number in messages { received.append(number) }
        #expect(received == expected)
    }

    @Test("that have been received make room in a limited buffer")
    func roomInTheBuffer() async {
        let numbers = track(Messenger<Int>())
        var iterator = numbers.messages(bufferingPolicy: .bufferingOldest(1)).makeAsyncIterator()
        for number in 1...3 {
            numbers.send(number)
            numbers.send(-number)
            #expect(await iterator.next() == number)
        }
    }

    @Test("of a variable are its updates")
    func variable() async {
        let number = track(Var(1))
        var iterator = number.messages.makeAsyncIterator()
        number.value = 2
        number.value = 2
        number.value = 3
        #expect(await iterator.next() == Update(1, 2))
        #expect(await iterator.next() == Update(2, 3))
    }

    @Test("need not be Sendable, and reach the loop within an actor")
    func withinAnActor() async {
        let office = Office()
        let task = Task { await office.readAll() }
        while await office.readerCount == 0 { await Task.yield() }
        await office.send("a")
        await office.send("b")
        while await office.read.count < 2 { await Task.yield() }
        await office.close()
        await task.value
        #expect(await office.read == ["a", "b"])
        #expect(await office.readerCount == 0)
    }

    @Test("reach all loops over one object")
    func severalLoops() async {
        let numbers = track(Messenger<Int>())
        var received: [[Int]] = [[], []]
        let tasks = (0..<2).map { index in
            Task {
                for await number in numbers.messages {
                    received[index].append(number)
                    if number == 0 { break }
                }
            }
        }
        await letOthersRun()
        for number in [2, 1, 0] { numbers.send(number) }
        for task in tasks { await task.value }
        #expect(received == [[2, 1, 0], [2, 1, 0]])
    }

    @Test("are let go of with the loop")
    func lifetime() async {
        let notes = track(Messenger<Note>())
        weak var note: Note?
        do {
            let messages = notes.messages
            do {
                let sent = Note("unread")
                note = sent
                notes.send(sent)
            }
            #expect(note != nil)
            withExtendedLifetime(messages) {}
        }
        #expect(note == nil)
    }
}
