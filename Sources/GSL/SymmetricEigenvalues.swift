import CGSL

/// The eigenvalues of a real symmetric matrix in ascending order (`gsl_eigen_symm`).
///
/// - Parameters:
///   - matrix: The elements, row by row; only those on and below the diagonal count.
///   - order: The number of rows.
/// - Returns: As many numbers as there are rows.
/// - Throws: ``GSLError`` if there are not order² elements, if one that counts is not finite, if there is no memory, or if an
///   eigenvalue is not found.
/// - Complexity: O(n³) for the order n, and 8 n² bytes besides the matrix.
package func symmetricEigenvalues(of matrix: [Double], order: Int) throws(GSLError) -> [Double] {
    let (values, _) = try symmetricEigensystem(of: matrix, order: order, wantsVectors: false)
    return values
}

/// The eigenvalues of a real symmetric matrix in ascending order, and to each the last component of its eigenvector of unit
/// length (`gsl_eigen_symmv`).
///
/// - Parameters:
///   - matrix: The elements, row by row; only those on and below the diagonal count.
///   - order: The number of rows.
/// - Returns: Twice as many numbers as there are rows.
/// - Throws: ``GSLError``, as `symmetricEigenvalues(of:order:)`.
/// - Complexity: O(n³) for the order n.
package func symmetricEigenvaluesWithLastComponents(
    of matrix: [Double], order: Int
) throws(GSLError) -> (values: [Double], lastComponents: [Double]) {
    try symmetricEigensystem(of: matrix, order: order, wantsVectors: true)
}

private func symmetricEigensystem(
    of matrix: [Double], order: Int, wantsVectors: Bool
) throws(GSLError) -> (values: [Double], lastComponents: [Double]) {
    _ = ErrorHandler.isOff
    guard order > 0, (matrix.count, false) == order.multipliedReportingOverflow(by: order) else {
        throw GSLError(status: Int32(GSL_EBADLEN), operation: "gsl_eigen_symm")
    }
    let isFinite = matrix.withUnsafeBufferPointer { matrix in
        guard let first = matrix.baseAddress else { return false }
        return (0..<order).allSatisfy { areAllFinite(first + $0 * order, count: $0 + 1) }
    }
    guard isFinite else { throw GSLError(status: Int32(GSL_EDOM), operation: "gsl_eigen_symm") }
    guard let copy = gsl_matrix_alloc(order, order), let values = gsl_vector_alloc(order) else {
        throw GSLError(status: Int32(GSL_ENOMEM), operation: "gsl_matrix_alloc")
    }
    defer {
        gsl_matrix_free(copy)
        gsl_vector_free(values)
    }
    copy.pointee.data.update(from: matrix, count: matrix.count)
    guard wantsVectors else {
        guard let workspace = gsl_eigen_symm_alloc(order) else {
            throw GSLError(status: Int32(GSL_ENOMEM), operation: "gsl_eigen_symm_alloc")
        }
        defer { gsl_eigen_symm_free(workspace) }
        try check(gsl_eigen_symm(copy, values, workspace), of: "gsl_eigen_symm")
        return (UnsafeBufferPointer(start: values.pointee.data, count: order).sorted(), [])
    }
    guard let vectors = gsl_matrix_alloc(order, order), let workspace = gsl_eigen_symmv_alloc(order) else {
        throw GSLError(status: Int32(GSL_ENOMEM), operation: "gsl_eigen_symmv_alloc")
    }
    defer {
        gsl_matrix_free(vectors)
        gsl_eigen_symmv_free(workspace)
    }
    try check(gsl_eigen_symmv(copy, values, vectors, workspace), of: "gsl_eigen_symmv")
    try check(gsl_eigen_symmv_sort(values, vectors, GSL_EIGEN_SORT_VAL_ASC), of: "gsl_eigen_symmv_sort")
    let lastRow = vectors.pointee.data + (order - 1) * order
    return (
        Array(UnsafeBufferPointer(start: values.pointee.data, count: order)),
        Array(UnsafeBufferPointer(start: lastRow, count: order))
    )
}

private func check(_ status: Int32, of operation: String) throws(GSLError) {
    guard status == Int32(GSL_SUCCESS) else { throw GSLError(status: status, operation: operation) }
}
