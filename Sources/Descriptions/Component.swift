/// Something that a simulation can be made of, of which there are several kinds to choose from, such as a graph's generator or an
/// interaction: what it is called and is, where it comes from, and what parameters it is made of.
///
///     Component(
///         "tree", "a rooted tree", Parameter(count: "branching", "the number of children"),
///         Parameter(count: "depth", "the number of levels")
///     ) { branching, depth in … }
package struct Component<Product>: Sendable {
    /// The component without what it makes.
    package private(set) var description: ComponentDescription

    private let make: @Sendable ([ParameterContent?]) throws -> Product

    /// Creates a component.
    ///
    /// - Parameters:
    ///   - name: The name, in lower case with hyphens.
    ///   - summary: The summary, in a few words.
    ///   - equation: The equation that it computes, if any.
    ///   - synonyms: Other names in its field, by which it is found.
    ///   - references: Where it comes from.
    ///   - parameters: Its parameters.
    ///   - make: Makes it of the values of the parameters.
    package init<each Value: ParameterResult>(
        _ name: String, _ summary: String, equation: String? = nil, synonyms: [String] = [],
        references: [Reference] = [], _ parameters: repeat Parameter<each Value>,
        make: @escaping @Sendable (repeat each Value) throws -> Product
    ) {
        var descriptions: [ParameterDescription] = []
        repeat descriptions.append((each parameters).description)
        description = ComponentDescription(
            name: name, summary: summary, equation: equation, synonyms: synonyms, references: references,
            parameters: descriptions)
        let parameters = (repeat each parameters)
        let making = Making<Product, repeat each Value>(make: make)
        self.make = { contents in
            var index = 0
            func next<One>(_ parameter: Parameter<One>) throws(ParameterError) -> One {
                defer { index += 1 }
                return try parameter.value(of: contents[index])
            }
            return try making.make(repeat try next(each parameters))
        }
    }

    /// Creates a component of any number of parameters.
    ///
    /// - Parameters:
    ///   - description: The description.
    ///   - make: Makes it of the values of the parameters, `nil` for those that are not given.
    package init(
        _ description: ComponentDescription, make: @escaping @Sendable ([ParameterContent?]) throws -> Product
    ) {
        self.description = description
        self.make = { contents in
            for (parameter, content) in zip(description.parameters, contents) {
                if let content { try parameter.check(content) }
            }
            return try make(contents)
        }
    }

    /// The same component, whose product is made into another one.
    package func map<Other>(_ transform: @escaping @Sendable (Product) throws -> Other) -> Component<Other> {
        Component<Other>(description) { [make] in try transform(make($0)) }
    }

    /// The same component, which needs something of the room.
    package func needing(_ room: RoomNeeds) -> Component {
        var component = self
        component.description = description.needing(room)
        return component
    }

    /// Makes what the component is of.
    ///
    /// - Precondition: There are as many contents as parameters.
    /// - Parameter contents: The values of the parameters in their order, `nil` for those that are not given.
    /// - Returns: The product.
    /// - Throws: ``ParameterError``, and what making it throws.
    package func made(of contents: [ParameterContent?]) throws -> Product {
        precondition(contents.count == description.parameters.count, "there is a value, or nil, for each parameter")
        return try make(contents)
    }
}

extension Array {
    /// The component of a name.
    package subscript<Product>(name: String) -> Component<Product>? where Element == Component<Product> {
        first { $0.description.name == name }
    }
}

/// A closure of several values, which cannot be captured unless something is wrapped around it.
private struct Making<Product, each Value>: Sendable {
    let make: @Sendable (repeat each Value) throws -> Product
}

/// A component without what it makes.
package struct ComponentDescription: Equatable, Sendable {
    /// The name, in lower case with hyphens.
    package let name: String

    /// The summary, in a few words.
    package let summary: String

    /// The equation that it computes, if there is one.
    package let equation: String?

    /// Other names of it in its field.
    package let synonyms: [String]

    /// Where it comes from.
    package let references: [Reference]

    /// The parameters of which it is made.
    package let parameters: [ParameterDescription]

    /// Its needs of the room in which particles are.
    package private(set) var room = RoomNeeds.nothing

    /// The unit of time of a model whose numbers have units of their own.
    package private(set) var timeUnit: String?

    /// The units of its numbers by their names, where a scenario gives these and not the parameters.
    package private(set) var ownUnits: [String: String]?

    /// Creates a description.
    package init(
        name: String, summary: String, equation: String? = nil, synonyms: [String] = [], references: [Reference] = [],
        parameters: [ParameterDescription]
    ) {
        (self.name, self.summary, self.equation, self.synonyms) = (name, summary, equation, synonyms)
        (self.references, self.parameters) = (references, parameters)
    }

    /// The same description of a model whose numbers have units of their own.
    ///
    /// - Parameters:
    ///   - unit: The unit of time.
    ///   - ownUnits: The units of what has names in one such model only.
    /// - Returns: The description.
    package func measured(inTimes unit: String?, _ ownUnits: [String: String]? = nil) -> ComponentDescription {
        var description = self
        (description.timeUnit, description.ownUnits) = (unit, ownUnits)
        return description
    }

    /// The same description of what needs something of the room.
    package func needing(_ room: RoomNeeds) -> ComponentDescription {
        var description = self
        description.room = room
        return description
    }
}
