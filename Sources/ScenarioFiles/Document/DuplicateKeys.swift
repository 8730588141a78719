import Yams

/// Finds the keys that occur more than once in a mapping.
///
/// Yams refuses the first mapping that has such keys and tells where the first occurrence stands. A user wants to see
/// the later one, and all others in the file. So the occurrences of the key further down are looked for in the text,
/// and the first scalar of each is replaced by a marker, a private-use scalar that stands nowhere else. Whether a
/// replaced occurrence is the duplicate is left for Yams to judge: with all occurrences replaced from one on to the
/// end, Yams complains exactly if there is a duplicate among those before it. The second occurrence follows by
/// bisection. It keeps its marker, so that it is told apart from the first and the rest of the text can be read.
struct DuplicateKeys {
    /// A key and the places where it stands for the first time and again.
    struct Duplicate {
        var key: String
        var first: Mark
        var line: Int
        var column: Int
    }

    /// The duplicates that were found.
    private(set) var duplicates: [Duplicate] = []
    /// Whether the text could not be searched to its end.
    private(set) var gaveUp = false

    private var scalars: [Unicode.Scalar]
    private let lineStarts: [Int]
    /// The private-use scalars that the text contained at the outset.
    private let foreign: Set<UInt32>
    private var markers: Set<UInt32> = []
    private var nextMarker = Self.privateUse.lowerBound
    private static let privateUse: ClosedRange<UInt32> = 0xF0000...0xFFFFD

    /// How many duplicates are looked for, since each costs a number of parses.
    private static let limit = 100

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        lineStarts = Self.lineStarts(of: scalars)
        foreign = Set(scalars.lazy.map(\.value).filter(Self.privateUse.contains))
    }

    /// Parses the text as one document.
    ///
    /// - Returns: the root, nil if there is none or it could not be had.
    /// - Throws: what Yams throws but for duplicate keys.
    mutating func parse() throws -> Yams.Node? {
        while true {
            do {
                return try Self.root(of: scalars)
            } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
                guard duplicates.count < Self.limit, resolve(Complaint(keys: keys, mark: context.mark)) else {
                    gaveUp = true
                    return nil
                }
            }
        }
    }

    /// Whether a key begins with a marker and hence was reported as a duplicate.
    func isMarked(_ key: String) -> Bool {
        guard !markers.isEmpty, let first = key.unicodeScalars.first else { return false }
        return markers.contains(first.value)
    }

    // MARK: Search

    /// What Yams says: the key that occurs repeatedly, and where it first stands.
    private struct Complaint: Equatable {
        var key: String
        var line: Int
        var column: Int
        var mark: Mark

        init(keys: [String], mark: Mark) {
            key = keys.first ?? ""
            line = mark.line
            column = mark.column
            self.mark = mark
        }

        static func == (left: Complaint, right: Complaint) -> Bool {
            (left.key, left.line, left.column) == (right.key, right.line, right.column)
        }
    }

    /// Notes and masks the second occurrence of a key; returns whether it could be found.
    private mutating func resolve(_ complaint: Complaint) -> Bool {
        guard let offset = offset(of: complaint), let index = secondOccurrence(of: complaint, after: offset) else {
            duplicates.append(
                Duplicate(
                    key: complaint.key, first: complaint.mark, line: complaint.line, column: complaint.column))
            return false
        }
        return note(complaint, at: index)
    }

    private mutating func note(_ complaint: Complaint, at index: Int) -> Bool {
        let line = lineStarts.lastIndex { $0 <= index } ?? 0
        let isQuoted = index > 0 && (scalars[index - 1] == "'" || scalars[index - 1] == "\"")
        let column = index - lineStarts[line] + (isQuoted ? 0 : 1)
        duplicates.append(
            Duplicate(key: complaint.key, first: complaint.mark, line: line + 1, column: column))
        guard let marker = freshMarker() else { return false }
        markers.insert(marker.value)
        scalars[index] = marker
        return true
    }

    private mutating func secondOccurrence(of complaint: Complaint, after offset: Int) -> Int? {
        let candidates = candidates(for: Array(complaint.key.unicodeScalars), after: offset)
        guard !candidates.isEmpty, !complains(complaint, masking: candidates[...]) else { return nil }
        var low = 0
        var high = candidates.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if complains(complaint, masking: candidates[middle...]) { high = middle } else { low = middle }
        }
        return candidates[low]
    }

    private mutating func complains(_ complaint: Complaint, masking candidates: ArraySlice<Int>) -> Bool {
        var masked = scalars
        let saved = nextMarker
        defer { nextMarker = saved }
        for index in candidates {
            guard let marker = freshMarker() else { return true }
            masked[index] = marker
        }
        do {
            _ = try Self.root(of: masked)
            return false
        } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
            return Complaint(keys: keys, mark: context.mark) == complaint
        } catch {
            return false
        }
    }

    /// The places from an offset on where the key stands as keys stand: after white space, a quote or a bracket, and
    /// before a colon.
    private func candidates(for key: [Unicode.Scalar], after offset: Int) -> [Int] {
        guard let first = key.first else { return [] }
        var candidates: [Int] = []
        var index = offset
        while index + key.count < scalars.count {
            if scalars[index] == first, scalars[index..<index + key.count].elementsEqual(key),
                mayBeginKey(index), mayEndKey(index + key.count)
            {
                candidates.append(index)
            }
            index += 1
        }
        return candidates
    }

    private func mayBeginKey(_ index: Int) -> Bool {
        guard index > 0 else { return true }
        let before = scalars[index - 1]
        return before.isBlank || before.endsLine || "{[,'\"".unicodeScalars.contains(before)
    }

    private func mayEndKey(_ end: Int) -> Bool {
        var index = end
        if scalars[index] == "'" || scalars[index] == "\"" { index += 1 }
        while index < scalars.count, scalars[index].isBlank { index += 1 }
        return index < scalars.count && scalars[index] == ":"
    }

    private func offset(of complaint: Complaint) -> Int? {
        guard lineStarts.indices.contains(complaint.line - 1) else { return nil }
        return lineStarts[complaint.line - 1] + complaint.column - 1
    }

    // MARK: Text

    /// A private-use scalar that is not in the text, nil if all have been used up.
    private mutating func freshMarker() -> Unicode.Scalar? {
        while Self.privateUse.contains(nextMarker) {
            defer { nextMarker += 1 }
            if !foreign.contains(nextMarker) { return Unicode.Scalar(nextMarker) }
        }
        return nil
    }

    private static func root(of scalars: [Unicode.Scalar]) throws -> Yams.Node? {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return try Yams.Parser(yaml: String(text), resolver: .basic, encoding: .utf8).singleRoot()
    }

    private static func lineStarts(of scalars: [Unicode.Scalar]) -> [Int] {
        var starts = [0]
        for (index, scalar) in scalars.enumerated() where scalar.endsLine {
            let isPair = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
            if !isPair { starts.append(index + 1) }
        }
        return starts
    }
}
