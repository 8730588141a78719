import ObserverCore

/// What is pinned or driven in a simulation, until it is released.
public final class Hold {
    /// What is held.
    var places: [StatePlace]

    var isReleased = false

    /// As the how many-th of all drives it began, if it is one.
    let ordinal: DriveOrdinal?

    private let onRelease: ([StatePlace]) -> Void

    init(
        _ places: [StatePlace], ordinal: DriveOrdinal? = nil, onRelease: @escaping ([StatePlace]) -> Void
    ) {
        self.places = places
        self.ordinal = ordinal
        self.onRelease = onRelease
    }

    /// Leaves what was held to the equations again. It goes on from the state in which it is.
    public func release() {
        guard !isReleased else { return }
        isReleased = true
        onRelease(places)
    }
}

extension Simulation where Model: DifferentialEquations {
    /// Keeps fields of nodes as they are, whatever the equations say, until the hold is released.
    ///
    /// The rates of change of pinned numbers are zero in each evaluation of the equations, so that methods keep their
    /// order. A particle whose position is pinned rests: its velocity is set to zero and pinned, too. Takes effect like
    /// setting the state of a node, and so does its release.
    ///
    /// - Parameters:
    ///   - nodes: The numbers of the nodes.
    ///   - fields: The names of fields; all fields unless given.
    /// - Returns: The hold, which need not be kept.
    /// - Throws: ``SimulationError/nodeOutOfRange(_:nodeCount:)``, ``SimulationError/unknownField(_:known:)``.
    @discardableResult
    public func pin(nodes: [Int], fields: [String]? = nil) throws(SimulationError) -> Hold {
        var places: [StatePlace] = []
        for field in fields ?? Model.fields {
            for node in nodes { places.append(try place(of: field, at: node)) }
        }
        let velocities = places.compactMap(model.velocity)
        intervene("pin \(nodes.count) nodes") { model in
            for place in places where model.isPresent(place.node) {
                model.state.held.hold(model.state.component(of: place))
            }
            for velocity in velocities where model.isPresent(velocity.node) {
                model.state[velocity.column, velocity.node] = 0
                model.state.held.hold(model.state.component(of: velocity))
            }
        }
        return Hold(places + velocities) { [weak self] in self?.release($0) }
    }

    /// Drives a field of a node: it is a given function of time, whatever the equations say, until the hold is released.
    ///
    /// Within a step the number moves linearly between its values at the beginning and the end, so that what is coupled
    /// to it is exact to second order in the step. The velocity of a particle whose position is driven is that of the
    /// motion.
    ///
    /// - Parameters:
    ///   - field: The name of the field.
    ///   - node: The number of the node.
    ///   - author: Who drives it, for the record of the first value; the node's variable unless somebody is named.
    ///   - value: The value at a time. It is asked for at the beginning and then once a step. One that is not finite ends
    ///     the run with ``SimulationError/changeNotFinite(_:)``.
    /// - Returns: The hold, which need not be kept.
    /// - Throws: ``SimulationError/nodeOutOfRange(_:nodeCount:)``, ``SimulationError/unknownField(_:known:)``.
    @discardableResult
    public func drive(
        _ field: String, ofNode node: Int, as author: AnyAuthor? = nil, _ value: @escaping (_ time: Double) -> Double
    ) throws(SimulationError) -> Hold {
        let place = try place(of: field, at: node)
        let start = value(moment.time)
        let places = model.drivenPlaces(place)
        let drive = makeDrive(of: place, as: author, value)
        intervene("drive \(field) of node \(node)", as: author) { [drives] model in
            if model.isPresent(node) { model.state[place.column, node] = start }
            // That is refused, and put back.
            guard start.isFinite else { return }
            drives.add(drive)
            guard model.isPresent(node) else { return }
            for place in places { model.state.held.hold(model.state.component(of: place)) }
        }
        return Hold(places, ordinal: drive.ordinal) { [weak self] in self?.release($0, of: drive) }
    }

    func makeDrive(
        of place: StatePlace, as author: AnyAuthor?, _ value: @escaping (_ time: Double) -> Double
    ) -> Drives<Model>.Drive {
        let velocity = model.velocity(of: place)
        return Drives<Model>.Drive(of: place) {
            [weak self, weak author] model, time, next throws(SimulationError) in
            guard model.isPresent(place.node) else {
                model.state.held.setRate(0, of: model.state.component(of: place))
                return
            }
            let driven = value(next)
            if !driven.isFinite, let self {
                throw changeFailure(
                    model.subject(Model.fields[place.column], of: place.node), driven, from: author,
                    lastValues: model.fieldValues(of: place.node))
            }
            let rate = (driven - model.state[place.column, place.node]) / (next - time)
            model.state.held.setRate(rate, of: model.state.component(of: place))
            if let velocity { model.state[velocity.column, velocity.node] = rate }
        }
    }

    func release(_ places: [StatePlace], of drive: Drives<Model>.Drive? = nil) {
        intervene("release") { [drives] model in
            if let drive { drives.remove(drive) }
            for place in places { model.state.held.release(model.state.component(of: place)) }
        }
    }

    func place(of field: String, at node: Int) throws(SimulationError) -> StatePlace {
        try checkNodes([node])
        return StatePlace(column: try stateColumn(of: field), node: node)
    }

    func stateColumn(of field: String) throws(SimulationError) -> Int {
        guard let column = Model.fields.firstIndex(of: field), column < model.state.columnCount else {
            throw .unknownField(field, known: Model.fields)
        }
        return column
    }
}

/// A number of a state, wherever in memory it is.
struct StatePlace: Equatable {
    let column: Int
    let node: Int
}

extension StateVector {
    fileprivate func component(of place: StatePlace) -> Int { component(place.column, place.node) }
}

extension DifferentialEquations {
    /// What is held where a number is driven.
    func drivenPlaces(_ place: StatePlace) -> [StatePlace] { [place, velocity(of: place)].compactMap { $0 } }

    /// The velocity of a number that is a position, where the equations are of the second order.
    fileprivate func velocity(of place: StatePlace) -> StatePlace? {
        let positions = state.columnCount / 2
        guard self is any SecondOrderEquations, place.column < positions else { return nil }
        return StatePlace(column: place.column + positions, node: place.node)
    }
}

/// As the how many-th of all drives one began. Of several that drive the same number, the last counts.
final class DriveOrdinal {
    var number = 0
}

/// The drives of a simulation, in the order in which they began.
final class Drives<Model: SimulationModel> {
    final class Drive {
        /// What is driven.
        let place: StatePlace

        /// As the how many-th it began.
        let ordinal = DriveOrdinal()

        /// Prepares the step from a time to another.
        let prepare: (Model, _ time: Double, _ next: Double) throws(SimulationError) -> Void

        init(
            of place: StatePlace,
            prepare: @escaping (Model, _ time: Double, _ next: Double) throws(SimulationError) -> Void
        ) {
            self.place = place
            self.prepare = prepare
        }
    }

    var drives: [Drive] = []

    /// How many have begun.
    var count = 0

    func add(_ drive: Drive) {
        drive.ordinal.number = count
        count += 1
        drives.append(drive)
    }

    func remove(_ drive: Drive) { drives.removeAll { $0 === drive } }

    /// Sets what is driven for a step.
    ///
    /// - Returns: Whether anything is.
    /// - Throws: ``SimulationError/changeNotFinite(_:)``.
    func prepare(_ model: Model, from time: Double, to next: Double) throws(SimulationError) -> Bool {
        for drive in drives { try drive.prepare(model, time, next) }
        return !drives.isEmpty
    }
}
