import GSL

extension Graph {
    /// How many vertices a graph may have whose whole spectrum is asked for.
    public static let greatestSpectrumSize = 4096

    /// All eigenvalues of the Laplacian D − A in ascending order, with weights if edges have any (`gsl_eigen_symm`).
    ///
    /// - Throws: ``GraphMeasureError`` if edges have a direction or there are more than ``greatestSpectrumSize`` vertices;
    ///   `GSLError`.
    /// - Complexity: O(n³) for n vertices, and 16 n² bytes.
    public func laplacianSpectrum() throws -> [Double] {
        guard !isDirected else { throw GraphMeasureError.needsUndirected("the spectrum of the Laplacian") }
        guard (1...Self.greatestSpectrumSize).contains(vertexCount) else {
            throw GraphMeasureError.tooManyVertices(
                "the spectrum", vertexCount: vertexCount, greatest: Self.greatestSpectrumSize)
        }
        var matrix = [Double](repeating: 0, count: vertexCount * vertexCount)
        for vertex in 0..<vertexCount {
            for index in outgoing.range(of: vertex) {
                let weight = outgoing.weights?[index] ?? 1
                matrix[vertex * vertexCount + vertex] += weight
                matrix[vertex * vertexCount + Int(outgoing.vertices[index])] -= weight
            }
        }
        return try symmetricEigenvalues(of: matrix, order: vertexCount)
    }

    /// The algebraic connectivity λ₂: the least eigenvalue of the Laplacian but for the 0 of the constant vector
    /// (M. Fiedler, *Algebraic connectivity of graphs*, Czechoslovak Mathematical Journal 23 (1973) 298, DOI
    /// 10.21136/CMJ.1973.101168).
    ///
    /// - Parameters:
    ///   - tolerance: How large the error may be, as a part of the greatest eigenvalue.
    ///   - steps: After how many steps of Lanczos's method to give up.
    /// - Throws: ``GraphMeasureError`` if edges have a direction or the tolerance is not reached; `GSLError`.
    /// - Returns: λ₂, which is 0 if the graph is not connected; `nil` with less than two vertices.
    /// - Complexity: O(k m + k² n) for k steps, n vertices and m edges; the smaller λ₂, the more steps.
    public func algebraicConnectivity(tolerance: Double = 1e-10, steps: Int = 500) throws -> Double? {
        guard !isDirected else { throw GraphMeasureError.needsUndirected("the algebraic connectivity") }
        guard vertexCount > 1 else { return nil }
        guard components().count == 1 else { return 0 }
        let constant = [Double](repeating: 1 / Double(vertexCount).squareRoot(), count: vertexCount)
        let iteration = LanczosIteration(
            order: vertexCount, tolerance: tolerance, greatestStepCount: steps, excluded: constant)
        return try iteration.eigenvalue("the algebraic connectivity", at: .least) { multiplyLaplacian($0, into: &$1) }
    }

    /// The greatest eigenvalue of the Laplacian.
    ///
    /// - Parameters:
    ///   - tolerance: How large the error may be, as a part of the result.
    ///   - steps: After how many steps of Lanczos's method to give up.
    /// - Throws: ``GraphMeasureError`` if edges have a direction or the tolerance is not reached; `GSLError`.
    /// - Returns: The eigenvalue.
    /// - Complexity: O(k m + k² n) for k steps, n vertices and m edges.
    public func laplacianRadius(tolerance: Double = 1e-10, steps: Int = 500) throws -> Double {
        guard !isDirected else { throw GraphMeasureError.needsUndirected("the spectrum of the Laplacian") }
        guard vertexCount > 0 else { return 0 }
        let iteration = LanczosIteration(
            order: vertexCount, tolerance: tolerance, greatestStepCount: steps, excluded: nil)
        return try iteration.eigenvalue("the greatest eigenvalue of the Laplacian", at: .greatest) {
            multiplyLaplacian($0, into: &$1)
        }
    }

    /// The greatest eigenvalue λ₁ of the adjacency matrix, with weights if edges have any. SIS dies out on a graph, in the
    /// mean field of each vertex, where the ratio of the rates of infection and recovery is below 1/λ₁.
    ///
    /// - Parameters:
    ///   - tolerance: How large the error may be, as a part of the result.
    ///   - steps: After how many steps of Lanczos's method to give up.
    /// - Throws: ``GraphMeasureError`` if edges have a direction or the tolerance is not reached; `GSLError`.
    /// - Returns: The eigenvalue.
    /// - Complexity: O(k m + k² n) for k steps, n vertices and m edges.
    public func spectralRadius(tolerance: Double = 1e-10, steps: Int = 500) throws -> Double {
        guard !isDirected else { throw GraphMeasureError.needsUndirected("the spectral radius") }
        guard vertexCount > 0 else { return 0 }
        let iteration = LanczosIteration(
            order: vertexCount, tolerance: tolerance, greatestStepCount: steps, excluded: nil)
        return try iteration.eigenvalue("the spectral radius", at: .greatest) { vector, product in
            for vertex in 0..<vertexCount {
                var sum = 0.0
                for index in outgoing.range(of: vertex) {
                    sum += (outgoing.weights?[index] ?? 1) * vector[Int(outgoing.vertices[index])]
                }
                product[vertex] = sum
            }
        }
    }

    private func multiplyLaplacian(_ vector: [Double], into product: inout [Double]) {
        for vertex in 0..<vertexCount {
            var sum = 0.0
            for index in outgoing.range(of: vertex) {
                sum += (outgoing.weights?[index] ?? 1) * (vector[vertex] - vector[Int(outgoing.vertices[index])])
            }
            product[vertex] = sum
        }
    }
}
