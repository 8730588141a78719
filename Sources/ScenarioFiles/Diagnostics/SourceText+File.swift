import Foundation

extension SourceText {
    /// Reads a file.
    ///
    /// - Parameter path: the path as the user typed it, which diagnostics repeat.
    /// - Throws: a `ScenarioError` if there is no such file, or it cannot be read or is not UTF-8.
    public convenience init(path: String) throws(ScenarioError) {
        let data: Data
        do {
            // Other than Data(contentsOf:) this reads from pipes, too.
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }
            data = try file.readToEnd() ?? Data()
        } catch {
            let whole = TextLocation(whole: SourceText(name: path, text: ""))
            throw ScenarioError([Diagnostic(Self.problem(reading: path, error), at: whole)])
        }
        try self.init(name: path, data: data)
    }

    /// Decodes the contents of a file; a byte order mark is left out.
    convenience init(name: String, data: Data) throws(ScenarioError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = data.starts(with: mark) ? data.dropFirst(mark.count) : data
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw ScenarioError([Self.notUTF8(name: name, bytes: bytes)])
        }
        self.init(name: name, text: text)
    }

    private static func problem(reading path: String, _ error: any Error) -> Problem {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return .noSuchFile }
        if isFolder.boolValue { return .isFolder }
        return .unreadable(reason: error.reason)
    }

    /// Points at the first byte that is not UTF-8.
    private static func notUTF8(name: String, bytes: Data) -> Diagnostic {
        let repaired = String(decoding: bytes, as: UTF8.self)
        let valid = zip(bytes, repaired.utf8).prefix { $0 == $1 }.count
        let before = SourceText(name: name, text: String(decoding: bytes.prefix(valid), as: UTF8.self))
        let hasPartialScalar = before.text.unicodeScalars.last == "\u{FFFD}"
        let column = (before.lines.last?.count ?? 0) + (hasPartialScalar ? 0 : 1)
        let source = SourceText(name: name, text: repaired)
        return Diagnostic(.notUTF8, at: TextLocation(source: source, line: before.lines.count, column: column))
    }
}
