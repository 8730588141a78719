import CExpat
import Essentials

/// A receiver of the elements of an XML document in their order.
protocol XMLReceiver: AnyObject {
    /// An element of the document's own namespace, that of its outermost element, begins; its name is without the prefix. Elements
    /// of other namespaces are left out with all that is in them, and so are attributes that have a prefix.
    ///
    /// - Throws: `DataFileError`, at which reading ends.
    func beginElement(
        _ name: String, _ attributes: [String: String], at place: DataFileError.Problem) throws(DataFileError)

    /// Text, maybe only a piece of what stands between two tags.
    func appendText(_ text: String)

    /// The element that began last, of those that have not ended, ends.
    func endElement(_ name: String)
}

/// A document that Expat reads piece by piece, of any length, in UTF-8, UTF-16, ISO-8859-1, Windows-1252 or ASCII.
///
/// Nothing is fetched from elsewhere: a document type may be named, but is not looked at, and entities of its own are refused.
final class XMLDocument {
    private let file: FileBytes
    private let receiver: any XMLReceiver
    private let parser: XML_Parser
    private var failure: DataFileError?

    /// The elements that are open, from the outermost, and the lines in which they began.
    private var open: [(name: String, line: Int)] = []

    /// The namespaces of prefixes, those that were declared last at the end, each with the number of elements open then.
    private var namespaces: [(prefix: Substring, name: String, depth: Int)] = []

    /// The namespace of the outermost element.
    private var ownNamespace: String?

    /// How many of the open elements are of other namespaces, or in one of these.
    private var foreignCount = 0

    /// The encoding that the document names, if it cannot be read.
    private var unknownEncoding: String?

    /// How many bytes of text have come since the last tag.
    private var textLength = 0

    /// True if entities may be defined elsewhere, so that Expat is silent about those that it does not know.
    private var hasForeignType = false

    private init(_ file: FileBytes, _ receiver: any XMLReceiver) throws(DataFileError) {
        guard let parser = XML_ParserCreate(nil) else {
            throw DataFileError(file: file.name, problems: [.init("there is no memory for reading XML")])
        }
        self.file = file
        self.receiver = receiver
        self.parser = parser
        setHandlers()
    }

    deinit {
        XML_ParserFree(parser)
    }

    /// Reads a document.
    ///
    /// - Throws: `DataFileError` with the first place that is not well-formed, or what the receiver throws.
    /// - Complexity: O(n) for n bytes.
    static func read(_ file: FileBytes, into receiver: any XMLReceiver) throws(DataFileError) {
        try XMLDocument(file, receiver).read()
    }

