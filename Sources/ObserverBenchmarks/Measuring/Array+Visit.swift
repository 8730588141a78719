extension Array where Element: AnyObject {
    /// Does something with each object, without retaining and releasing it as a `for` loop does, which takes longer than
    /// some of the changes that are to be measured. The array keeps the objects alive meanwhile.
    @inlinable
    @inline(__always)
    public func visit(_ body: (Element) -> Void) {
        withUnsafeBufferPointer { objects in
            for index in objects.indices {
                Unmanaged.passUnretained(objects[index])._withUnsafeGuaranteedRef(body)
            }
        }
    }
}
