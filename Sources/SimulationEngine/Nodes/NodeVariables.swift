import ObserverCore

/// The variables of those nodes whose variable somebody holds or observes.
///
/// A variable that is observed is kept alive and listed for publication; one that is only held is known here and
/// forgotten when it dies. Of one that is observed and that nobody holds the observation is kept only, until somebody asks for
/// the variable; see ``NodePublisher``.
@usableFromInline
final class NodeVariables<Model: SimulationModel> {
    @usableFromInline
    typealias State = Model.NodeState

    @usableFromInline
    let model: Model

    private let interventions: InterventionQueue<Model>

    @usableFromInline
    let publisher: NodePublisher<State>

    /// The places of the publisher. Reached through that, they would be retained each time.
    @usableFromInline
    let places: NodePlaces

    /// Is called when jumps are to be noted from the next step on, or no more; `nil` where they never are.
    var onOtherView: (() -> Void)?

    /// The living variables by node.
    var known: NodeTable { places.known }

    init(model: Model, interventions: InterventionQueue<Model>, states: StateBlock<State>) {
        self.model = model
        self.interventions = interventions
        places = NodePlaces()
        publisher = NodePublisher(states: states, places: places)
        publisher.connect(to: self)
    }

    @inlinable
    func variable(at node: Int) -> Var<State> {
        // First without asking for types, which takes longer than the rest where code is not made for one model.
        guard let reused = reusedVariable(at: node) else { return knownOrNewVariable(at: node) }
        return unsafeDowncast(reused, to: Var<State>.self)
    }

    @usableFromInline
    func reusedVariable(at node: Int) -> AnyMessenger? { places.reusedVariable(of: node) }

    @usableFromInline
    func knownOrNewVariable(at node: Int) -> Var<State> {
        if !known.hasRoom(for: node) { noteNodeCount() }
        if let known = knownVariable(at: node) { return known }
        places.parkNewest()
        let variable = publisher.newVariable(of: node, showing: model.nodeState(at: node))
        noteHeld(variable, at: node)
        return variable
    }

    /// Makes room for the variables of nodes that have come.
    func noteNodeCount() { known.grow(toNodeCount: model.nodeCount) }

    func knownVariable(at node: Int) -> Var<State>? {
        switch known[node] {
        case .unknown: nil
        case .observed(let position): publisher.variable(at: position)
        // A variable that dies is removed before.
        case .held(let variable): Unmanaged<Var<State>>.fromOpaque(variable).takeUnretainedValue()
        }
    }

    private func noteHeld(_ variable: Var<State>, at node: Int) {
        known[node] = .held(Unmanaged.passUnretained(variable).toOpaque())
    }

    /// Lets go of all observed variables, which are kept alive here and keep this alive, and lists no more of them.
    func releaseAll() {
        places.isClosed = true
        publisher.removeAll { node, variable in
            if let variable { noteHeld(variable, at: node) } else { known[node] = .unknown }
        }
    }
}

// MARK: - Publishing

extension NodeVariables {
    /// Sends an update for each observed node whose state has changed since it was last published.
    ///
    /// - Complexity: O(n) for n observed nodes, whatever the number of all nodes; less where jumps are noted (``JumpedPlaces``).
    ///
    /// - Parameter author: Who has changed it, `nil` for the simulation.
    func publish(from author: AnyAuthor? = nil) {
        guard !publisher.isEmpty else { return }
        publisher.author = author
        model.publish(by: publisher)
        publisher.author = nil
        tidyUp()
    }

    /// Sends an update for one node whose state somebody has changed, if it is observed.
    func publish(node: Int, from author: AnyAuthor?) {
        guard let position = known.position(of: node) else { return }
        let state = model.nodeState(at: node)
        guard state != publisher.published[position], let variable = publisher.variable(at: position) else { return }
        let update = Update(publisher.published[position], state)
        publisher.published[position] = state
        variable.publish(update, from: author ?? variable)
    }

    private func tidyUp() {
        guard !publisher.isPublishing else { return }
        publisher.tidyUp { node, position in known[node] = .observed(at: position) }
    }
}

// MARK: - What the variables tell and ask

extension NodeVariables: WindowSource {
    func value(at node: Int) -> State {
        model.nodeState(at: node)
    }

    func set(_ state: State, at node: Int, as author: AnyAuthor?) {
        interventions.add(.node(node, to: state), from: author)
    }

    func observationsBegan(at node: Int) {
        guard !places.isClosed, let place = places.placeOfBeginning(at: node) else { return }
        if place == places.capacity { publisher.grow(forNodeCount: model.nodeCount) }
        model.noteState(of: node, at: place, in: publisher)
        places.list(node, at: place)
    }

    func observationsEnded(at node: Int) {
        guard let position = known.position(of: node), let variable = publisher.variable(at: position) else { return }
        noteHeld(variable, at: node)
        publisher.remove(at: position)
        tidyUp()
    }

    func variableDied(at node: Int) {
        known[node] = .unknown
    }
}

extension NodeVariables: ParkingSource {
    func unpark(at node: Int) -> AnyMessenger { variable(at: node) }

    func noteRecord(_ record: UInt32, ofParkedAt node: Int) {
        if let position = known.position(of: node) { places.noteRecord(record, at: position) }
    }

    func takeParked(_ receivers: UnsafeMutableBufferPointer<ParkedReceiver>) -> Int? {
        defer { if places.isSparse { tidyUp() } }
        return places.takeParked(receivers)
    }
}
