/// A number for each node, with the unit that the numbers are in, if they have one: one number may be written with its unit behind
/// it, others with `value` and `unit`.
package struct MeasuredNumbers: ParameterValue, Equatable {
    /// The numbers.
    package let numbers: NodeNumbers

    /// The unit, such as `1/d`; `nil` for numbers without unit.
    package let unit: String?

    /// Creates numbers in a unit.
    package init(_ numbers: NodeNumbers, in unit: String?) { (self.numbers, self.unit) = (numbers, unit) }

    /// How the unit of such numbers is described.
    package static let unitOfItsOwn = "its unit, if it has one"

    /// The key of the numbers.
    package static let number = Parameter(
        nodes: "value", "its number, for all nodes or for each", unit: unitOfItsOwn
    ).description

    /// The key of the unit.
    package static let unitName = ParameterDescription(
        "unit", "the unit of the numbers, such as `mV` or `uA/cm^2`; of one number it can be written behind that",
        .text, .optional)

    /// The key of the names of the components of a vector.
    package static let components = ParameterDescription(
        "components", "the names of its components, if it is a vector", .list(of: .text, count: 2...16), .optional)

    /// The key of the numbers of what may be a vector.
    package static let numbersOfComponents = ParameterDescription(
        "value", "its number, for all nodes or for each, or, in a list, that of each component",
        .either(.nodeNumbers(.any), or: .list(of: .nodeNumbers(.any), count: 2...16)), unit: unitOfItsOwn)

    /// The kind of parameters that are such numbers, or the components of a vector.
    package static let kind = ParameterKind.either(
        .nodeNumbers(.any), or: .record([components, numbersOfComponents, unitName]))

    /// The numbers in a content; `nil` if that is of another type.
    package init?(_ content: ParameterContent) {
        if case .record(let members) = content {
            guard members.count == 3, members[0] == nil, let numbers = members[1].flatMap(NodeNumbers.init) else {
                return nil
            }
            self.init(numbers, in: members[2].flatMap(String.init))
        } else {
            guard let numbers = NodeNumbers(content) else { return nil }
            self.init(numbers, in: nil)
        }
    }

    /// The value, whatever its type.
    package var content: ParameterContent {
        unit.map { .record([nil, numbers.content, $0.content]) } ?? numbers.content
    }
}
