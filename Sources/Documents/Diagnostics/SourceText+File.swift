import SimulationEngine

extension SourceText {
    /// Reads a file.
    ///
    /// - Parameter path: the path as the user typed it, which diagnostics repeat.
    /// - Throws: a `ScenarioError` if there is no such file, or it cannot be read or is not UTF-8.
    package convenience init(path: String) throws(ScenarioError) {
        let bytes: [UInt8]
        do throws(InputFile.Failure) {
            bytes = try InputFile(path, allowingStreams: true).bytes()
        } catch {
            let whole = TextLocation(whole: SourceText(name: path, text: ""))
            throw ScenarioError([Diagnostic(Self.problem(error), at: whole)])
        }
        try self.init(name: path, bytes: bytes)
    }

    /// Decodes the contents of a file; a byte order mark is left out.
    package convenience init(name: String, bytes: [UInt8]) throws(ScenarioError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ScenarioError([Self.notUTF8(name: name, bytes: bytes)])
        }
        self.init(name: name, text: text)
    }

    private static func problem(_ failure: InputFile.Failure) -> Problem {
        switch failure {
        case .notFound: .noSuchFile
        case .isFolder: .isFolder
        case .isNoFile(let kind): .isNoFile(kind: kind)
        case .shortage, .refused: .unreadable(reason: failure.reason)
        }
    }

    /// Points at the first byte that is not UTF-8.
    private static func notUTF8(name: String, bytes: ArraySlice<UInt8>) -> Diagnostic {
        let repaired = String(decoding: bytes, as: UTF8.self)
        let valid = zip(bytes, repaired.utf8).prefix { $0 == $1 }.count
        let before = SourceText(name: name, text: String(decoding: bytes.prefix(valid), as: UTF8.self))
        let hasPartialScalar = before.text.unicodeScalars.last == "\u{FFFD}"
        let column = (before.lines.last?.count ?? 0) + (hasPartialScalar ? 0 : 1)
        let source = SourceText(name: name, text: repaired)
        return Diagnostic(.notUTF8, at: TextLocation(source: source, line: before.lines.count, column: column))
    }
}
