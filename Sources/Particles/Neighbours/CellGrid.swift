import CParticleKernels

/// A grid of cells over a box and the rim around it where images lie, or over all particles where there are no bounds.
///
/// Cells follow each other in *x*, so that the particles of neighbouring cells in a line lie side by side in memory. In
/// *y* and *z* a cell is half as wide as the search radius, in *x* a quarter.
struct CellGrid {
    let counts: SIMD3<Int>
    let columnReach: [Int32]
    let lineReach: Int
    let layerReach: Int

    private let origin: SIMD3<Double>
    private let inverseWidths: SIMD3<Double>

    /// The number of cells.
    var cellCount: Int { counts.x * counts.y * counts.z }

    /// Lays a grid over points between two corners.
    ///
    /// Where there would be many more cells than particles they are made wider.
    init(from lower: SIMD3<Double>, to upper: SIMD3<Double>, radius: Double, particleCount: Int) {
        let extent = upper - lower
        var widths = SIMD3(radius / 4, radius / 2, radius / 2)
        let greatest = 64 * Double(particleCount) + 4096
        var counts = Self.counts(extent, widths)
        while counts.x * counts.y * counts.z > greatest {
            for axis in 0..<3 where counts[axis] > 1 { widths[axis] *= 1.5 }
            counts = Self.counts(extent, widths)
        }
        origin = lower
        inverseWidths = 1 / widths
        self.counts = SIMD3(Int(counts.x), Int(counts.y), Int(counts.z))
        let reach = (radius / widths).rounded(.up)
        lineReach = min(Int(reach.y), self.counts.y - 1)
        layerReach = min(Int(reach.z), self.counts.z - 1)
        var columnReach: [Int32] = []
        for layer in 0...layerReach {
            for line in 0...lineReach {
                // The least distance between points of two lines.
                let y = Double(max(0, line - 1)) * widths.y
                let z = Double(max(0, layer - 1)) * widths.z
                let rest = radius * radius - y * y - z * z
                columnReach.append(rest < 0 ? -1 : Int32((rest.squareRoot() / widths.x + 1e-6).rounded(.up)))
            }
        }
        self.columnReach = columnReach
    }

    private static func counts(_ extent: SIMD3<Double>, _ widths: SIMD3<Double>) -> SIMD3<Double> {
        (extent / widths).rounded(.down) + 1
    }

    /// The cell of a point between the corners.
    @inline(__always)
    func cell(_ x: Double, _ y: Double, _ z: Double) -> Int {
        let scaled = (SIMD3(x, y, z) - origin) * inverseWidths
        let column = min(max(0, Int(scaled.x)), counts.x - 1)
        let line = min(max(0, Int(scaled.y)), counts.y - 1)
        let layer = min(max(0, Int(scaled.z)), counts.z - 1)
        return (layer * counts.y + line) * counts.x + column
    }
}
