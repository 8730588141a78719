// Events of models whose nodes do not depend on each other between them: a step goes on anew for those nodes alone whose state jumps.

extension Simulation {
    /// Makes the events of the model at a time within a step of the grid, if nodes can go on alone.
    ///
    /// The way of each node follows from its own jumps, whoever looks. Who looks at something of all nodes begins again at the time.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - start: The beginning of the step.
    ///   - next: Its end.
    /// - Returns: False if all nodes have to go on anew, since somebody has asked for a change.
    /// - Throws: Why an event cannot happen, or the state is not finite; what observers throw.
    /// - Complexity: O(k) for k nodes whose state jumps, and those to which edges lead from them; O(n) if somebody looks at all.
    func makeNodewiseEvents(at time: Double, from start: Moment, to next: Moment) throws -> Bool {
        guard let eventSteps, let nodewise = watch.nodewise, nodewise.isPossible else { return false }
        let here = Moment(step: start.step, time: time)
        let nodes = eventSteps.take(until: time)
        let others = watch.watchersOfAll
        if !others.isEmpty || watch.isAwaited(nodes, near: time) {
            _ = try watch.show(time)
            arrive(at: here)
            watch.catchUp(at: time)
            guard !isAnswering else { return false }
        }
        watch.showEnd()
        arrive(at: next)
        let jumped = try eventSteps.occur(at: time, to: nodes) { nodewise.place($0, at: time) }
        let failure = jumped.withUnsafeBufferPointer { nodewise.goOn(with: $0, from: time, to: next.time) }
        if let (column, node, value) = failure {
            let field = model.fields.indices.contains(column) ? model.fields[column] : "column \(column)"
            throw SimulationError.integratedStateNotFinite(field: field, node: node, value: value, next)
        }
        guard !jumped.isEmpty else { return true }
        outsideChangeCount += 1
        try watch.goOn(with: jumped, from: time) { [unowned self] in arrive(at: Moment(step: start.step, time: $0)) }
        if !others.isEmpty { try beginAgain(others, at: here, to: next) }
        return true
    }

    /// Has those begin again who look at all nodes, and tells of what events have brought about.
    private func beginAgain(_ others: [any StepWatcher], at here: Moment, to next: Moment) throws {
        _ = try watch.show(here.time)
        arrive(at: here)
        watch.beginAgain(others, at: here.time)
        if watch.tellChange(), try isAnswered(at: here.time, before: next.time) {
            return try beginAgain(at: here.time, to: next)
        }
        watch.showEnd()
        arrive(at: next)
        for watcher in others {
            watcher.beginStep()
            watcher.noteEnd(at: next.time, by: nil)
        }
    }
}
