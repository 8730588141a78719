/// Places around that at which something was found, from which follows how exactly it is known.
///
/// The numbers of a replicate are a function of its own, whose minimum or root lies elsewhere. To first order in its distance it follows
/// from the slopes of that function and the curvature of the mean of all (M-estimators: P. J. Huber, *Proc. 5th Berkeley Symp.* 1,
/// 1967, 221); its deviation over replicates, divided by the root of their number, is the error of what was found.
struct SearchStencil {
    /// How far the places are away, as a part of the range of each key.
    private static let distance = 0.05

    private let centre: [Double]

    /// The places in the directions of single keys, no farther than the bounds of the ranges.
    let (lower, upper): ([[Double]], [[Double]])

    init(around centre: [Double]) {
        self.centre = centre
        let ends = { (distance: Double) in
            centre.indices.map { key in
                var place = centre
                place[key] = min(1, max(0, place[key] + distance))
                return place
            }
        }
        (lower, upper) = (ends(-Self.distance), ends(Self.distance))
    }

    /// How far the two places of a key are from each other.
    func width(_ key: Int) -> Double { upper[key][key] - lower[key][key] }

    /// The error of a root of the mean, by the numbers of all replicates at places; `nil` if the mean does not change there.
    func errorOfRoot(_ numbers: ([Double]) throws -> [Double]) throws -> [Double]? {
        let slope = try (SampleMean(numbers(upper[0])).mean - SampleMean(numbers(lower[0])).mean) / width(0)
        guard slope != 0, let error = SampleMean(try numbers(centre)).error else { return nil }
        return [error / abs(slope)]
    }

    /// The errors of a minimum of the mean, by central differences at d² + d + 1 places for d keys; `nil` if these are not all within the
    /// ranges, or the mean is not least there.
    func errorsOfMinimum(_ numbers: ([Double]) throws -> [Double]) throws -> [Double]? {
        guard centre.allSatisfy({ (Self.distance...1 - Self.distance).contains($0) }) else { return nil }
        let here = SampleMean(try numbers(centre)).mean
        let (lower, upper) = (try self.lower.map(numbers), try self.upper.map(numbers))
        let step = Self.distance
        let sums = zip(lower, upper).map { SampleMean($0).mean + SampleMean($1).mean }
        var curvature = centre.map { _ in centre.map { _ in 0.0 } }
        for row in centre.indices {
            curvature[row][row] = (sums[row] - 2 * here) / (step * step)
            for column in 0..<row {
                let diagonal = try [step, -step].reduce(0.0) { sum, step in
                    var place = centre
                    place[row] += step
                    place[column] += step
                    return sum + SampleMean(try numbers(place)).mean
                }
                curvature[row][column] = (diagonal + 2 * here - sums[row] - sums[column]) / (2 * step * step)
                curvature[column][row] = curvature[row][column]
            }
        }
        guard let factor = CholeskyFactor(curvature) else { return nil }
        let shifts = upper[0].indices.map { replicate in
            factor.solve(centre.indices.map { (upper[$0][replicate] - lower[$0][replicate]) / (2 * step) })
        }
        let errors = centre.indices.map { key in SampleMean(shifts.map { $0[key] }).error }
        return errors.contains(nil) ? nil : errors.compactMap { $0 }
    }
}

/// The factor L of a matrix A = L Lᵀ that is symmetric and positive definite.
private struct CholeskyFactor {
    private var rows: [[Double]]

    /// - Returns: `nil` if the matrix is not positive definite.
    /// - Complexity: O(n³).
    init?(_ matrix: [[Double]]) {
        rows = matrix
        for row in rows.indices {
            for column in 0...row {
                let rest = (0..<column).reduce(matrix[row][column]) { $0 - rows[row][$1] * rows[column][$1] }
                if row == column { guard rest > 0 else { return nil } }
                rows[row][column] = row == column ? rest.squareRoot() : rest / rows[column][column]
            }
        }
    }

    /// The solution x of A x = b.
    func solve(_ right: [Double]) -> [Double] {
        var solution = right
        for row in rows.indices {
            for column in 0..<row { solution[row] -= rows[row][column] * solution[column] }
            solution[row] /= rows[row][row]
        }
        for row in rows.indices.reversed() {
            for below in row + 1..<rows.count { solution[row] -= rows[below][row] * solution[below] }
            solution[row] /= rows[row][row]
        }
        return solution
    }
}
