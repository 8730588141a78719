/// A model of point masses, which thermostats can hold at a temperature. Boltzmann's constant is 1.
///
/// The columns of its state are the coordinates of the nodes, followed by as many velocities. Implement ``masses`` and
/// ``bath``, and what differs from the defaults.
public protocol ThermalEquations: SecondOrderEquations {
    /// The mass of each node.
    var masses: [Double] { get }

    /// In how many directions nodes move: the first columns of the state. All coordinates unless implemented.
    var dimensions: Int { get }

    /// The thermostat's part of the state.
    var bath: HeatBath { get set }

    /// Tests if the equations conserve the total momentum in a direction. They do not unless implemented.
    func conservesMomentum(along axis: Int) -> Bool
}

extension ThermalEquations {
    /// All coordinates.
    public var dimensions: Int { state.columnCount / 2 }

    /// No.
    public func conservesMomentum(along axis: Int) -> Bool { false }

    /// In how many independent ways the nodes move: the number of nodes times that of directions, less one for each
    /// direction in which the total momentum is conserved, and without what is pinned or driven.
    ///
    /// - Complexity: O(*n*) for *n* numbers that are pinned or driven.
    public var degreesOfFreedom: Int {
        let velocities = state.count / 2
        var isConserved = (0..<dimensions).map { !bath.exchangesMomentum && conservesMomentum(along: $0) }
        var count = dimensions * (population?.presentCount ?? nodeCount)
        for component in state.held.components where component >= velocities {
            let (axis, node) = (component - velocities).quotientAndRemainder(dividingBy: state.rowCount)
            guard axis < dimensions, isPresent(node) else { continue }
            isConserved[axis] = false
            count -= 1
        }
        return isConserved.reduce(count) { $1 ? $0 - 1 : $0 }
    }
}

/// The state that a thermostat adds to that of a model.
public struct HeatBath: Equatable, Sendable {
    /// True if the thermostat pushes nodes, so that the total momentum is not conserved.
    public var exchangesMomentum = false

    /// The energy that the nodes have given to the thermostat, so that its sum with theirs is conserved as well as the
    /// method does; not a number if the thermostat does not count it.
    public var energy = 0.0

    /// The links of a chain of thermostats, the first of which acts on the nodes.
    public var chain: [Link] = []

    /// One link of a chain.
    public struct Link: Equatable, Sendable {
        /// The position, which has no unit.
        public var position = 0.0

        /// The velocity, an inverse time.
        public var velocity = 0.0

        /// Creates a link.
        public init(position: Double = 0, velocity: Double = 0) {
            self.position = position
            self.velocity = velocity
        }
    }

    /// Creates a bath that has exchanged nothing yet.
    public init() {}
}
