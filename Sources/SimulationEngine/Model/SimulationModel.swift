/// A model that can be simulated: a system of nodes whose state lies in arrays.
///
/// A model is asked in bulk, so that the price of a protocol call is paid per step and not per node. To make a model of
/// your own, conform to this protocol and to one that says how its state moves on, such as ``DifferentialEquations`` or
/// ``SecondOrderEquations``.
///
/// Implement the reading and writing of node states and of fields. Node names, field groups and quantities come as
/// empty defaults.
public protocol SimulationModel: AnyObject {
    /// The state of one node, as it is handed to observers.
    associatedtype NodeState: Equatable

    /// The quantities that can be computed from the state.
    associatedtype Quantities: QuantitySet<Self> = NoQuantities<Self>

    /// The number of nodes, which are numbered from 0. It stays the same for as long as the model is simulated unless
    /// nodes come and go; it then counts all that there have ever been.
    var nodeCount: Int { get }

    /// Which nodes are present, or `nil` if all are at all times.
    var population: Population? { get }

    /// The names of the nodes in the order of their numbers, or `nil` where they have none.
    var nodeNames: [String]? { get }

    /// The names of the numbers that make up a node's state, such as `x`. They stay the same for as long as the model is
    /// simulated, as do groups and parameters.
    var fields: [String] { get }

    /// Names that stand for several fields, such as `position` for `x`, `y` and `z`.
    var fieldGroups: [FieldGroup] { get }

    /// The quantities that can be computed from the state.
    static var quantities: Quantities { get }

    /// The names of the parameters that can be changed during a run, such as `coupling`.
    var parameters: [String] { get }

    /// The state of a node.
    func nodeState(at node: Int) -> NodeState

    /// Copies the states of nodes, all of which are in range.
    ///
    /// - Parameters:
    ///   - nodes: Which nodes, in the order of the result.
    ///   - states: The result: as many states, which are replaced. What they were before means nothing.
    func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<NodeState>)

    /// Copies the states of consecutive nodes, all of which are in range.
    ///
    /// Leave it to the default, which asks for the states one block after the other, unless the states lie side by side or
    /// can be read so: whoever watches all nodes has them copied so after each step.
    ///
    /// - Parameters:
    ///   - first: The first of the nodes.
    ///   - states: The result: as many states as nodes, which are replaced. What they were before means nothing.
    func copyNodeStates(from first: Int, into states: inout MutableSpan<NodeState>)

    /// Sets the state of a node.
    func setNodeState(_ state: NodeState, at node: Int)

    /// Copies one field of nodes, all of which are in range.
    ///
    /// - Parameters:
    ///   - field: An index into ``fields``.
    ///   - nodes: Which nodes, in the order of the result.
    ///   - values: The result, as many numbers. What they were before means nothing.
    func copyField(_ field: Int, of nodes: Span<Int>, into values: inout MutableSpan<Double>)

    /// Copies one field out of states of nodes, such as those before a change, as ``copyField(_:of:into:)`` does for the present ones.
    /// It comes for free where equations move states that are a number or a vector of numbers.
    ///
    /// - Parameters:
    ///   - field: An index into ``fields``.
    ///   - states: States of nodes.
    ///   - values: The result, as many numbers. What they were before means nothing.
    func copyField(_ field: Int, in states: Span<NodeState>, into values: inout MutableSpan<Double>)

    /// The value of a field of one node, as ``copyField(_:of:into:)`` copies it. Leave it to the default, which asks for that,
    /// unless single nodes change one after the other, as at the events of a jump process.
    ///
    /// - Parameters:
    ///   - field: An index into ``fields``.
    ///   - node: A node, which is in range.
    /// - Returns: The value.
    func value(ofField field: Int, at node: Int) -> Double

    /// How many elements arrays have that need one for each node, by what they are called in errors.
    ///
    /// A simulation compares them with ``nodeCount`` when it is made and whenever nodes come or go, and refuses to go on
    /// if one differs. Name here what this model keeps for each node; what protocols of the engine demand, such as the
    /// rows of ``DifferentialEquations/state``, is looked at in any case. Nothing unless implemented.
    var countsPerNode: KeyValuePairs<String, Int> { get }

    /// The value of the parameter at an index of ``parameters``.
    func parameter(at index: Int) -> Double

    /// Sets the parameter at an index of ``parameters``.
    func setParameter(_ value: Double, at index: Int)

    /// Why the parameter at an index of ``parameters`` cannot have a value; `nil` if it can. A run in which it is set to
    /// one that it cannot have ends with the error.
    func refusal(ofParameter index: Int, value: Double) -> (any Error)?

    /// Publishes the states of observed nodes. Leave it to the default: it stands here so that the compiler makes a
    /// version of the loop for this model.
    func publish(by publisher: NodePublisher<NodeState>)

    /// Notes the state of a node that begins to be observed. Leave it to the default, for the same reason.
    func noteState(of node: Int, at place: Int, in publisher: NodePublisher<NodeState>)

    /// Publishes the changes in a group of nodes. Leave it to the default, for the same reason.
    func publish(by publisher: GroupPublisher<NodeState>)
}

