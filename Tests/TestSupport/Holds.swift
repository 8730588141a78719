/// A condition as it is, for `#expect` with `===` between different types, on which the compiler of Swift 6.3 fails.
public func holds(_ condition: Bool) -> Bool {
    condition
}
