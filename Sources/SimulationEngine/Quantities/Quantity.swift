import ObserverCore

/// A number or vector that is computed from the state of a simulation, such as its total energy.
///
///     print(simulation.quantities.totalEnergy.value)
///     observer.observe(simulation.quantities.totalEnergy) { update in … }
///
/// It is computed when somebody asks for it, or at each step while somebody observes it, at most once for a state. An
/// update is sent when a step has changed the value.
public final class Quantity<Value: QuantityValue>: ObservableCache {
    /// The name of the quantity.
    public let name: String

    /// Carries the updates.
    public let messenger = Messenger<Update<Value>>()

    /// The identity that distinguishes it from others of its name.
    let identity: DefinitionIdentity

    /// True if its numbers say how many there are of something.
    public let isCount: Bool

    /// True if the value may change while the state stays the same.
    public let dependsOnTime: Bool

    private let evaluate: (Double) -> Value
    private let revision: StateRevision

    @exclusivity(unchecked)
    private var known: (value: Value, revision: Int)?
    var published: Value?

    init<Model>(_ definition: QuantityDefinition<Model, Value>, of model: Model, revision: StateRevision) {
        name = definition.name
        identity = definition.identity
        isCount = definition.isCount
        self.revision = revision
        dependsOnTime = definition.dependsOnTime
        let evaluate = definition.makeEvaluation()
        self.evaluate = { time in evaluate(model, time) }
        // The messenger may be held longer than the quantity.
        messenger.attach(ObservationWindow(began: { [weak self] in self?.published = self?.value }, ended: {}))
    }

    /// The value in the present state.
    ///
    /// - Complexity: That of the computation where the state has changed since it was last asked for, otherwise O(1).
    public var value: Value {
        if let known, known.revision == revision.number { return known.value }
        let value = evaluate(revision.time)
        known = (value, revision.number)
        return value
    }

    /// An update from the present value to itself.
    public var latestMessage: Update<Value> {
        let value = value
        return Update(value, value)
    }

    func publish() {
        guard messenger.observationCount > 0 else { return }
        let new = value
        let old = published ?? new
        published = new
        if new != old { send(Update(old, new)) }
    }
}

/// Counts the changes of a state, so that what was computed from it can be kept for as long as it holds.
final class StateRevision {
    @exclusivity(unchecked)
    private(set) var number = 0

    /// The time of the state.
    @exclusivity(unchecked)
    private(set) var time = 0.0

    /// The state has changed at the same time.
    func advance() {
        number += 1
    }

    /// The state is now that of another time.
    func advance(to time: Double) {
        self.time = time
        advance()
    }
}

/// A ``Quantity``, whatever the type of its value.
public protocol AnyQuantity: AnyObject {
    /// The name of the quantity.
    var name: String { get }

    /// True if its value may change while the state stays the same: `true` unless implemented.
    var dependsOnTime: Bool { get }

    /// True if its numbers say how many there are of something, so that tables write them as whole numbers: `false` unless
    /// implemented.
    var isCount: Bool { get }

    /// The names of its columns in a table.
    var columns: [String] { get }

    /// Appends its present value to a row of a table.
    func appendColumns(to row: inout [Double])
}

extension AnyQuantity {
    /// It may.
    public var dependsOnTime: Bool { true }

    /// They are measured.
    public var isCount: Bool { false }
}

extension Quantity: AnyQuantity {
    /// The names of its columns in a table.
    ///
    /// - Complexity: That of ``value``, which knows them.
    public var columns: [String] {
        value.columnSuffixes.map { name + $0 }
    }

    /// Appends its present value to a row of a table.
    public func appendColumns(to row: inout [Double]) {
        value.appendColumns(to: &row)
    }
}

extension Quantity where Value == Double {
    /// The value in the present state, which other modules get without asking for the type.
    package var number: Double { value }
}

extension Quantity {
    var isObserved: Bool { messenger.observationCount > 0 }

    /// Archives the value that was published last, unless it is the present one.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        if archive.isReading { published = value }
        try archive.differences(
            "the value of '\(name)' that was published last",
            of: {
                guard let published, !areSame(published, value) else { return [] }
                return [(0, published)]
            },
            present: { $0 == 0 ? published : nil },
            take: { published = $1 })
    }
}
