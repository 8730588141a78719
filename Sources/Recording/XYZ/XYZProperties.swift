/// The columns of a node's line in a trajectory besides its fields.
public struct XYZProperties {
    /// A column with the same name for all nodes.
    public struct Column {
        /// The name, such as `masses`.
        public let name: String

        let value: Value

        /// The number of a node.
        enum Value {
            case integer((Int) -> Int)
            case real((Int) -> Double)
        }

        /// A column of whole numbers.
        public static func integers(_ name: String, _ value: @escaping (_ node: Int) -> Int) -> Column {
            Column(name: name, value: .integer(value))
        }

        /// A column of numbers.
        public static func reals(_ name: String, _ value: @escaping (_ node: Int) -> Double) -> Column {
            Column(name: name, value: .real(value))
        }

        var text: String {
            switch value {
            case .integer: "\(name):I:1"
            case .real: "\(name):R:1"
            }
        }
    }

    /// The species of a node, a chemical symbol, or `X` for an unknown one.
    let species: (Int) -> String

    /// The columns, which stand behind the name of the node.
    let columns: [Column]

    /// Says what stands there.
    ///
    /// - Parameters:
    ///   - columns: The columns; none unless given.
    ///   - species: The species of a node; `X` unless given.
    public init(_ columns: [Column] = [], species: @escaping (_ node: Int) -> String = { _ in "X" }) {
        self.columns = columns
        self.species = species
    }
}
