import GSL
import Essentials

/// Finds the least and the greatest eigenvalue of a symmetric matrix that is known by what it does to a vector.
///
/// Lanczos's method with full reorthogonalisation: B. N. Parlett, *The Symmetric Eigenvalue Problem*, SIAM 1998,
/// DOI 10.1137/1.9781611971163. An eigenvalue counts as found when the length of the residual of its vector, which bounds
/// its error, is below the tolerance times the greatest absolute eigenvalue.
///
/// Memory: 8 k n bytes for k steps and order n.
struct LanczosIteration {
    /// Which end of the spectrum is wanted.
    enum End {
        case least, greatest
    }

    let order: Int
    let tolerance: Double
    let greatestStepCount: Int

    /// A vector of unit length to which the eigenvectors must be orthogonal.
    let excluded: [Double]?

    /// - Parameters:
    ///   - name: The eigenvalue's name for errors.
    ///   - end: Which end of the spectrum.
    ///   - multiply: Sets its second argument to the matrix times the first.
    /// - Returns: The eigenvalue.
    /// - Throws: ``GraphMeasureError`` if the tolerance is not reached; `GSLError`.
    func eigenvalue(
        _ name: String, at end: End, of multiply: ([Double], inout [Double]) -> Void
    ) throws -> Double {
        var basis: [[Double]] = []
        var (diagonal, offDiagonal): ([Double], [Double]) = ([], [])
        var vector = start()
        var product = [Double](repeating: 0, count: order)
        var error = Double.infinity
        while true {
            basis.append(vector)
            multiply(vector, &product)
            diagonal.append(dot(vector, product))
            // Twice is enough.
            for _ in 0..<2 {
                for other in basis { subtract(dot(other, product), other, from: &product) }
                if let excluded { subtract(dot(excluded, product), excluded, from: &product) }
            }
            let length = dot(product, product).squareRoot()
            let isLast = basis.count == order - (excluded == nil ? 0 : 1) || basis.count == greatestStepCount
            if isLast || basis.count % 10 == 0 || length < 1e-300 {
                let (values, components) = try symmetricEigenvaluesWithLastComponents(
                    of: matrix(diagonal, offDiagonal), order: basis.count)
                let index = end == .least ? 0 : values.count - 1
                error = length * components[index].magnitude
                let scale = max(values[0].magnitude, values[values.count - 1].magnitude)
                if error <= tolerance * scale || basis.count == order - (excluded == nil ? 0 : 1) || length < 1e-300 {
                    return values[index]
                }
            }
            guard basis.count < greatestStepCount else {
                throw GraphMeasureError.notConverged(name, steps: basis.count, error: error)
            }
            offDiagonal.append(length)
            vector = product.map { $0 / length }
        }
    }

    /// A random direction, always the same.
    private func start() -> [Double] {
        var words = RandomWords(key: (0x4C61_6E63, 0x7A6F_7321), counter: (0, 0, 0, 0))
        var vector = (0..<order).map { _ in words.uniform() - 0.5 }
        if let excluded { subtract(dot(excluded, vector), excluded, from: &vector) }
        let length = dot(vector, vector).squareRoot()
        return vector.map { $0 / length }
    }

    private func matrix(_ diagonal: [Double], _ offDiagonal: [Double]) -> [Double] {
        let count = diagonal.count
        var matrix = [Double](repeating: 0, count: count * count)
        for index in 0..<count {
            matrix[index * count + index] = diagonal[index]
            if index > 0 {
                matrix[index * count + index - 1] = offDiagonal[index - 1]
                matrix[(index - 1) * count + index] = offDiagonal[index - 1]
            }
        }
        return matrix
    }

    private func dot(_ a: [Double], _ b: [Double]) -> Double {
        var sum = 0.0
        for index in 0..<a.count { sum += a[index] * b[index] }
        return sum
    }

    private func subtract(_ factor: Double, _ other: [Double], from vector: inout [Double]) {
        for index in 0..<vector.count { vector[index] -= factor * other[index] }
    }
}
