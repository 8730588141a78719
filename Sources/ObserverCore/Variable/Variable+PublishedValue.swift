extension Variable {
    /// The value that was published last: for a window not always that to which it now leads.
    package var publishedValue: Value { storedValue }
}
