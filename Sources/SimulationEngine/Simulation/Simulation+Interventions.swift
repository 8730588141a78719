import ObserverCore

extension Simulation {
    /// Changes the model from outside: kicks nodes, sets many at once, replaces what the model is made of.
    ///
    ///     simulation.intervene("heat the left half", as: heater) { gas in … }
    ///
    /// Takes effect like setting the state of a node: between runs at once, while the simulation runs before its next
    /// step, in the order in which changes were asked for. Observed nodes, groups and quantities that have other values
    /// thereby are published, those of nodes with the author.
    ///
    /// A change by which a number of the state of differential equations or a parameter is not finite any more makes the
    /// run fail with ``SimulationError/changeNotFinite(_:)``, one by which a field is out of its bounds with
    /// ``SimulationError/outOfBounds(_:)``, and the states and parameters are put back.
    ///
    /// - Parameters:
    ///   - name: Its name for records and errors.
    ///   - author: Who does it; the simulation unless somebody is named.
    ///   - change: Changes the model.
    public func intervene(_ name: String, as author: AnyAuthor? = nil, _ change: @escaping (Model) -> Void) {
        queue.add(.model(name: name, change), from: author)
    }

    /// Changes the state of a node by what it is when the change takes effect, such as by adding to a velocity.
    ///
    /// - Parameters:
    ///   - node: The number of the node.
    ///   - author: Who does it; the node's variable unless somebody is named.
    ///   - change: Changes the state.
    /// - Throws: ``SimulationError/nodeOutOfRange(_:nodeCount:)``.
    public func kick(
        node: Int, as author: AnyAuthor? = nil, _ change: @escaping (inout Model.NodeState) -> Void
    ) throws(SimulationError) {
        try model.check([node])
        queue.add(.kick(node, change), from: author)
    }

    /// Has a closure called when all changes that have been asked for before have taken effect. What it asks for takes
    /// effect then, before what is asked for after it.
    package func onceChanged(_ action: @escaping () throws -> Void) {
        queue.add(.changesInTurn(action), from: nil)
    }

    /// Tells the simulation that the state of its model was changed by other means than those of the simulation, such
    /// as by writing into the model's arrays.
    ///
    /// Integrators and quantities keep what they computed from the state, and would go on with it. Observers hear of
    /// the change at once, or after the next step if the simulation is running.
    ///
    /// - Complexity: O(1) besides the observed nodes, groups and quantities.
    public func stateWasChanged() {
        heldState?.placeHeld(at: moment.time)
        noteChange()
        guard !status.isBusy, isPopulationRight() else { return }
        status.isBusy = true
        watch.publish()
        status.isBusy = false
        applyWaitingBetweenRuns()
    }

    /// Makes everybody forget what was computed from the state.
    func noteChange() {
        outsideChangeCount += 1
        integrator.stateWasChanged()
        delayed?.history?.stateWasChanged()
        watch.stateWasChanged()
        variables.noteChange()
        revision.advance()
    }
}

// MARK: - Taking effect

extension Simulation {
    /// Applies what waits, and what observers answer to it, until nobody wants to change anything more.
    ///
    /// - Throws: ``SimulationError/interventionCycle(rounds:participants:)``.
    func applyWaitingInterventions() throws(SimulationError) {
        guard !queue.isEmpty else { return }
        try applyAllWaiting()
    }

    /// Apart from the question if there are any, which is asked at each step: the types of requests would be looked up there.
    @inline(never)
    private func applyAllWaiting() throws(SimulationError) {
        var cycle = InterventionCycle()
        while !queue.isEmpty {
            let requests = queue.takeAll()
            try cycle.noteRound(of: requests, in: model)
            var rest = requests[...]
            while let first = rest.first {
                let births = rest.prefix { $0.isBirth && $0.author === first.author }
                rest = rest.dropFirst(max(1, births.count))
                if case .changesInTurn(let action) = first.change {
                    rest = changes(askedFor: action) + rest
                } else if births.isEmpty {
                    apply(first)
                } else {
                    changeStructure(births)
                }
            }
            groups.followPopulation()
        }
    }

    /// Applies a change at once unless something is going on that it has to wait for, and then what observers answer.
    func applyBetweenRuns(_ request: InterventionRequest<Model>) -> Bool {
        guard !status.isBusy else { return false }
        status.isBusy = true
        apply(request)
        groups.followPopulation()
        status.isBusy = false
        applyWaitingBetweenRuns()
        return true
    }

    private func applyWaitingBetweenRuns() {
        status.isBusy = true
        defer { status.isBusy = false }
        do throws(SimulationError) {
            try applyWaitingInterventions()
        } catch {
            fail(with: error)
        }
    }

    private func changes(askedFor action: () throws -> Void) -> [InterventionRequest<Model>] {
        queue.requests {
            do { try action() } catch { fail(with: error) }
        }
    }

    private func apply(_ request: InterventionRequest<Model>) {
        switch request.change {
        case .node(let node, _) where !model.isPresent(node), .kick(let node, _) where !model.isPresent(node): break
        case .node(let node, let state): set(node, to: state, from: request.author)
        case .kick(let node, let change):
            var state = model.nodeState(at: node)
            change(&state)
            set(node, to: state, from: request.author)
        case .parameter(let index, let value): setParameter(index, to: value, from: request.author)
        case .model(let name, let change): changeModel(name, from: request.author, change)
        case .birth, .structure, .edge: changeStructure([request])
        case .event(let event):
            do { try makeEvents(event) } catch { fail(with: error) }
        case .changesInTurn(let action): changes(askedFor: action).forEach(apply)
        }
    }

