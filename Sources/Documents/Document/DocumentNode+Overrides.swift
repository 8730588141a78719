extension DocumentNode {
    /// The tree with an override applied; the same tree if that is impossible, which is reported.
    package func applying(_ override: ParsedOverride, reportingTo diagnostics: Diagnostics) -> DocumentNode {
        let replaced = replacing(override.path[...], by: override.value, subject: .scenario, diagnostics: diagnostics)
        return replaced ?? self
    }

    private func replacing(
        _ path: ArraySlice<ParsedOverride.Part>, by value: DocumentNode, subject: Subject, diagnostics: Diagnostics
    ) -> DocumentNode? {
        guard let part = path.first else { return value }
        let rest = path.dropFirst()
        switch content {
        case .mapping(var entries):
            let child = Subject.value(part.text)
            guard let index = entries.firstIndex(where: { $0.key == part.text }) else {
                entries.append(part.entry(Self.mapping(rest, value: value)))
                return with(.mapping(entries))
            }
            let old = entries[index].value
            guard let new = old.replacing(rest, by: value, subject: child, diagnostics: diagnostics) else { return nil }
            entries[index].value = new
            return with(.mapping(entries))
        case .list(var items):
            guard let index = index(part, in: items, subject: subject, diagnostics: diagnostics) else { return nil }
            let child = subject.item(index)
            let new = items[index].replacing(rest, by: value, subject: child, diagnostics: diagnostics)
            guard let new else { return nil }
            items[index] = new
            return with(.list(items))
        case .scalar:
            guard isNull else {
                diagnostics.report(.overrideThroughScalar(subject, found), at: part.location)
                return nil
            }
            return Self.mapping(path, value: value)
        }
    }

    private func index(
        _ part: ParsedOverride.Part, in items: [DocumentNode], subject: Subject, diagnostics: Diagnostics
    ) -> Int? {
        guard let index = Int(part.text) else {
            diagnostics.report(
                .overrideNeedsIndex(part.text, list: subject, count: items.count), at: part.location)
            return nil
        }
        guard items.indices.contains(index) else {
            diagnostics.report(.overrideIndexOutOfRange(index, count: items.count), at: part.location)
            return nil
        }
        return index
    }

    /// Mappings of one key each, with the value at the end of the path.
    private static func mapping(_ path: ArraySlice<ParsedOverride.Part>, value: DocumentNode) -> DocumentNode {
        path.reversed().reduce(value) { inner, part in
            DocumentNode(content: .mapping([part.entry(inner)]), position: part.position)
        }
    }

    private func with(_ content: Content) -> DocumentNode {
        DocumentNode(content: content, position: position)
    }
}

extension ParsedOverride.Part {
    fileprivate func entry(_ value: DocumentNode) -> DocumentNode.Entry {
        DocumentNode.Entry(key: text, keyPosition: position, value: value)
    }
}
