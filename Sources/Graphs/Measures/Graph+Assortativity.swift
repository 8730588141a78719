extension Graph {
    /// The assortativity by degree: the correlation coefficient of the degrees at both ends of an edge, from -1 to 1; of the
    /// out-degree where an edge begins with the in-degree where it ends if edges have a direction. `nil` if all these
    /// degrees are the same, or there are no edges. Weights are left out of account.
    ///
    /// M. E. J. Newman, *Assortative mixing in networks*, Physical Review Letters 89 (2002) 208701,
    /// DOI 10.1103/PhysRevLett.89.208701; for directions *Mixing patterns in networks*, Physical Review E 67 (2003) 026126,
    /// DOI 10.1103/PhysRevE.67.026126.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges.
    public func assortativity() -> Double? {
        var count = 0.0
        var (sumOfSources, sumOfTargets) = (0.0, 0.0)
        forEachEnd { source, target in
            count += 1
            sumOfSources += source
            sumOfTargets += target
        }
        let (meanOfSources, meanOfTargets) = (sumOfSources / count, sumOfTargets / count)
        var (covariance, varianceOfSources, varianceOfTargets) = (0.0, 0.0, 0.0)
        forEachEnd { source, target in
            covariance += (source - meanOfSources) * (target - meanOfTargets)
            varianceOfSources += (source - meanOfSources) * (source - meanOfSources)
            varianceOfTargets += (target - meanOfTargets) * (target - meanOfTargets)
        }
        let product = varianceOfSources * varianceOfTargets
        return count > 0 && product > 0 ? covariance / product.squareRoot() : nil
    }

    /// Calls a closure with the degrees at both ends of each edge; both ways round where edges have no direction.
    private func forEachEnd(_ body: (Double, Double) -> Void) {
        for source in 0..<vertexCount {
            let degree = Double(degree(of: source))
            for target in neighbours(of: source) { body(degree, Double(inDegree(of: Int(target)))) }
        }
    }
}
