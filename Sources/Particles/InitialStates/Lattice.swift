import Descriptions

/// A crystal lattice whose unit cells fill a block, from the origin on.
///
///     let lattice = try Lattice(.fcc, cells: [20, 20, 20], density: 0.8442)
///     let box = try lattice.box(.periodic)
public struct Lattice: Equatable, Sendable {
    /// The arrangement of particles in a unit cell.
    public enum Kind: String, CaseIterable, Sendable {
        /// Simple cubic: one particle at the corner of a cube.
        case sc

        /// Body-centred cubic: two particles, at the corner and in the middle of a cube.
        case bcc

        /// Face-centred cubic: four particles, at the corner and in the middles of the faces of a cube.
        case fcc

        /// One particle at the corner of a square.
        case square

        /// Two particles: at the corner and in the middle of a rectangle that is √3 times as high as wide, so that each
        /// particle has six neighbours.
        case hexagonal
    }

    /// The arrangement in a cell.
    package let kind: Kind

    /// How many cells there are in each direction; 1 in *z* in two dimensions.
    package let cells: SIMD3<Int>

    /// The lattice constant, which is the width of a cell.
    package let constant: Double

    /// Creates a lattice with a lattice constant.
    ///
    /// - Parameters:
    ///   - kind: The arrangement in a cell.
    ///   - cells: How many cells there are in each direction, as many numbers as there are dimensions.
    ///   - constant: The width of a cell.
    /// - Throws: ``LatticeError``.
    public init(_ kind: Kind, cells: [Int], constant: Double) throws(LatticeError) {
        guard cells.count == kind.dimensions else { throw .wrongDimensions(cells.count, expected: kind.dimensions) }
        guard cells.allSatisfy({ $0 >= 1 }), Self.particleCount(kind, cells) != nil else { throw .invalidCells(cells) }
        try LatticeError.check(constant, Self.constant)
        self.kind = kind
        self.cells = SIMD3(cells[0], cells[1], cells.count == 3 ? cells[2] : 1)
        self.constant = constant
    }

    /// Creates a lattice with a number density: particles per volume, in two dimensions per area.
    ///
    /// - Throws: ``LatticeError``.
    public init(_ kind: Kind, cells: [Int], density: Double) throws(LatticeError) {
        try LatticeError.check(density, kind.density)
        let inverse = Double(kind.basis.count) / (kind.volume * density)
        try self.init(kind, cells: cells, constant: kind.dimensions == 3 ? cubeRoot(inverse) : inverse.squareRoot())
    }

    private static func particleCount(_ kind: Kind, _ cells: [Int]) -> Int? {
        var count = kind.basis.count
        for number in cells {
            let (product, overflow) = count.multipliedReportingOverflow(by: number)
            guard !overflow, product <= Int(Int32.max) / 32 else { return nil }
            count = product
        }
        return count
    }

    /// The number of particles.
    public var particleCount: Int { cells.x * cells.y * cells.z * kind.basis.count }

    /// The edges of the block; 0 in *z* in two dimensions.
    public var extent: SIMD3<Double> {
        SIMD3(Double(cells.x), Double(cells.y), Double(cells.z)) * cellExtent
    }

    private var cellExtent: SIMD3<Double> { kind.cell * constant }

    /// The positions: cell by cell, in *x* first.
    public var positions: [SIMD3<Double>] {
        var positions: [SIMD3<Double>] = []
        positions.reserveCapacity(particleCount)
        for k in 0..<cells.z {
            for j in 0..<cells.y {
                for i in 0..<cells.x {
                    let corner = SIMD3(Double(i), Double(j), Double(k))
                    for offset in kind.basis { positions.append((corner + offset) * cellExtent) }
                }
            }
        }
        return positions
    }

    /// The boundary of a box around the block in one direction.
    public enum Boundary: String, CaseIterable, Sendable {
        /// No bounds.
        case open

        /// The lattice goes on.
        case periodic

        /// Walls.
        case reflecting
    }

