import ObserverBenchmarks
import OpenCombine

/// The workloads with many subjects.
extension OpenCombineSubjects {
    func population(_ work: Work) -> Outcome? {
        let groups = (0..<work.groupCount).map { _ in (listener: Listener(), subjects: newSubjects(work.count)) }
        let subjects = groups.flatMap(\.subjects)
        var bytes: Double?
        var initialSum = 0.0
        var (begin, change, end) = (Stopwatch(), Stopwatch(), Stopwatch())
        for round in 1...work.rounds {
            let growth = Heap.growth(per: subjects.count, if: round == 1) {
                begin.measure {
                    for group in groups { for subject in group.subjects { observe(subject, group.listener) } }
                }
            }
            bytes = bytes ?? growth
            initialSum += Double((round - 1) * subjects.count)
            change.measure { subjects.visit { $0.send(Double(round)) } }
            end.measure { for group in groups { group.listener.cancellables.removeAll() } }
        }
        subjects.visit { $0.send(Double(work.rounds + 1)) }
        let operations = work.rounds * subjects.count
        return Outcome(
            [
                Phase(.populationBegin, nanoseconds: begin.nanoseconds, operations: operations, bytes: bytes),
                Phase(.populationChange, nanoseconds: change.nanoseconds, operations: operations),
                Phase(.populationEnd, nanoseconds: end.nanoseconds, operations: operations),
            ],
            received: reception(groups.map(\.listener.tally), initialCount: operations, initialSum: initialSum))
    }

    /// A passthrough subject has no value: what was sent last stands for it.
    func unobserved(_ work: Work) -> Outcome? {
        let (subjects, bytes) = Heap.growth(making: work.count) { newSubject() }
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for round in 1...work.rounds { subjects.visit { $0.send(Double(round)) } }
        }
        let values = subjects.map { ($0 as? CurrentValueSubject<Double, Never>)?.value ?? Double(work.rounds) }
        return Outcome(
            Phase(
                .unobserved, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count, bytes: bytes),
            received: Reception(messages: 0, sum: values.reduce(0, +)))
    }

    func death(_ work: Work) -> Outcome? {
        let tally = Tally()
        var stopwatch = Stopwatch()
        for _ in 0..<work.rounds {
            var listeners: [Listener?] = (0..<work.groupCount).map { _ in Listener(tally) }
            let subjects = newSubjects(listeners.count * work.count)
            for (index, subject) in subjects.enumerated() {
                if let listener = listeners[index / work.count] { observe(subject, listener) }
            }
            for subject in subjects { subject.send(1) }
            stopwatch.measure { for index in listeners.indices { listeners[index] = nil } }
            for subject in subjects { subject.send(2) }
        }
        let operations = work.rounds * work.groupCount * work.count
        return Outcome(
            Phase(.death, nanoseconds: stopwatch.nanoseconds, operations: operations),
            received: reception([tally], initialCount: operations))
    }

    /// OpenCombine has no `MergeMany`; a sequence of subjects that is mapped flat does the same.
    func collection(_ work: Work) -> Outcome? {
        let subjects = newSubjects(work.count)
        let listener = Listener()
        let bytes = Heap.growth(per: work.count) {
            subjects.publisher.flatMap { $0 }
                .sink { [tally = listener.tally] in tally.add($0) }
                .store(in: &listener.cancellables)
        }
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for round in 1...work.rounds { subjects.visit { $0.send(Double(round)) } }
        }
        return Outcome(
            Phase(
                .collection, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count, bytes: bytes),
            received: reception([listener.tally], initialCount: work.count))
    }
}
