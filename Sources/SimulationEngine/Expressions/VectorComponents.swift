/// The components of a vector among formulas, each of which is a number by itself: nobody who computes formulas knows of vectors.
struct VectorComponents: Equatable, Sendable {
    /// The vertices of their values.
    let vertices: [Int]

    /// Their names, which are written behind a point.
    let names: [String]

    /// Creates components that are called *x*, *y* and *z*; more of them have numbers, which no formula says.
    init(_ vertices: [Int]) {
        let directions = VectorNames.directions
        self.init(
            vertices, names: vertices.count <= directions.count ? directions : vertices.indices.map { "\($0)" })
    }

    init(_ vertices: [Int], names: [String]) {
        self.vertices = vertices
        self.names = Array(names.prefix(vertices.count))
    }

    /// Those names that a formula can say.
    var sayable: [String] { names.filter { $0.first?.isNumber == false } }
}

/// The names of vectors and of their components: `r.x` is a component of `r`.
package enum VectorNames {
    /// What stands before a point without being a vector: the ends of an edge, the edge itself, and a neighbour.
    package static let ends: Set = ["from", "to", "edge", "neighbour"]

    /// What is wrong with a vector whose components have different units.
    package static let unlikeUnits =
        "the components of a vector must have the same unit: write it behind each number, or once, by 'unit'"

    /// What components are called unless something else is said.
    package static let directions = ["x", "y", "z"]

    /// The names of a vector and of its component that a name consists of; `nil` if it is that of a number.
    package static func parts(of name: String) -> (vector: String, component: String)? {
        guard let point = name.lastIndex(of: "."), !ends.contains(String(name[..<point])) else { return nil }
        return (String(name[..<point]), String(name[name.index(after: point)...]))
    }

    /// The name of a component.
    package static func name(_ component: String, of vector: String) -> String { "\(vector).\(component)" }

    /// The vectors whose components are among names, in their order.
    ///
    /// - Complexity: O(names) if there are none, else O(names · vectors).
    package static func vectors(among names: [String]) -> [(name: String, components: [String])] {
        var vectors: [(name: String, components: [String])] = []
        for name in names {
            guard let (vector, component) = parts(of: name) else { continue }
            if let known = vectors.firstIndex(where: { $0.name == vector }) {
                vectors[known].components.append(component)
            } else {
                vectors.append((vector, [component]))
            }
        }
        return vectors.filter { $0.components.count > 1 }
    }
}

/// What a formula is to be.
package enum FormulaShape: Equatable, Sendable {
    /// A number, or a condition.
    case number

    /// Anything, a vector among it.
    case any

    /// A vector of so many components. 0 is one, too, and so is any other number that is to be that of each component.
    case vector(count: Int, spreads: Bool = false)
}
