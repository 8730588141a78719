import GSL
import Testing

/// Eigenvalues of symmetric matrices.
@Suite struct SymmetricEigenvalueTests {
    @Test("eigenvalues are in ascending order, and only what is on and below the diagonal counts")
    func values() throws {
        let values = try symmetricEigenvalues(of: [2, 99, 1, 2], order: 2)
        #expect(abs(values[0] - 1) < 1e-14 && abs(values[1] - 3) < 1e-14)
    }

    /// The eigenvectors of this matrix are (1, -1)/√2 and (1, 1)/√2.
    @Test("the last components are those of vectors of unit length")
    func lastComponents() throws {
        let (values, components) = try symmetricEigenvaluesWithLastComponents(of: [2, 1, 1, 2], order: 2)
        #expect(abs(values[0] - 1) < 1e-14 && abs(values[1] - 3) < 1e-14)
        #expect(components.allSatisfy { abs(abs($0) - 0.5.squareRoot()) < 1e-14 })
    }

    @Test("a matrix that is not square is refused")
    func wrongCount() {
        #expect(throws: GSLError.self) { try symmetricEigenvalues(of: [1, 2, 3], order: 2) }
        #expect(throws: GSLError.self) { try symmetricEigenvalues(of: [], order: 0) }
    }
}
