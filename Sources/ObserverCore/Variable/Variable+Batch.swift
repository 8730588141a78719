/// Changes variables and tells their observers at the end: each of the variables sends at most one update, from its
/// value before to its value after the changes, and none if these are equal.
///
///     batch(width, height) {
///         width.value = 3
///         height.value = 4
///         width.value = 5
///     }
///
/// The values change at once; only the updates wait. The author is that of the last change. Batches may be nested, and
/// the outermost sends. Variables that are not named send as always, and so do windows, whose source decides.
///
/// - Parameters:
///   - variable: The variables.
///   - changes: Changes them. What it throws is thrown on after the updates have been sent.
/// - Returns: The result of `changes`.
/// - Complexity: O(n) for n variables, besides the changes and what observers do.
public func batch<each Value: Equatable, Result>(
    _ variable: repeat Variable<each Value>, changes: () throws -> Result
) rethrows -> Result {
    repeat (each variable).beginBatch()
    defer { repeat (each variable).endBatch() }
    return try changes()
}

/// Changes variables of one type and tells their observers at the end. See ``batch(_:changes:)-(Variable<Value>,_)``.
public func batch<Value: Equatable, Result>(
    _ variables: [Variable<Value>], changes: () throws -> Result
) rethrows -> Result {
    for variable in variables { variable.beginBatch() }
    defer { for variable in variables { variable.endBatch() } }
    return try changes()
}

/// The update that a variable owes at the end of a batch.
final class VariableBatch<Value> {
    let old: Value
    var author: AnyAuthor? {
        // The former one may set the variable when it dies, which it must not do while it is being replaced.
        didSet { withExtendedLifetime(oldValue) {} }
    }
    var depth = 1

    init(old: Value) {
        self.old = old
    }
}

extension Variable {
    var batch: VariableBatch<Value>? {
        guard let batch = extras?.batch else { return nil }
        return unsafeDowncast(batch, to: VariableBatch<Value>.self)
    }

    func beginBatch() {
        // A window has nothing to tell at the end: its source publishes its value, and that at once.
        guard extras?.window == nil else { return }
        if let batch {
            batch.depth += 1
        } else {
            extrasForUse.batch = VariableBatch(old: storedValue)
        }
    }

    func endBatch() {
        guard let batch else { return }
        batch.depth -= 1
        guard batch.depth == 0 else { return }
        extras?.batch = nil
        guard batch.old != storedValue else { return }
        deliver(Update(batch.old, storedValue), from: batch.author ?? self)
    }
}