    private func changeModel(_ name: String, from author: AnyAuthor?, _ change: (Model) -> Void) {
        let before = StateBefore(of: model, withNodeStates: watch.hasBounds)
        change(model)
        heldState?.placeHeld(at: moment.time)
        noteChange()
        guard isPopulationRight() else { return }
        let parameter = before.firstParameterNotFinite(in: model).map { ("the parameter '\($0.name)'", $0.value) }
        if let (subject, value) = firstNotFinite() ?? parameter {
            refuse("\(subject) (by '\(name)')", value, from: author)
            putBack(before)
        } else if let failure = watch.refusal(ofChanged: nil, from: author) {
            fail(with: failure)
            putBack(before)
        } else {
            log(.model(name), changes: [], from: author)
        }
        publishAll(from: author)
    }

    /// Has the state jump by what the model does itself, of which nobody is the author. Nodes are published at the next moment.
    func makeEvents(_ event: (_ time: Double) throws -> Bool) throws {
        guard try event(moment.time) else { return }
        heldState?.placeHeld(at: moment.time)
        noteChange()
        if heldState?.hasHeldComponents != true { settledChangeCount = outsideChangeCount }
    }

    private func putBack(_ before: StateBefore<Model>) {
        before.putBack(in: model)
        noteChange()
    }

    /// Changes of one author, which are told together.
    private func changeStructure(_ requests: ArraySlice<InterventionRequest<Model>>) {
        for request in requests {
            do {
                try changeStructure(request.change)
            } catch {
                fail(with: error)
            }
        }
        guard isPopulationRight() else { return }
        guard structure.isWaiting else { return }
        noteChange()
        publishAll(from: requests.first?.author)
    }

    /// Tests if the model has everything for each node that there is after a change; has the run fail if not.
    private func isPopulationRight() -> Bool {
        do throws(SimulationError) {
            try structure.check()
            return true
        } catch {
            fail(with: error)
            return false
        }
    }

    private func changeStructure(_ change: InterventionRequest<Model>.Change) throws {
        switch change {
        case .birth(let change), .structure(_, let change): try change(model)
        case .edge(let source, let target, let weight):
            guard model.isPresent(source), model.isPresent(target), let network = model as? any ChangingEdges,
                network.edgeWeight(from: source, to: target) != weight
            else { return }
            try network.setEdgeWeight(weight, from: source, to: target)
        case .node, .kick, .parameter, .model, .event, .changesInTurn: break
        }
    }

    private func set(_ node: Int, to state: Model.NodeState, from author: AnyAuthor?) {
        let oldState = model.nodeState(at: node)
        guard oldState != state else { return }
        let old = interventions.isObserved ? model.fieldValues(of: node) : []
        model.setNodeState(state, at: node)
        if let heldState, !heldState.holdsNothing {
            heldState.placeHeld(at: moment.time, ofNode: node)
            guard model.nodeState(at: node) != oldState else { return }
        }
        if let (field, value) = model.firstNotFinite(of: node) {
            model.setNodeState(oldState, at: node)
            let subject = model.subject(field, of: node)
            return refuse(subject, value, from: author, lastValues: model.fieldValues(of: node))
        }
        if let failure = watch.refusal(ofChanged: node, from: author) {
            model.setNodeState(oldState, at: node)
            return fail(with: failure)
        }
        noteChange()
        if interventions.isObserved {
            let new = model.fieldValues(of: node)
            let changes = model.fields.indices.filter { old[$0] != new[$0] }.map {
                Intervention.Change(name: model.fields[$0], old: old[$0], new: new[$0])
            }
            log(.node(node), changes: changes, from: author)
        }
        variables.publish(node: node, from: author)
    }

    /// Checks that a parameter can have a finite value, without setting it.
    package func checkParameter(_ name: String, _ value: Double) throws {
        guard let index = model.parameters.firstIndex(of: name) else { return }
        if let refusal = model.refusal(ofParameter: index, value: value) { throw refusal }
    }

    private func setParameter(_ index: Int, to value: Double, from author: AnyAuthor?) {
        let old = model.parameter(at: index)
        guard old != value else { return }
        let name = model.parameters[index]
        guard value.isFinite || !old.isFinite else { return refuse("the parameter '\(name)'", value, from: author) }
        if let refusal = model.refusal(ofParameter: index, value: value) { return fail(with: refusal) }
        model.setParameter(value, at: index)
        noteChange()
        log(.parameter(name), changes: [.init(name: name, old: old, new: value)], from: author)
        parameterVariables.publish(index, from: author)
    }

    func log(_ subject: Intervention.Subject, changes: [Intervention.Change], from author: AnyAuthor?) {
        guard interventions.isObserved else { return }
        interventions.send(Intervention(moment: moment, subject: subject, changes: changes), from: author)
    }

    /// Publishes what a change of the whole model has changed.
    private func publishAll(from author: AnyAuthor?) {
        watch.publish(Publication(author: author, isIntervention: true, isWithinRun: status.isRunning))
    }
}

extension SimulationModel {
    /// The values of all fields of a node.
    func fieldValues(of node: Int) -> [Double] {
        fields.indices.map { value(ofField: $0, at: node) }
    }

    /// The first field of a node whose value is infinite or not a number.
    func firstNotFinite(of node: Int) -> (field: String, value: Double)? {
        for (index, field) in fields.enumerated() {
            let value = value(ofField: index, at: node)
            if !value.isFinite { return (field, value) }
        }
        return nil
    }
}
