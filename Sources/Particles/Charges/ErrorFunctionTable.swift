import CKernels

/// The complementary error function and its derivative, by polynomials of degree 7 about the middles of intervals of 1/64:
/// Taylor's, whose coefficients are those of Hermite's polynomials.
///
/// Both are right to 5 · 10⁻¹⁶. The derivative is that of the polynomials, so that forces are those of the energies that are
/// tabulated. From 6.5 on both are taken as 0: they are below 10⁻¹⁸. The coefficients of an interval are one cache line.
///
/// Derivatives and recurrence: NIST Digital Library of Mathematical Functions, 7.10.1 and 18.9.1.
final class ErrorFunctionTable {
    /// There is one for all.
    static let shared = ErrorFunctionTable()

    private static let rowLength = Int(pk_erfc_row)
    private static let intervalsPerUnit = 64.0
    private static let end = 6.5
    private static let count = Int(end * intervalsPerUnit)

    private let coefficients: UnsafeMutablePointer<Double>

    init() {
        let length = (Self.count + 1) * Self.rowLength
        coefficients = UnsafeMutableRawPointer.allocate(
            byteCount: length * MemoryLayout<Double>.stride, alignment: 64
        ).bindMemory(to: Double.self, capacity: length)
        coefficients.initialize(repeating: 0, count: length)
        for interval in 0..<Self.count {
            let middle = (Double(interval) + 0.5) / Self.intervalsPerUnit
            let row = coefficients + interval * Self.rowLength
            row[0] = PortableFunctions.complementaryError(middle)
            // The n-th derivative is −2 / √π · (−1)ⁿ⁻¹ Hₙ₋₁(x) exp(−x²).
            var factor = -2 / Double.pi.squareRoot() * PortableFunctions.exponential(-middle * middle)
            var (hermite, previous) = (1.0, 0.0)
            for n in 1..<Self.rowLength {
                factor /= Double(n)
                row[n] = factor * hermite
                factor = -factor
                (hermite, previous) = (2 * middle * hermite - 2 * Double(n - 1) * previous, hermite)
            }
        }
    }

    deinit {
        UnsafeMutableRawPointer(coefficients).deallocate()
    }

    /// erfc(x) and its derivative −2 exp(−x²) / √π for a number that is not negative.
    @inline(__always)
    func values(at x: Double) -> (complement: Double, slope: Double) {
        guard x < Self.end else { return (0, 0) }
        let interval = Int(x * Self.intervalsPerUnit)
        let offset = x - (Double(interval) + 0.5) / Self.intervalsPerUnit
        let row = coefficients + interval * Self.rowLength
        var (value, slope) = (row[Self.rowLength - 1], 0.0)
        for n in stride(from: Self.rowLength - 2, through: 0, by: -1) {
            slope = slope * offset + value
            value = value * offset + row[n]
        }
        return (value, slope)
    }

    /// The table as the compiled kernels read it. To be used only as long as the table lives.
    var columns: pk_erfc_table {
        pk_erfc_table(
            coefficients: coefficients, intervals_per_unit: Self.intervalsPerUnit, interval_count: Int32(Self.count))
    }
}

// Its memory is never written to once it is made.
extension ErrorFunctionTable: @unchecked Sendable {}
