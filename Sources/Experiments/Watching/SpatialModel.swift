import Recording

/// A model whose nodes move in space, and are something of which trajectories tell.
package protocol SpatialModel: AnyObject {
    /// The cell, if there is one.
    var cell: XYZCell? { get }

    /// The properties of the nodes besides their states.
    var xyzProperties: XYZProperties { get }

    /// True if nodes feel forces.
    var hasForces: Bool { get }
}
