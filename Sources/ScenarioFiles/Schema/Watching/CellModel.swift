import Particles
import Recording

/// A model that lies in a cell, and whose nodes are something of which trajectories tell.
protocol CellModel: AnyObject {
    /// The cell, if there is one.
    var cell: XYZCell? { get }

    /// The properties of the nodes besides their states.
    var xyzProperties: XYZProperties { get }
}

extension ParticleSystem: CellModel {
    /// The box, unless it has no bounds. Along open axes the cell is 1 long.
    var cell: XYZCell? {
        guard box.axes.contains(where: { $0.bounds != nil }) else { return nil }
        var (lengths, origin) = (SIMD3<Double>.one, SIMD3<Double>.zero)
        var isPeriodic = SIMDMask<SIMD3<Int64>>(repeating: false)
        for (index, axis) in box.axes.enumerated() {
            guard let (lower, upper) = axis.bounds else { continue }
            lengths[index] = upper - lower
            origin[index] = lower
            isPeriodic[index] = axis.isPeriodic
        }
        return XYZCell(
            a: SIMD3(lengths.x, 0, 0), b: SIMD3(0, lengths.y, 0), c: SIMD3(0, 0, lengths.z), origin: origin,
            isPeriodic: isPeriodic)
    }

    /// Types, masses and charges, by the names that ASE has for them.
    var xyzProperties: XYZProperties {
        XYZProperties(
            [
                .integers("type") { [unowned self] in type(of: $0) }, .reals("masses") { [unowned self] in masses[$0] },
                .reals("initial_charges") { [unowned self] in charges[$0] },
            ],
            species: { [unowned self] in
                let type = type(of: $0)
                return type < speciesOfTypes.count ? speciesOfTypes[type] : "X"
            })
    }
}
