import GSL

extension LevelCrossing {
    func locate(in interior: StepStates?) throws -> Located {
        if let interior, interior.isOwn, node == nil || hysteresis > 0, !isJump, end.argument > start.argument {
            return try locateResolved(in: interior)
        }
        guard start.value.isFinite, end.value.isFinite else { return .none }
        if isJump {
            return (start.value >= 0) == (end.value >= 0) ? .none : .at(end, end.value >= 0 ? .upwards : .downwards)
        }
        guard end.argument > start.argument else { return .none }
        if let interior, interior.isOwn { return try locateInOwnStep(interior) }
        if (start.value >= 0) != (end.value >= 0) {
            return .at(try root(from: start, to: end, in: interior), end.value >= 0 ? .upwards : .downwards)
        }
        guard let interior, let turn = try turn(in: interior) else { return .none }
        return .at(try root(from: start, to: turn, in: interior), turn.value >= 0 ? .upwards : .downwards)
    }

    /// The next crossing of a field in a step that a method has chosen.
    private func locateInOwnStep(_ interior: StepStates) throws -> Located {
        let changes = self.changes ?? course(origin.value, end.value)?.changes ?? .unknown
        self.changes = changes
        return switch changes {
        case .none: .none
        case .one, .turn: try locateTurning(in: interior)
        case .several: try locateResolved(in: interior)
        case .unknown: isNear || isDriven() ? try locateResolved(in: interior) : .none
        }
    }

    /// True if a field of which nothing else is known could reach the level at the pace of the last two steps.
    private var isNear: Bool {
        min(abs(origin.value), abs(end.value)) <= 2 * (pace + abs(end.value - origin.value))
    }

    /// The next crossing of a field that has one extremum at most.
    ///
    /// It is looked for between states that are away from the level: beside a crossing that was found before, the error that the
    /// method allows would look like another.
    private func locateTurning(in interior: StepStates) throws -> Located {
        guard origin.value.isFinite else { return .none }
        let isFirst = start.argument == origin.argument
        let direction = { (sample: Sample) -> Crossing.Direction in sample.value >= 0 ? .upwards : .downwards }
        guard direction(origin) == direction(end) else {
            return isFirst ? .at(try root(from: origin, to: end, in: interior), direction(end)) : .none
        }
        guard isFirst || direction(start) != direction(end), let turn = try turn(in: interior) else { return .none }
        return isFirst
            ? .at(try root(from: origin, to: turn, in: interior), direction(turn))
            : .at(try root(from: turn, to: end, in: interior), direction(end))
    }

    /// The first crossing, however often the number turns.
    private func locateResolved(in interior: StepStates) throws -> Located {
        if !isResolving { try beginResolving(in: interior) }
        let change = try nextChange(after: start.argument, within: tolerance, show: interior.show) { index, change in
            try findRoot(between: change.before, and: change.beyond, tolerance: tolerance) { time in
                try interior.show(time)
                return comparisons[index]()
            }.argument
        }
        return change.map { .at($0, $0.value >= 0 ? .upwards : .downwards) } ?? .none
    }

    private func beginResolving(in interior: StepStates) throws {
        if comparisons.count == 1 {
            search.noteEnd { _ in end.value }
            search.noteStart { _ in origin.value }
        } else {
            try interior.show(end.argument)
            search.noteEnd { comparisons[$0]() }
            try interior.show(origin.argument)
            search.noteStart { comparisons[$0]() }
        }
        search.begin(from: origin.argument, to: end.argument, of: { comparisons[$0]() }) { time, polynomial in
            // The course of a field has told already that it comes near.
            changes != .several && interior.interpolate(time, by: polynomial)
        }
        passed.removeAll()
        isResolving = true
    }

    /// The next change of side that is one of the number itself. Where it has gone back beyond the level in between is noted.
    ///
    /// - Parameters:
    ///   - start: The time up to which changes have been told.
    ///   - tolerance: How much later than a change the time may be that is found for it.
    ///   - show: Puts the state of a time into the model.
    ///   - locate: Finds the time of a change of one of the numbers that are compared, at which that has happened.
    /// - Returns: The time, and the number less the level at it.
    /// - Throws: What the functions throw, or `GSLError`.
    func nextChange(
        after start: Double, within tolerance: Double, show: (Double) throws -> Void,
        _ locate: (_ index: Int, StepResolution.Change) throws -> Double
    ) throws -> Sample? {
        func distance(at time: Double) throws -> Double {
            try show(time)
            return number() - level
        }
        while let time = try search.next(
            of: { index, time in
                try show(time)
                return comparisons[index]()
            }, locatedBy: locate)
        {
            // Not one that has been told, before the search had to be repeated.
            guard time > start else { continue }
            let value = try distance(at: time)
            if comparisons.count == 1 { return (time, value) }
            let before = try distance(at: max(start, (time - 2 * tolerance).nextDown))
            if before.isFinite, value.isFinite, (before >= 0) != (value >= 0) { return (time, value) }
            if hysteresis > 0 { passed.append((time, value)) }
        }
        return nil
    }

    private func root(
        from start: Sample, to end: Sample, in interior: StepStates?
    ) throws -> Sample {
        guard let interior else {
            let part = start.value / (start.value - end.value)
            return (start.argument + (end.argument - start.argument) * part, end.value)
        }
        return try findRoot(between: start, and: end, tolerance: tolerance) { time in
            try interior.show(time)
            return number() - level
        }
    }

    /// A time inside the step at which the number is on the other side of the level although it is not at its ends.
    private func turn(in interior: StepStates) throws -> Sample? {
        let start = interior.isOwn ? origin : self.start
        let reach = pace + abs(end.value - start.value)
        guard interior.isOwn || min(abs(start.value), abs(end.value)) <= 2 * reach else { return nil }
        let sign = start.value >= 0 ? 1.0 : -1.0
        // As parts of the step, which are as exact wherever on the axis of time it lies.
        let (origin, length) = (start.argument, end.argument - start.argument)
        let distance = { [number, level] (part: Double) in
            try interior.show(origin + part * length)
            return sign * (number() - level)
        }
        let (first, last) = (sign * start.value, sign * end.value)
        let early = try (0x1p-10, distance(0x1p-10))
        guard early.1 < first else { return nil }
        let late = try (1 - 0x1p-10, distance(1 - 0x1p-10))
        guard late.1 < last else { return nil }
        let least = try findMinimum(
            between: (0, first), guess: early.1 < late.1 ? early : late, and: (1, last), tolerance: 1e-6,
            until: { $0 < 0 }, of: distance)
        return least.value < 0 ? (origin + least.argument * length, sign * least.value) : nil
    }
}
