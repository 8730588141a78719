extension Variable: Sequence, Collection, BidirectionalCollection where Value: StringValue {
    /// A character of the string.
    public typealias Element = String.Element

    /// A position in the string. Setting another value invalidates it.
    public typealias Index = String.Index

    /// Part of the string as it is now.
    public typealias SubSequence = String.SubSequence

    /// The positions of the characters.
    public typealias Indices = String.Indices

    /// Goes through the characters that the string has now.
    public typealias Iterator = String.Iterator

    /// Goes through the characters of the string as it is now, whatever is set meanwhile.
    @inlinable
    public func makeIterator() -> String.Iterator { string.makeIterator() }

    /// The position of the first character.
    @inlinable
    public var startIndex: String.Index { string.startIndex }

    /// The position after the last character.
    @inlinable
    public var endIndex: String.Index { string.endIndex }

    /// The positions of the characters of the string as it is now.
    @inlinable
    public var indices: String.Indices { string.indices }

    /// The position after another.
    @inlinable
    public func index(after index: String.Index) -> String.Index { string.index(after: index) }

    /// The position before another.
    @inlinable
    public func index(before index: String.Index) -> String.Index { string.index(before: index) }

    /// The character at a position.
    @inlinable
    public subscript(position: String.Index) -> Character { string[position] }

    /// The part of the string in a range of positions.
    @inlinable
    public subscript(bounds: Range<String.Index>) -> Substring { string[bounds] }
}
