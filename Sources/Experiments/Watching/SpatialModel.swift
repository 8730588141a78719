import Recording

/// A model of which trajectories tell more than where its nodes are, and of whose forces warnings know. Other models need not be one.
package protocol SpatialModel: AnyObject {
    /// The cell, if there is one.
    var cell: XYZCell? { get }

    /// The properties of the nodes besides their states.
    var xyzProperties: XYZProperties { get }

    /// True if nodes feel forces.
    var hasForces: Bool { get }
}
