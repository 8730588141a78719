import CMath

/// The wave vectors of a periodic box up to a length, of which k and −k are one, without 0; in the order of their lengths.
struct WaveVectors {
    struct Vector {
        /// How many waves fit into the box in each direction.
        let numbers: SIMD3<Int>
        let length: Double
    }

    let box: Box
    let list: [Vector]

    /// Ranges of vectors that are equally long to within rounding.
    let shells: [Range<Int>]

    /// The greatest number of waves in each direction.
    let greatest: SIMD3<Int>

    init(of box: Box, upTo maximum: Double) throws(StructureError) {
        greatest = try Self.greatestNumbers(of: box, upTo: maximum)
        self.box = box
        let units = Self.units(of: box)
        var list: [Vector] = []
        for c in 0...greatest.z {
            for b in (c == 0 ? 0 : -greatest.y)...greatest.y {
                for a in (c == 0 && b == 0 ? 1 : -greatest.x)...max(greatest.x, 1) {
                    let wave = SIMD3(Double(a), Double(b), Double(c)) * units
                    let length = (wave * wave).sum().squareRoot()
                    if length <= maximum * (1 + 1e-12) { list.append(Vector(numbers: SIMD3(a, b, c), length: length)) }
                }
            }
        }
        let order = list.indices.sorted { (list[$0].length, $0) < (list[$1].length, $1) }
        self.list = order.map { list[$0] }
        shells = Self.shells(of: self.list)
    }

    /// The greatest number of waves in each direction.
    static func greatestNumbers(of box: Box, upTo maximum: Double) throws(StructureError) -> SIMD3<Int> {
        try StructureError.checkPeriods(of: box)
        guard maximum.isFinite, maximum > 0 else { throw .invalidMaximum("wave number", maximum) }
        let units = units(of: box)
        let least = (0..<box.dimensions).map { units[$0] }.min() ?? 0
        guard maximum * (1 + 1e-12) >= least else { throw .noWaveVectors(maximum: maximum, least: least) }
        var greatest = SIMD3<Int>.zero
        var count = 0.5
        for axis in 0..<box.dimensions {
            let number = (maximum / units[axis] * (1 + 1e-12)).rounded(.down)
            count *= 2 * number + 1
            guard count <= Double(StructureFactor.maximumVectorCount) else {
                throw .tooManyWaveVectors(maximum: maximum, greatest: greatestMaximum(of: units, box.dimensions))
            }
            greatest[axis] = Int(number)
        }
        return greatest
    }

    /// A maximum for which there are not too many vectors, to two digits.
    private static func greatestMaximum(of units: SIMD3<Double>, _ dimensions: Int) -> Double {
        var maximum = (0..<dimensions).map { units[$0] }.max() ?? 0
        func count(_ maximum: Double) -> Double {
            (0..<dimensions).reduce(0.5) { $0 * (2 * (maximum / units[$1]).rounded(.down) + 1) }
        }
        while count(maximum * 1.01) <= Double(StructureFactor.maximumVectorCount) { maximum *= 1.01 }
        return maximum
    }

    private static func units(of box: Box) -> SIMD3<Double> {
        var units = SIMD3<Double>.zero
        for axis in 0..<box.dimensions { units[axis] = 2 * .pi / box.periods[axis] }
        return units
    }

    private static func shells(of list: [Vector]) -> [Range<Int>] {
        var shells: [Range<Int>] = []
        var start = 0
        for index in 1...list.count where index == list.count || list[index].length > list[start].length * (1 + 1e-9) {
            shells.append(start..<index)
            start = index
        }
        return shells
    }

    /// Adds Σⱼ exp(−i k · rⱼ) of each vector term by term.
    ///
    /// The powers of exp(2πi x/L) are those of one complex number for each particle and direction.
    func add(_ positions: ArraySlice<SIMD3<Double>>, to amplitudes: inout [SIMD2<Double>]) {
        var powers = (0..<3).map { [SIMD2<Double>](repeating: SIMD2(1, 0), count: 2 * greatest[$0] + 1) }
        for position in positions {
            let place = box.wrapped(position) - box.lowerBounds
            for axis in 0..<box.dimensions {
                let first = Self.phase(-2 * .pi * place[axis] / box.periods[axis])
                for number in stride(from: 1, through: greatest[axis], by: 1) {
                    let power = Self.product(powers[axis][greatest[axis] + number - 1], first)
                    powers[axis][greatest[axis] + number] = power
                    powers[axis][greatest[axis] - number] = SIMD2(power.x, -power.y)
                }
            }
            for (index, vector) in list.enumerated() {
                let x = powers[0][greatest.x + vector.numbers.x]
                let y = powers[1][greatest.y + vector.numbers.y]
                let z = powers[2][greatest.z + vector.numbers.z]
                amplitudes[index] += Self.product(Self.product(x, y), z)
            }
        }
    }

    private static func phase(_ angle: Double) -> SIMD2<Double> { SIMD2(cos(angle), sin(angle)) }

    private static func product(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
    }
}
