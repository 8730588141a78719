extension DocumentNode {
    /// The node with formulas made whole that commas have cut off inside of parentheses: between braces their rest is keys without values,
    /// between brackets it is further items.
    ///
    /// - Parameter tell: Is told of what stands before the first comma of each.
    /// - Returns: The node.
    /// - Complexity: O(length of the text).
    func withWholeFormulas(_ tell: (DocumentNode) -> Void) -> DocumentNode {
        var node = self
        switch content {
        case .scalar: break
        case .list(let items): node.content = .list(Self.whole(items, tell).map { $0.withWholeFormulas(tell) })
        case .mapping(let entries):
            node.content = .mapping(
                Self.whole(entries, tell).map { entry in
                    var entry = entry
                    entry.value = entry.value.withWholeFormulas(tell)
                    return entry
                })
        }
        return node
    }

    private static func whole(_ entries: [Entry], _ tell: (DocumentNode) -> Void) -> [Entry] {
        var whole: [Entry] = []
        var rest = entries[...]
        while var entry = rest.popFirst() {
            if let (formula, count) = entry.value.whole(with: rest.prefix { $0.value.isNull }.map(\.key)) {
                tell(entry.value)
                entry.value = formula
                rest = rest.dropFirst(count)
            }
            whole.append(entry)
        }
        return whole
    }

    private static func whole(_ items: [DocumentNode], _ tell: (DocumentNode) -> Void) -> [DocumentNode] {
        var whole: [DocumentNode] = []
        var rest = items[...]
        while let item = rest.popFirst() {
            if let (formula, count) = item.whole(with: rest.prefix { $0.plainText != nil }.compactMap(\.plainText)) {
                tell(item)
                whole.append(formula)
                rest = rest.dropFirst(count)
            } else {
                whole.append(item)
            }
        }
        return whole
    }

    /// The formula of which this is the beginning, with how many words behind commas close its parentheses; `nil` if it is no such formula.
    private func whole(with words: @autoclosure () -> [String]) -> (formula: DocumentNode, count: Int)? {
        guard var text = plainText, text.openParentheses > 0 else { return nil }
        for (index, word) in words().enumerated() {
            text += ", " + word
            guard text.openParentheses <= 0 else { continue }
            let formula = DocumentNode(content: .scalar(Scalar(text: text, isPlain: true)), position: position)
            return (formula, index + 1)
        }
        return nil
    }

    /// A text without quotes.
    private var plainText: String? {
        if case .scalar(let scalar) = content, scalar.isPlain { scalar.text } else { nil }
    }
}

extension String {
    /// How many parentheses are opened and not closed.
    fileprivate var openParentheses: Int {
        utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "(") ? 1 : $1 == UInt8(ascii: ")") ? -1 : 0) }
    }
}
