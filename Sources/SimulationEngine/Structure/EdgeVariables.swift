import ObserverCore

/// The variables of those edges whose variable somebody holds or observes.
final class EdgeVariables<Model: SimulationModel> {
    struct Ends: Hashable {
        let source: Int
        let target: Int
    }

    struct Place {
        let ends: Ends
        weak var variable: Var<Double?>?

        /// Keeps the variable alive while it is observed.
        var observed: Var<Double?>?
    }

    private let interventions: InterventionQueue<Model>
    private let weight: (Int, Int) -> Double?

    /// Never iterated.
    private var indices: [Ends: Int] = [:]
    var places: [Place] = []
    private var freePlaces: [Int] = []

    init(interventions: InterventionQueue<Model>, weight: @escaping (_ source: Int, _ target: Int) -> Double?) {
        self.interventions = interventions
        self.weight = weight
    }

    /// True if nobody holds or observes a variable.
    var isEmpty: Bool { indices.isEmpty }

    func variable(from source: Int, to target: Int) -> Var<Double?> {
        let ends = Ends(source: source, target: target)
        if let index = indices[ends], let known = places[index].variable { return known }
        let index = newPlace(of: ends)
        let variable = Var<Double?>(windowOn: self, at: index)
        places[index].variable = variable
        return variable
    }

    private func newPlace(of ends: Ends) -> Int {
        let index = freePlaces.popLast() ?? places.count
        if index == places.count { places.append(Place(ends: ends)) } else { places[index] = Place(ends: ends) }
        indices[ends] = index
        return index
    }

    func publish(_ change: EdgeChange, from author: AnyAuthor?) {
        guard !isEmpty, let index = indices[Ends(source: change.source, target: change.target)],
            let variable = places[index].variable
        else { return }
        variable.publish(change.new, from: author ?? variable)
    }

    /// Lets go of the variables, which hold this.
    func releaseAll() {
        for index in places.indices { release(at: index) }
    }

    /// Lets go of a variable, which may die thereby and tell so.
    private func release(at index: Int) {
        let released = places[index].observed
        places[index].observed = nil
        withExtendedLifetime(released) {}
    }
}

extension EdgeVariables: WindowSource {
    func value(at index: Int) -> Double? {
        weight(places[index].ends.source, places[index].ends.target)
    }

    func set(_ weight: Double?, at index: Int, as author: AnyAuthor?) {
        let ends = places[index].ends
        interventions.add(.edge(source: ends.source, target: ends.target, weight: weight), from: author)
    }

    func observationsBegan(at index: Int) {
        places[index].observed = places[index].variable
        places[index].variable?.notePublished(value(at: index))
    }

    func observationsEnded(at index: Int) { release(at: index) }

    func variableDied(at index: Int) {
        indices[places[index].ends] = nil
        freePlaces.append(index)
    }
}

extension EdgeVariables {
    /// Takes the present weights as published. All changes of edges are told before a checkpoint is stored.
    func notePresent() {
        for (index, place) in places.enumerated() { place.variable?.notePublished(value(at: index)) }
    }
}
