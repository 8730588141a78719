import Descriptions
import Synchronization

/// A component that is one of the keys of a mapping, with others beside it, and what reads it.
package struct KeyedComponent<Reader> {
    package let description: ComponentDescription
    package let read: Reader

    package init(_ description: ComponentDescription, _ read: Reader) {
        (self.description, self.read) = (description, read)
    }
}

/// The components of which one may be such a key.
package struct KeyedComponents<Reader> {
    package let all: [KeyedComponent<Reader>]

    /// Their names, and the descriptions of these as keys.
    fileprivate let names: [String]
    fileprivate let keys: [ParameterDescription]

    package init(_ all: [KeyedComponent<Reader>]) {
        self.all = all
        names = all.map { $0.description.name }
        keys = all.flatMap { $0.description.parameters.prefix(1) }
    }

    /// Those that belong to a generic type, which can have no stored constants: they are made once, and read by closures that hold
    /// nothing that changes.
    package init(of owner: Any.Type, _ all: () -> [KeyedComponent<Reader>]) {
        let id = ObjectIdentifier(owner)
        if let known = knownComponents.withLock({ $0[id] })?.components as? Self {
            self = known
        } else {
            self.init(all())
            let known = KnownComponents(components: self)
            knownComponents.withLock { $0[id] = known }
        }
    }
}

/// The components that belong to types.
private let knownComponents = Mutex<[ObjectIdentifier: KnownComponents]>([:])

/// Components that threads may share: what reads them captures nothing that changes, which the compiler does not see.
private struct KnownComponents: @unchecked Sendable {
    package let components: Any
}

extension Section {
    /// The one component among some whose key is given, and the value of that key. What may stand beside it is known then.
    ///
    /// - Parameters:
    ///   - components: The components.
    ///   - subject: The mapping's name in messages, such as `an observation`.
    ///   - purpose: The key's purpose, such as `what to observe`.
    /// - Returns: The component and the value; `nil` if there is none or more than one, which is reported.
    package func component<Reader>(
        of components: KeyedComponents<Reader>, in subject: String, to purpose: String
    ) -> (component: KeyedComponent<Reader>, value: Value)? {
        guard let (name, value) = exactlyOne(of: components.names, in: subject, to: purpose),
            let index = components.names.firstIndex(of: name)
        else {
            for component in components.all { describe(by: component.description.parameters) }
            return nil
        }
        // All were asked for.
        describe(by: components.keys)
        let component = components.all[index]
        describe(by: component.description.parameters)
        return (component, value)
    }
}

extension ComponentDescription {
    /// Creates the description of a component that is one of the keys of a mapping.
    ///
    /// - Parameters:
    ///   - name: The key.
    ///   - summary: The summary, in a few words.
    ///   - synonyms: Other names in its field.
    ///   - kind: The kind of the key's value.
    ///   - parameters: The keys beside it.
    package init(
        key name: String, _ summary: String, synonyms: [String] = [], _ kind: ParameterKind,
        beside parameters: [ParameterDescription] = []
    ) {
        self.init(
            name: name, summary: summary, synonyms: synonyms,
            parameters: [ParameterDescription(name, summary, kind)] + parameters)
    }
}
