import Particles
import Recording

extension WatchedSystem {
    /// The box of particles.
    var box: Box? { space as? Box }
}

extension Box: WatchedSpace {
    package func error(ofQuantity name: String) -> (any Error)? {
        name == "pressure" ? openAxis.map { ParticleError.noVolume(axis: $0) } : nil
    }
}

extension ParticleSystem: SpatialModel {
    /// The box, unless it has no bounds. Along open axes the cell is 1 long.
    package var cell: XYZCell? {
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
    package var xyzProperties: XYZProperties {
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

    package var hasForces: Bool { !forces.isEmpty }
}