    private func read() throws(DataFileError) {
        let pieceSize = 1 << 20
        var rest = file.bytes[...]
        var readCount = 0
        repeat {
            let piece = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest.prefix(pieceSize)))
            rest = rest.dropFirst(pieceSize)
            let text = piece.baseAddress?.assumingMemoryBound(to: CChar.self)
            let status = XML_Parse(parser, text, Int32(piece.count), rest.isEmpty ? 1 : 0)
            if let failure { throw failure }
            guard status == XML_STATUS_OK else { throw error("this is not well-formed XML: \(mistake)") }
            // The parser keeps the text from here on, since its end has not come yet.
            readCount += piece.count
            let start = Int(XML_GetCurrentByteIndex(parser))
            if start >= 0, readCount - start > DataFileError.longestField { throw error(DataFileError.isTooLong) }
        } while !rest.isEmpty
    }

    private func setHandlers() {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { document, name, attributes in XMLDocument.at(document)?.begin(name, attributes) },
            { document, name in XMLDocument.at(document)?.end(name) })
        XML_SetCharacterDataHandler(parser) { document, text, count in
            XMLDocument.at(document)?.append(text, count: Int(count))
        }
        XML_SetStartDoctypeDeclHandler(parser) { document, _, identifier, _, _ in
            XMLDocument.at(document)?.hasForeignType = identifier != nil
        }
        XML_SetUnknownEncodingHandler(
            parser,
            { document, name, encoding in
                guard let name, let encoding else { return Int32(XML_STATUS_ERROR.rawValue) }
                return XMLDocument.at(document)?.read(String(cString: name), into: encoding) == true
                    ? Int32(XML_STATUS_OK.rawValue) : Int32(XML_STATUS_ERROR.rawValue)
            }, Unmanaged.passUnretained(self).toOpaque())
        XML_SetEntityDeclHandler(parser) { document, name, _, _, _, _, _, _, _ in
            XMLDocument.at(document)?.refuseDefinition(of: name)
        }
        XML_SetSkippedEntityHandler(parser) { document, name, _ in
            XMLDocument.at(document)?.refuseUndefined(name.map { String(cString: $0) } ?? "")
        }
    }

    private static func at(_ pointer: UnsafeMutableRawPointer?) -> XMLDocument? {
        pointer.map { Unmanaged<XMLDocument>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: - What Expat tells

    private func begin(
        _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) {
        guard failure == nil, let name, let attributes else { return }
        if hasForeignType, let entity = undefinedEntityOfTag { return refuseUndefined(entity) }
        let (prefix, element) = Self.parts(of: String(cString: name))
        open.append((String(element), place.line ?? 1))
        var values: [String: String] = [:]
        var index = 0
        while let key = attributes[index], let value = attributes[index + 1] {
            index += 2
            let key = String(cString: key)
            if key == "xmlns" || key.hasPrefix("xmlns:") {
                namespaces.append((key.dropFirst(6), String(cString: value), open.count))
            } else if !key.utf8.contains(UInt8(ascii: ":")) {
                values[key] = String(cString: value)
            }
        }
        textLength = 0
        // A prefix that nobody has declared is a namespace of its own.
        let namespace = namespaces.last { $0.prefix == prefix }?.name ?? String(prefix)
        if open.count == 1 { ownNamespace = namespace }
        guard foreignCount == 0, namespace == ownNamespace else {
            foreignCount += 1
            return
        }
        guard values.values.allSatisfy({ $0.utf8.count <= DataFileError.longestField }) else {
            return stop(error(DataFileError.isTooLong))
        }
        do throws(DataFileError) {
            try receiver.beginElement(String(element), values, at: place)
        } catch {
            stop(error)
        }
    }

    private func end(_ name: UnsafePointer<CChar>?) {
        guard failure == nil, let name else { return }
        while let last = namespaces.last, last.depth == open.count { namespaces.removeLast() }
        open.removeLast()
        textLength = 0
        guard foreignCount == 0 else {
            foreignCount -= 1
            return
        }
        receiver.endElement(String(Self.parts(of: String(cString: name)).name))
    }

    private func append(_ text: UnsafePointer<CChar>?, count: Int) {
        guard failure == nil, let text else { return }
        textLength += count
        guard textLength <= DataFileError.longestField else { return stop(error(DataFileError.isTooLong)) }
        guard foreignCount == 0 else { return }
        let bytes = UnsafeRawBufferPointer(start: text, count: count)
        receiver.appendText(String(decoding: bytes, as: UTF8.self))
    }

    /// The prefix of a name, which may be empty, and what follows it.
    private static func parts(of name: String) -> (prefix: Substring, name: Substring) {
        guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return ("", name[...]) }
        return (name[..<colon], name[name.utf8.index(after: colon)...])
    }

    // MARK: - Encodings

    /// The characters 0x80 to 0x9F of Windows-1252, −1 where there is none; the others are those of ISO-8859-1.
    private static let windowsCharacters: [Int32] = [
        0x20AC, -1, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, -1, 0x017D,
        -1,
        -1, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, -1, 0x017E,
        0x0178,
    ]

    /// Tells the characters of an encoding that Expat does not know.
    ///
    /// - Returns: True if it can be read.
    private func read(_ name: String, into encoding: UnsafeMutablePointer<XML_Encoding>) -> Bool {
        let isWindows = ["windows-1252", "cp1252"].contains(name.lowercased())
        guard isWindows || ["latin1", "latin-1", "iso8859-1", "iso_8859-1"].contains(name.lowercased()) else {
            unknownEncoding = name
            return false
        }
        withUnsafeMutableBytes(of: &encoding.pointee.map) { map in
            let characters = map.bindMemory(to: Int32.self)
            for byte in characters.indices {
                let isOwn = isWindows && (0x80..<0xA0).contains(byte)
                characters[byte] = isOwn ? Self.windowsCharacters[byte - 0x80] : Int32(byte)
            }
        }
        encoding.pointee.data = nil
        encoding.pointee.convert = nil
        encoding.pointee.release = nil
        return true
    }

    // MARK: - Entities

    private func refuseDefinition(of name: UnsafePointer<CChar>?) {
        let name = name.map { String(cString: $0) } ?? ""
        stop(error("the entity '\(name)' cannot be read: a graph must not define entities of its own"))
    }

    private func refuseUndefined(_ name: String) {
        stop(error("this is not well-formed XML: '&\(name);' is not known; '&' in a text must be written '&amp;'"))
    }

    /// An entity in the attributes of the tag that is not one of XML's own: Expat would take it for no text.
    private var undefinedEntityOfTag: String? {
        let start = Int(XML_GetCurrentByteIndex(parser))
        let tag = file.bytes[start..<start + Int(XML_GetCurrentByteCount(parser))]
        // Where a character has two bytes one of them is 0.
        let text = String(decoding: tag.filter { $0 != 0 }, as: UTF8.self)
        for part in text.split(separator: "&").dropFirst() {
            guard let name = part.split(separator: ";").first.map({ String($0) }) else { continue }
            if !["amp", "lt", "gt", "quot", "apos"].contains(name), !name.hasPrefix("#") { return name }
        }
        return nil
    }

    // MARK: - Errors

    private func stop(_ error: DataFileError) {
        guard failure == nil else { return }
        failure = error
        XML_StopParser(parser, 0)
    }

    private func error(_ message: String) -> DataFileError {
        DataFileError(
            file: file.name, problems: [.init(line: place.line, column: place.column, length: 1, message)])
    }

    /// Where that begins which was read last.
    private var place: DataFileError.Problem {
        let (line, column) = (XML_GetCurrentLineNumber(parser), XML_GetCurrentColumnNumber(parser))
        return DataFileError.Problem(line: Int(line), column: Int(column) + 1, length: 1, "")
    }

    /// The reason why the text is not well-formed, and what would be right, in words.
    private var mistake: String {
        let code = XML_GetErrorCode(parser)
        switch code {
        case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR, XML_ERROR_UNCLOSED_CDATA_SECTION:
            guard let element = open.last else { return "the text ends before the outermost element is closed" }
            return "the text ends within the element '\(element.name)' of line \(element.line)"
        case XML_ERROR_TAG_MISMATCH:
            guard let element = open.last else { return "no element is open that this tag could close" }
            return "the element '\(element.name)' of line \(element.line) must be closed before this tag"
        case XML_ERROR_INVALID_TOKEN, XML_ERROR_BAD_CHAR_REF: return invalidToken
        case XML_ERROR_DUPLICATE_ATTRIBUTE: return "an attribute stands twice in an element"
        case XML_ERROR_UNDEFINED_ENTITY:
            return "this name behind '&' is not known; '&' in a text must be written '&amp;'"
        case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: return "nothing may follow the end of the outermost element"
        case XML_ERROR_MISPLACED_XML_PI: return "'<?xml …?>' may only stand at the very beginning of a file"
        case XML_ERROR_UNKNOWN_ENCODING where unknownEncoding != nil:
            return
                "the encoding '\(unknownEncoding ?? "")' cannot be read, but UTF-8, UTF-16, ISO-8859-1, Windows-1252 and US-ASCII "
                + "can: save it as UTF-8"
        case XML_ERROR_UNKNOWN_ENCODING, XML_ERROR_INCORRECT_ENCODING:
            return "the text is not in the encoding that it names, or this cannot be read: save it as UTF-8"
        case XML_ERROR_NO_MEMORY: return "there is not enough memory for it"
        default: return "the markup is wrong here (number \(code.rawValue) of Expat)"
        }
    }

    /// The reason why a character or tag cannot be read.
    private var invalidToken: String {
        // Of UTF-16 the first bytes are a mark, or one of them is 0.
        let isWide = file.bytes.prefix(2).contains { [0, 0xFE, 0xFF].contains($0) }
        let byte = file.bytes.dropFirst(Int(XML_GetCurrentByteIndex(parser))).first
        return switch byte {
        case 0 where !isWide: "a NUL byte is not part of XML"
        case .some(0x80...) where !isWide: "the text is not in the encoding that it names: save it as UTF-8"
        default:
            "the markup is wrong here: the value of an attribute must stand in quotation marks, and '<' in a text be "
                + "written '&lt;', and '&' '&amp;'"
        }
    }
}
