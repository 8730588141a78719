import ObserverBenchmarks
import OpenCombine

/// A subject that passes values on.
struct PassthroughSubjects: OpenCombineSubjects {
    var name: String { "OpenCombine PassthroughSubject" }
    var sendsInitialValue: Bool { false }

    func newSubject() -> PassthroughSubject<Double, Never> { PassthroughSubject() }
}

/// A subject that has a value, which it also sends to each new subscriber.
struct CurrentValueSubjects: OpenCombineSubjects {
    var name: String { "OpenCombine CurrentValueSubject" }
    var sendsInitialValue: Bool { true }

    func newSubject() -> CurrentValueSubject<Double, Never> { CurrentValueSubject(0) }
}

/// OpenCombine as Combine's documentation has it: sinks, whose cancellables are held by what observes.
protocol OpenCombineSubjects: Contestant {
    associatedtype Numbers: Subject<Double, Never> & AnyObject

    /// A new subject whose value, if it has one, is 0.
    func newSubject() -> Numbers

    var sendsInitialValue: Bool { get }
}

final class Listener {
    let tally: Tally
    var cancellables: Set<AnyCancellable> = []

    init(_ tally: Tally = Tally()) {
        self.tally = tally
    }
}

extension OpenCombineSubjects {
    var limit: Limit? { .million }

    func newSubjects(_ count: Int) -> [Numbers] {
        (0..<count).map { _ in newSubject() }
    }

    @inline(__always)
    func observe(_ subject: Numbers, _ listener: Listener) {
        subject.sink { [tally = listener.tally] value in tally.add(value) }.store(in: &listener.cancellables)
    }

    /// What was received, apart from the values that came when observations began.
    func reception(_ tallies: [Tally], initialCount: Int, initialSum: Double = 0) -> Reception {
        let all = Reception(tallies)
        guard sendsInitialValue else { return all }
        return Reception(messages: all.messages - Double(initialCount), sum: all.sum - initialSum)
    }

    @inline(__always)
    func timeOfRounds(_ work: Work, _ subject: Numbers) -> Double {
        var stopwatch = Stopwatch()
        stopwatch.measure { for round in 1...work.rounds { subject.send(Double(round)) } }
        return stopwatch.nanoseconds
    }
}
