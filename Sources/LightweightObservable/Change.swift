/// One assignment to a variable.
@usableFromInline
struct Change<T> {
    /// Counts the assignments to one variable.
    @usableFromInline
    let number: Int

    @usableFromInline
    let new: T

    @usableFromInline
    let old: T

    @inlinable
    init(number: Int, new: T, old: T) {
        self.number = number
        self.new = new
        self.old = old
    }
}
