import CKernels

/// A grid of cells over a box and the rim around it where images lie, or over all particles where there are no bounds.
///
/// Cells follow each other in *x*, so that the particles of neighbouring cells in a line lie side by side in memory. A cell
/// is as wide as the search radius, in *x* a quarter of that.
struct CellGrid {
    let counts: SIMD3<Int>

    /// The lines of cells in which neighbours can be.
    let searchedLines: [pk_line]

    /// The middle, from which coordinates are counted where they are rounded to single precision.
    let middle: SIMD3<Double>

    /// How much the distance of two points can be wrong in single precision: each coordinate by half a unit in the last
    /// place, here taken four times as large for all that is computed from them.
    let roundingError: Double

    private let origin: SIMD3<Double>
    private let lastCell: SIMD3<Double>
    private let inverseWidths: SIMD3<Double>

    var cellCount: Int { counts.x * counts.y * counts.z }

    /// Lays a grid over points between two corners.
    ///
    /// Where there would be many more cells than particles they are made wider.
    init(from lower: SIMD3<Double>, to upper: SIMD3<Double>, radius: Double, particleCount: Int) {
        let extent = upper - lower
        // A width of 0 would never become wider.
        var widths = pointwiseMax(SIMD3(radius / 4, radius, radius), SIMD3(repeating: .leastNormalMagnitude))
        let greatest = min(64 * Double(particleCount) + 4096, 0x1p30)
        var counts = Self.counts(extent, widths)
        while counts.x * counts.y * counts.z > greatest {
            for axis in 0..<3 where counts[axis] > 1 { widths[axis] *= 1.5 }
            counts = Self.counts(extent, widths)
        }
        origin = lower
        inverseWidths = 1 / widths
        self.counts = SIMD3(Int(counts.x), Int(counts.y), Int(counts.z))
        lastCell = counts - 1
        middle = lower + extent / 2
        roundingError = 0x1p-22 * (extent.max() + radius)
        searchedLines = Self.lines(within: radius + roundingError, widths, of: self.counts)
    }

    private static func lines(within radius: Double, _ widths: SIMD3<Double>, of counts: SIMD3<Int>) -> [pk_line] {
        let reach = (radius / widths).rounded(.up)
        let lineReach = min(Int(min(reach.y, 0x1p31)), counts.y - 1)
        let layerReach = min(Int(min(reach.z, 0x1p31)), counts.z - 1)
        var lines: [pk_line] = []
        for layer in -layerReach...layerReach {
            for line in -lineReach...lineReach {
                // The least distance between points of two lines.
                let y = Double(max(0, abs(line) - 1)) * widths.y
                let z = Double(max(0, abs(layer) - 1)) * widths.z
                let rest = radius * radius - y * y - z * z
                guard rest >= 0 else { continue }
                let columns = min((rest.squareRoot() / widths.x).rounded(.up), Double(counts.x))
                lines.append(
                    pk_line(
                        layer: Int32(layer), line: Int32(line),
                        offset: Int32((layer * counts.y + line) * counts.x), reach: Int32(columns)))
            }
        }
        return lines
    }

    private static func counts(_ extent: SIMD3<Double>, _ widths: SIMD3<Double>) -> SIMD3<Double> {
        (extent / widths).rounded(.down) + 1
    }

    /// The cell of a point between the corners.
    @inline(__always)
    func cell(_ x: Double, _ y: Double, _ z: Double) -> Int {
        // A position that is wrapped from far away may lie beyond the corners by its rounding, however far that is.
        let scaled = ((SIMD3(x, y, z) - origin) * inverseWidths).clamped(lowerBound: .zero, upperBound: lastCell)
        return (Int(scaled.z) * counts.y + Int(scaled.y)) * counts.x + Int(scaled.x)
    }
}
