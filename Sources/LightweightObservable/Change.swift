/// One assignment to a variable.
struct Change<T> {
    /// Counts the assignments to one variable.
    let number: Int

    let new: T
    let old: T
}
