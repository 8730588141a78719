import ObserverCore

extension Constraint: Resumable {
    /// Archives what is held, and whether it is still.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.values(&places)
        try archive.flag(&isReleased)
        if let ordinal { try archive.count(&ordinal.number) }
    }
}

extension Simulation where Model: DifferentialEquations {
    /// A hold of what was pinned when a checkpoint was stored, to release it: what that is, the hold takes from an archive
    /// (``Constraint/archiveState(in:)``). Nothing is pinned by this; ``resume(from:)`` does so.
    public func resumePin() -> Constraint {
        Constraint([]) { [weak self] in self?.release($0) }
    }

    /// Has a drive go on that was going on when a checkpoint was stored. To be called before ``resume(from:)``: in the order
    /// in which the drives began, or in any order if the holds take theirs from an archive (``Constraint/archiveState(in:)``)
    /// before. Nothing is set by this, and nobody is told.
    ///
    /// - Parameters:
    ///   - field: The name of the field.
    ///   - node: The number of the node.
    ///   - author: Who drives it.
    ///   - derivative: Its derivative, as it was given.
    ///   - branches: Its branches, as they were given.
    ///   - smoothStretch: How far it is smooth, as that was given.
    ///   - value: The value at a time, as it was given to ``drive(_:ofNode:as:derivative:branches:smoothStretch:_:)``.
    /// - Returns: The hold, which need not be kept.
    /// - Throws: ``SimulationError/unknownField(_:known:)``. That there is a node of that number is found out when the
    ///   checkpoint is gone on from: it may be one that has come during the run.
    @discardableResult
    public func resumeDrive(
        _ field: String, ofNode node: Int, as author: AnyAuthor? = nil,
        derivative: ((_ time: Double) -> Double)? = nil, branches: ((_ time: Double) -> UInt64)? = nil,
        smoothStretch: ((_ time: Double, _ end: Double) -> SmoothStretch)? = nil,
        _ value: @escaping (_ time: Double) -> Double
    ) throws(SimulationError) -> Constraint {
        let place = StatePlace(column: try stateColumn(of: field), node: node)
        let drive = makeDrive(
            of: place, as: author, derivative: derivative, branches: branches, smoothStretch: smoothStretch, value)
        drives.add(drive)
        return Constraint(model.drivenPlaces(place), ordinal: drive.ordinal) { [weak self] in
            self?.release($0, of: drive)
        }
    }
}

extension Drives {
    /// Archives what is driven, in the order in which it began. The state of the model follows it again.
    func archiveState(of model: Model, in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&count)
        var places = drives.map(\.place)
        try archive.values(&places)
        guard archive.isReading else { return }
        // Those that are announced may have begun in another order.
        drives.sort { $0.ordinal.number < $1.ordinal.number }
        for (place, drive) in zip(places, drives) where place != drive.place {
            throw .doesNotMatch(what: "what is driven", found: place.description, expected: drive.place.description)
        }
        if places.count > drives.count {
            throw .doesNotMatch(
                what: "what is driven", found: places[drives.count].description, expected: "nothing")
        }
        if drives.count > places.count {
            throw .doesNotMatch(
                what: "what is driven", found: "nothing", expected: drives[places.count].place.description)
        }
        for drive in drives where model.isPresent(drive.place.node) { drive.begin(model) }
    }
}

extension StatePlace {
    fileprivate var description: String { "column \(column) of node \(node)" }
}