    /// The block as a box, the same in all directions.
    public func box(_ boundary: Boundary) throws(BoxError) -> Box {
        var axes: [Box.Axis] = []
        for axis in 0..<kind.dimensions { axes.append(self.axis(axis, boundary)) }
        return try Box(axes)
    }

    /// The block as a box in one direction.
    ///
    /// - Precondition: The direction is 0, 1 or 2.
    public func axis(_ axis: Int, _ boundary: Boundary) -> Box.Axis {
        switch boundary {
        case .open: .open
        case .periodic: .periodic(0, extent[axis])
        case .reflecting: .reflecting(0, extent[axis])
        }
    }
}

extension Lattice {
    fileprivate static let constant = Parameter(
        "constant", "the lattice constant, the width of a cell", .positive, dimension: .length)

    /// The crystals that can be named.
    package static let all: [Component<Lattice>] = Kind.allCases.map(\.component)
}

extension Lattice.Kind {
    fileprivate var density: Parameter<Double> {
        Parameter("density", "the number of particles per volume", .positive, dimension: Dimension(length: -dimensions))
    }

    fileprivate var component: Component<Lattice> {
        let count = ParameterKind.integer(1...1_000_000)
        let cells = Parameter<LoneOrList<Int>>(
            "cells", "the number of unit cells in each direction",
            kind: .either(count, or: .list(of: count, count: dimensions...dimensions)))
        return Component(
            rawValue, summary, cells.example(.lone(10)), density.oneOf("density", "constant"),
            Lattice.constant.oneOf("density", "constant")
        ) { cells, density, constant in
            let numbers =
                switch cells {
                case .lone(let number): [Int](repeating: number, count: dimensions)
                case .list(let numbers): numbers
                }
            switch (density, constant) {
            case (let density?, nil): return try Lattice(self, cells: numbers, density: density)
            case (nil, let constant?): return try Lattice(self, cells: numbers, constant: constant)
            default: throw ParameterError.notExactlyOne(of: ["density", "constant"])
            }
        }
    }

    private var summary: String {
        switch self {
        case .sc: "simple cubic: a particle at each corner of a cube"
        case .bcc: "body-centred cubic: particles at the corners and in the middle of a cube"
        case .fcc: "face-centred cubic: particles at the corners and in the middles of the faces of a cube"
        case .square: "a particle at each corner of a square, in two dimensions"
        case .hexagonal: "each particle has six neighbours, in two dimensions"
        }
    }

    /// The number of dimensions, 2 or 3.
    public var dimensions: Int {
        switch self {
        case .sc, .bcc, .fcc: 3
        case .square, .hexagonal: 2
        }
    }

    /// Where the particles of a cell are, in parts of its edges.
    fileprivate var basis: [SIMD3<Double>] {
        switch self {
        case .sc, .square: [[0, 0, 0]]
        case .bcc: [[0, 0, 0], [0.5, 0.5, 0.5]]
        case .fcc: [[0, 0, 0], [0.5, 0.5, 0], [0.5, 0, 0.5], [0, 0.5, 0.5]]
        case .hexagonal: [[0, 0, 0], [0.5, 0.5, 0]]
        }
    }

    /// The edges of a cell of width 1.
    fileprivate var cell: SIMD3<Double> {
        switch self {
        case .sc, .bcc, .fcc: [1, 1, 1]
        case .square: [1, 1, 0]
        case .hexagonal: [1, 3.0.squareRoot(), 0]
        }
    }

    fileprivate var volume: Double { dimensions == 3 ? 1 : cell.x * cell.y }
}

/// The cube root of a positive number, by Newton's iteration from above; exact to the last bit or two.
private func cubeRoot(_ number: Double) -> Double {
    // A third of the exponent begins within a factor of 2.
    var root = Double(sign: .plus, exponent: number.exponent / 3 + 1, significand: 1)
    while true {
        let next = root - (root - number / (root * root)) / 3
        guard next < root else { return root }
        root = next
    }
}