extension SimulationModel {
    /// The name of a node in range, if it has one.
    public func name(of node: Int) -> String? { nodeNames?[node] }

    /// Copies them as those of any other nodes.
    @inlinable
    public func copyNodeStates(from first: Int, into states: inout MutableSpan<NodeState>) {
        states.withUnsafeMutableBufferPointer { states in
            withUnsafeTemporaryAllocation(of: Int.self, capacity: Swift.min(states.count, 1024)) { nodes in
                var start = 0
                while start < states.count {
                    let count = Swift.min(nodes.count, states.count - start)
                    for offset in 0..<count { nodes.initializeElement(at: offset, to: first + start + offset) }
                    copyNodeStates(
                        of: UnsafeBufferPointer(rebasing: nodes[..<count]),
                        into: UnsafeMutableBufferPointer(rebasing: states[start..<start + count]))
                    start += count
                }
            }
        }
    }

    /// The one that is copied.
    public func value(ofField field: Int, at node: Int) -> Double {
        readValue(at: node) { copyField(field, of: $0, into: $1) }
    }

    /// Nothing but what protocols demand.
    public var countsPerNode: KeyValuePairs<String, Int> { [:] }

    /// Nothing that could be changed during a run.
    public var parameters: [String] { [] }

    /// There is no parameter to ask for.
    public func parameter(at index: Int) -> Double { .nan }

    /// There is no parameter to set.
    public func setParameter(_ value: Double, at index: Int) {}

    /// A parameter can have any value.
    public func refusal(ofParameter index: Int, value: Double) -> (any Error)? { nil }

    /// Copies the states of nodes to memory for as many.
    @inlinable
    package func copyNodeStates(
        of nodes: UnsafeBufferPointer<Int>, into states: UnsafeMutableBufferPointer<NodeState>
    ) {
        var target = states.mutableSpan
        copyNodeStates(of: nodes.span, into: &target)
    }

    /// Copies a field of nodes to memory for as many numbers.
    @inlinable
    package func copyField(
        _ field: Int, of nodes: UnsafeBufferPointer<Int>, into values: UnsafeMutableBufferPointer<Double>
    ) {
        var target = values.mutableSpan
        copyField(field, of: nodes.span, into: &target)
    }

    /// Sends an update for each observed node that has changed.
    @inlinable
    public func publish(by publisher: NodePublisher<NodeState>) {
        publisher.publish(copyStates: { copyNodeStates(of: $0, into: $1) }) { first, states in
            var target = states.mutableSpan
            copyNodeStates(from: first, into: &target)
        }
    }

    /// Notes it as what has been published.
    @inlinable
    public func noteState(of node: Int, at place: Int, in publisher: NodePublisher<NodeState>) {
        publisher.note(nodeState(at: node), at: place)
    }

    /// Sends the changes of a group.
    @inlinable
    public func publish(by publisher: GroupPublisher<NodeState>) {
        publisher.publish(copyStates: { copyNodeStates(of: $0, into: $1) }) { first, states in
            var target = states.mutableSpan
            copyNodeStates(from: first, into: &target)
        }
    }

    /// All nodes are present at all times.
    public var population: Population? { nil }

    /// No names: nodes go by their numbers.
    public var nodeNames: [String]? { nil }

    /// No groups.
    public var fieldGroups: [FieldGroup] { [] }
}

extension SimulationModel where Quantities == NoQuantities<Self> {
    /// No quantities.
    public static var quantities: NoQuantities<Self> { NoQuantities() }
}

/// A name that stands for several fields of a model.
public struct FieldGroup: Equatable, Sendable {
    /// The name of the group.
    public let name: String

    /// The names of its fields, in order.
    public let fields: [String]

    /// Creates a group.
    public init(_ name: String, _ fields: [String]) {
        self.name = name
        self.fields = fields
    }
}

extension [FieldGroup] {
    /// The vectors whose components fields are: `r` of `r.x` and `r.y`.
    package static func vectors(among fields: [String]) -> [FieldGroup] {
        VectorNames.vectors(among: fields).map { name, components in
            FieldGroup(name, components.map { VectorNames.name($0, of: name) })
        }
    }
}
