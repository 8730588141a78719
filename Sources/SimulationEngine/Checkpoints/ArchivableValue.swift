/// A value that is more than its bits, such as one with a text or an array, and says how it is stored: the state of a node, or
/// the value of a quantity. Values that are nothing but their bits need not say so.
public protocol ArchivableValue {
    /// Writes the value to an archive, or takes it from there.
    mutating func archive(in archive: StateArchive) throws(CheckpointError)
}

extension QuantityVector: ArchivableValue {
    /// Archives the numbers. There have to be as many as there are columns.
    public mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        var numbers = numbers
        try archive.values(&numbers, asMany: "the number of columns of a quantity")
        self = QuantityVector(columnSuffixes: columnSuffixes, numbers: numbers)
    }
}
