import ObserverCore

/// The workloads with many observed objects.
extension ObserverCoreContestant {
    /// An observer and what it observes.
    private struct Group {
        var listener: Listener?
        let variables: [Var<Double>]

        /// Not inlined, as that of one plain observation.
        @inline(never)
        func begin() {
            guard let listener else { return }
            for variable in variables {
                listener.observe(variable) { [tally = listener.tally] update in tally.add(update.new) }
            }
        }
    }

    private func groups(_ work: Work, _ tally: Tally) -> [Group] {
        (0..<work.groupCount).map { _ in Group(listener: Listener(tally), variables: variables(work.count)) }
    }

    @inline(__always)
    private func set(_ variables: [Var<Double>], to value: Double) {
        variables.visit { $0.value = value }
    }

    /// One observer for each group of variables.
    public func population(_ work: Work) -> Outcome? {
        let tally = Tally()
        let groups = groups(work, tally)
        let variables = groups.flatMap(\.variables)
        var bytes: Double?
        var (begin, change, end) = (Stopwatch(), Stopwatch(), Stopwatch())
        for round in 1...work.rounds {
            let growth = Heap.growth(per: variables.count, if: round == 1) {
                begin.measure { for group in groups { group.begin() } }
            }
            bytes = bytes ?? growth
            change.measure { set(variables, to: Double(round)) }
            end.measure { for group in groups { group.listener?.stopObserving() } }
        }
        set(variables, to: Double(work.rounds + 1))
        let operations = work.rounds * variables.count
        return Outcome(
            [
                Phase(.populationBegin, nanoseconds: begin.nanoseconds, operations: operations, bytes: bytes),
                Phase(.populationChange, nanoseconds: change.nanoseconds, operations: operations),
                Phase(.populationEnd, nanoseconds: end.nanoseconds, operations: operations),
            ],
            received: Reception([tally]))
    }

    /// Nothing is prepared for the loop.
    public func populationLoop(_ work: Work) -> Outcome? {
        let variables = variables(work.count)
        let listener = Listener()
        Group(listener: listener, variables: variables).begin()
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for _ in 0..<work.rounds {
                for variable in variables { variable.value += 1 }
            }
        }
        return Outcome(
            Phase(.populationLoop, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count),
            received: Reception([listener.tally]))
    }

    /// Variables and nothing else.
    public func unobserved(_ work: Work) -> Outcome? {
        let (variables, bytes) = Heap.growth(making: work.count) { Var(0.0) }
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for round in 1...work.rounds { set(variables, to: Double(round)) }
        }
        return Outcome(
            Phase(
                .unobserved, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count, bytes: bytes),
            received: Reception(messages: 0, sum: variables.reduce(0) { $0 + $1.value }))
    }

    /// Nobody holds the observers but their groups.
    public func death(_ work: Work) -> Outcome? {
        let tally = Tally()
        var stopwatch = Stopwatch()
        for _ in 0..<work.rounds {
            var groups = groups(work, tally)
            for group in groups { group.begin() }
            let variables = groups.flatMap(\.variables)
            set(variables, to: 1)
            stopwatch.measure { for index in groups.indices { groups[index].listener = nil } }
            set(variables, to: 2)
        }
        return Outcome(
            Phase(
                .death, nanoseconds: stopwatch.nanoseconds,
                operations: work.rounds * work.groupCount * work.count),
            received: Reception([tally]))
    }

    /// One observation of all variables.
    public func collection(_ work: Work) -> Outcome? {
        let variables = variables(work.count)
        let listener = Listener()
        let bytes = Heap.growth(per: work.count) {
            listener.observe(all: variables) { [tally = listener.tally] _, update in tally.add(update.new) }
        }
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for round in 1...work.rounds { set(variables, to: Double(round)) }
        }
        return Outcome(
            Phase(
                .collection, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count, bytes: bytes),
            received: Reception([listener.tally]))
    }
}
