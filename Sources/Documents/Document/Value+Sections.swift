import Descriptions

extension Value {
    /// The value as a mapping, read by a closure. Keys that the closure does not ask for are reported.
    ///
    /// Nothing at all is read as a mapping without keys.
    ///
    /// - Important: Ask for all keys before giving up on one of them, so that all problems are told at once.
    /// - Parameters:
    ///   - parameters: The keys that there are, unless they are described later or not at all.
    ///   - read: Reads them.
    /// - Returns: The result, `nil` if something is wrong, which is reported.
    // Compiled once: what is read once a run needs no version for each type, of which programs would grow.
    @_semantics("optimize.sil.specialize.generic.never")
    package func section<Result>(of parameters: [ParameterDescription]? = nil, _ read: (Section) -> Result?) -> Result?
    {
        guard form == .mapping || form == .nothing else {
            refuse(expected: "a mapping", meant: text?.withBlankAfterColon)
            return nil
        }
        let section = Section(self, of: parameters)
        let result = read(section)
        diagnostics.whenRead?(section)
        section.finish(isRead: result != nil)
        return result
    }

    /// The value as a mapping of exactly one key, which names a variant, and the value of that key.
    ///
    /// - Parameters:
    ///   - names: the names of the variants.
    ///   - orBareName: whether the name alone, without a mapping, stands for the variant without parameters.
    /// - Returns: the name and its value, nil if there is no such thing, which is reported.
    package func variant(of names: [String], orBareName: Bool = false) -> (name: String, value: Value)? {
        if orBareName, form == .scalar {
            return choice(of: names).map { name in
                let null = DocumentNode.null(at: node.position)
                return (
                    name,
                    Value(null, subject: .value(name), path: path, at: (name, node.position), reportingTo: diagnostics)
                )
            }
        }
        var variant: (String, Value)?
        _ = section { section in
            variant = section.exactlyOneKey(of: names)
        }
        return variant
    }

    /// The value as a mapping of exactly one key, named by the raw value of a case of a type.
    package func variant<Kind>(of type: Kind.Type = Kind.self, orBareName: Bool = false) -> (kind: Kind, value: Value)?
    where Kind: CaseIterable & RawRepresentable, Kind.RawValue == String {
        guard let (name, value) = variant(of: Kind.allCases.map(\.rawValue), orBareName: orBareName),
            let kind = Kind(rawValue: name)
        else { return nil }
        return (kind, value)
    }
}
