extension String {
    /// The name that is most likely to have been meant, if one is near enough, or another word for it.
    ///
    /// Near is a distance of at most a third of the longer name, and of one at least. Case does not count, and an
    /// underscore is as good as a hyphen. The first of equally near names wins.
    package func nearest(in names: [String]) -> String? {
        let own = folded
        if let meant = FieldWords.meaning(of: String(String.UnicodeScalarView(own)), in: names) { return meant }
        var best: (name: String, distance: Int)?
        for name in names {
            let other = name.folded
            let longer = max(own.count, other.count)
            let limit = max(1, longer / 3)
            guard abs(own.count - other.count) <= limit else { continue }
            let distance = editDistance(own, other)
            guard distance <= limit, distance < longer, distance < best?.distance ?? .max else { continue }
            best = (name, distance)
        }
        return best?.name
    }

    /// How the value of a name that was meant by this one follows from its own, if the two are not the same.
    package func conversion(to name: String) -> String? {
        FieldWords.conversion(of: String(String.UnicodeScalarView(folded)), to: name)
    }

    private var folded: [Unicode.Scalar] {
        lowercased().unicodeScalars.map { $0 == "_" ? "-" : $0 }
    }
}

/// The Damerau-Levenshtein distance (optimal string alignment): how many insertions, deletions, substitutions and
/// swaps of neighbours lead from one text to the other.
///
/// - Complexity: the product of the lengths.
package func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, scalar) in left.enumerated() {
        var current = [row + 1]
        for (column, other) in right.enumerated() {
            var distance = min(last[column + 1] + 1, current[column] + 1, last[column] + (scalar == other ? 0 : 1))
            if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
                distance = min(distance, beforeLast[column - 1] + 1)
            }
            current.append(distance)
        }
        beforeLast = last
        last = current
    }
    return last[right.count]
}
