import ObserverCore

/// A hold on numbers that are pinned or driven in a simulation, until it is released.
public final class Constraint {
    /// The places of the numbers that are held.
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
    /// order. A particle whose position is pinned rests: its velocity is zero and pinned, too. Takes effect like setting the
    /// state of a node, and so does its release, after which what was pinned goes on from where it is.
    ///
    /// Numbers that are pinned or driven stay what they are whoever sets or kicks them, by whichever method they are moved: such
    /// a change, also one of the whole model, does nothing to them, and is no change to be told of. Walls do not move them.
    ///
    /// - Parameters:
    ///   - nodes: The numbers of the nodes.
    ///   - fields: The names of fields; all fields unless given.
    /// - Returns: The hold, which need not be kept.
    /// - Throws: ``SimulationError/nodeOutOfRange(_:nodeCount:)``, ``SimulationError/unknownField(_:known:)``.
    @discardableResult
    public func pin(nodes: [Int], fields: [String]? = nil) throws(SimulationError) -> Constraint {
        var places: [StatePlace] = []
        for field in fields ?? model.fields {
            for node in nodes { places.append(try place(of: field, at: node)) }
        }
        let velocities = places.compactMap(model.velocity)
        intervene("pin \(nodes.count) nodes") { model in
            let state = model.state
            for place in places where model.isPresent(place.node) {
                state.held.hold(state.component(of: place), at: state[place.column, place.node])
            }
            for velocity in velocities where model.isPresent(velocity.node) {
                state[velocity.column, velocity.node] = 0
                state.held.hold(state.component(of: velocity), at: 0)
            }
        }
        return Constraint(places + velocities) { [weak self] in self?.release($0) }
    }

    /// Drives a field of a node: it is a given function of time, whatever the equations say, until the hold is released.
    ///
    /// The number is the function in each evaluation of the equations, at the time of the evaluation, so that methods keep
    /// their order, and adaptive ones their tolerance. The velocity of a particle whose position is driven is the derivative
    /// of the function, with which it goes on when it is released. Of several drives of the same number, the one that began
    /// last counts until it is released, and then the one before it; what is driven goes before what is pinned, and who holds
    /// a position holds its velocity. Setting or kicking what is driven does nothing, as with ``pin(nodes:fields:)``.
    ///
    /// - Parameters:
    ///   - field: The name of the field.
    ///   - node: The number of the node.
    ///   - author: Who drives it, for the record of the first value; the node's variable unless somebody is named.
    ///   - derivative: The derivative of the value with respect to time. Unless it is given, it is formed by central
    ///     differences of sixth order, whose error is about 10⁻¹² of a smooth function, at 60 calls of `value` each: give it
    ///     where that matters. ``FieldExpression/derivative(withRespectTo:)`` gives that of an expression.
    ///   - branches: Tells on which branch the value is at a time, if it has several: a number that is the same for times between which
    ///     value and derivative are continuous, and another one beyond a jump or a kink. With this, all methods of adaptive steps find
    ///     those beyond which a step ends (``DifferentialEquations/branches(at:of:withKinks:)``).
    ///   - smoothStretch: Tells from a time on, and to another at most, how far the value neither jumps nor has a kink, if it has some.
    ///     With this, methods of adaptive steps end a step there, and find also what comes and goes between two of their points
    ///     (``DifferentialEquations/smoothStretch(from:to:)``).
    ///   - value: The value at a time. It is asked for at any time within steps, and a little before and after them, as often
    ///     as the method needs. One that is not finite at the end of a step, as well as a velocity, ends the run with
    ///     ``SimulationError/changeNotFinite(_:)`` before the step.
    /// - Returns: The hold, which need not be kept.
    /// - Throws: ``SimulationError/nodeOutOfRange(_:nodeCount:)``, ``SimulationError/unknownField(_:known:)``.
    @discardableResult
    public func drive(
        _ field: String, ofNode node: Int, as author: AnyAuthor? = nil,
        derivative: ((_ time: Double) -> Double)? = nil, branches: ((_ time: Double) -> UInt64)? = nil,
        smoothStretch: ((_ time: Double, _ end: Double) -> SmoothStretch)? = nil,
        _ value: @escaping (_ time: Double) -> Double
    ) throws(SimulationError) -> Constraint {
        let place = try place(of: field, at: node)
        let drive = makeDrive(
            of: place, as: author, derivative: derivative, branches: branches, smoothStretch: smoothStretch, value)
        let name = "drive \(field) of node \(node)"
        intervene(name, as: author) { [weak self, weak author] model in
            guard let self else { return }
            if let (subject, value) = drive.firstNotFinite(model, moment.time) {
                return refuse("\(subject) (by '\(name)')", value, from: author)
            }
            drives.add(drive)
            guard model.isPresent(node) else { return }
            for place in model.drivenPlaces(place) {
                model.state.held.hold(model.state.component(of: place), at: model.state[place.column, place.node])
            }
            drive.begin(model)
        }
        return Constraint(model.drivenPlaces(place), ordinal: drive.ordinal) { [weak self] in
            self?.release($0, of: drive)
        }
    }

    func makeDrive(
        of place: StatePlace, as author: AnyAuthor?, derivative: ((_ time: Double) -> Double)?,
        branches: ((_ time: Double) -> UInt64)?, smoothStretch: ((_ time: Double, _ end: Double) -> SmoothStretch)?,
        _ value: @escaping (_ time: Double) -> Double
    ) -> Drives<Model>.Drive {
        let velocity = model.velocity(of: place)
        let coordinate = model.coordinate(of: place)
        let motion = DrivenMotion(
            value, derivative: derivative, timeScale: grid.step, branches: branches,
            smoothStretch: smoothStretch)
        return Drives<Model>.Drive(of: place, along: motion, author: author) { model in
            let state = model.state
            state.held.drive(
                DrivenNumber(
                    component: state.component(of: place), velocity: velocity.map(state.component),
                    coordinate: coordinate.map(state.component), motion: motion))
        } end: { model in
            model.state.held.endDrive(along: motion)
        } firstNotFinite: { model, time in
            let driven = motion.value(time)
            if !driven.isFinite { return (model.subject(model.fields[place.column], of: place.node), driven) }
            guard let velocity else { return nil }
            let speed = motion.derivative(time)
            return speed.isFinite ? nil : (model.subject(model.fields[velocity.column], of: place.node), speed)
        }
    }

    func release(_ places: [StatePlace], of drive: Drives<Model>.Drive? = nil) {
        intervene("release") { [drives] model in
            let state = model.state
            if let drive {
                drives.remove(drive)
                drive.end(model)
            }
            // The places that a hold took from a checkpoint may name what there is not.
            let places = places.filter(state.contains)
            for place in places { state.held.release(state.component(of: place)) }
            guard drive != nil else { return }
            // Who pins what was driven does so where it is now; if that is a position, at rest.
            for place in places {
                let rests = model.coordinate(of: place).map { state.held.isHeld(state.component(of: $0)) } ?? false
                state.held.setValue(rests ? 0 : state[place.column, place.node], of: state.component(of: place))
            }
        }
    }

    func place(of field: String, at node: Int) throws(SimulationError) -> StatePlace {
        try model.check([node])
        return StatePlace(column: try stateColumn(of: field), node: node)
    }

    func stateColumn(of field: String) throws(SimulationError) -> Int {
        let column = try model.names.fieldIndex(field)
        guard column < model.state.columnCount else { throw .unknownField(field, known: model.fields) }
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

    /// Tests if there is a number at a place.
    fileprivate func contains(_ place: StatePlace) -> Bool {
        (0..<columnCount).contains(place.column) && (0..<rowCount).contains(place.node)
    }
}

extension DifferentialEquations {
    /// The places that are held where a number is driven.
    func drivenPlaces(_ place: StatePlace) -> [StatePlace] { [place, velocity(of: place)].compactMap { $0 } }

    /// The velocity of a number that is a position, where the equations are of the second order.
    fileprivate func velocity(of place: StatePlace) -> StatePlace? {
        let positions = state.columnCount / 2
        guard self is any SecondOrderEquations, place.column < positions else { return nil }
        return StatePlace(column: place.column + positions, node: place.node)
    }

    /// The position whose velocity a number is, where the equations are of the second order.
    fileprivate func coordinate(of place: StatePlace) -> StatePlace? {
        let positions = state.columnCount / 2
        guard self is any SecondOrderEquations, place.column >= positions else { return nil }
        return StatePlace(column: place.column - positions, node: place.node)
    }
}

extension Simulation {
    /// True if anything is driven now.
    package var isDriving: Bool { !drives.isEmpty }
}
