import CLibXML2
import SimulationEngine

/// What receives the elements of an XML document in their order.
protocol XMLReceiver: AnyObject {
    /// An element begins, here without the prefix of its namespace. Attributes that have a prefix are left out.
    ///
    /// - Throws: `DataFileError`, at which reading ends.
    func beginElement(
        _ name: String, _ attributes: [String: String], at place: DataFileError.Problem) throws(DataFileError)

    /// Text, maybe only a piece of what stands between two tags.
    func appendText(_ text: String)

    /// The element that began last, of those that have not ended, ends.
    func endElement(_ name: String)
}

/// A document that libxml2 reads piece by piece, of any length.
///
/// Nothing is fetched from elsewhere: a document type may be named, but is not looked at, and entities of its own are
/// refused. What is deeper than 256 elements, or longer than 10 MB without a tag, is refused as well.
final class XMLDocument {
    private let file: FileBytes
    private let receiver: any XMLReceiver
    private var position = 0
    private var parser: xmlParserCtxtPtr?
    private var failure: DataFileError?

    /// What is not well-formed, the first of it: what libxml2 tells after that may follow from it.
    private var mistake: DataFileError?

    private init(_ file: FileBytes, _ receiver: any XMLReceiver) {
        self.file = file
        self.receiver = receiver
    }

    /// Reads a document.
    ///
    /// - Throws: `DataFileError` with the first place that is not well-formed, or what the receiver throws.
    /// - Complexity: O(n) for n bytes.
    static func read(_ file: FileBytes, into receiver: any XMLReceiver) throws(DataFileError) {
        try XMLDocument(file, receiver).read()
    }

    /// Prepares the library, which is not safe if several threads do so at once.
    private static let isPrepared: Void = xmlInitParser()

    private func read() throws(DataFileError) {
        Self.isPrepared
        // To libxml2 a zero is the end of the text.
        if !isWideText, let zero = file.bytes.firstIndex(of: 0) {
            throw DataFileError(
                file: file.name, problems: [file.problem(from: zero, to: zero + 1, "a NUL byte is not part of XML")])
        }
        var handler = Self.handler
        let this = Unmanaged.passUnretained(self).toOpaque()
        let read: xmlInputReadCallback = { document, buffer, count in
            XMLDocument.at(document).map { Int32($0.copy(to: buffer, count: Int(count))) } ?? -1
        }
        guard let parser = xmlCreateIOParserCtxt(&handler, this, read, nil, this, XML_CHAR_ENCODING_NONE) else {
            throw failure(line: nil, column: nil, "there is no memory for reading XML")
        }
        self.parser = parser
        defer {
            self.parser = nil
            xmlFreeDoc(parser.pointee.myDoc)
            xmlFreeParserCtxt(parser)
        }
        // Entities are replaced by their texts: those of XML itself, as there are no others.
        xmlCtxtUseOptions(parser, Int32(XML_PARSE_NOENT.rawValue | XML_PARSE_NONET.rawValue))
        xmlParseDocument(parser)
        if let failure = failure ?? mistake { throw failure }
        guard parser.pointee.wellFormed == 1 else {
            throw failure(line: nil, column: nil, "this is not well-formed XML")
        }
    }

    /// Whether the text is of two or four bytes a character, by the mark at its beginning or by its first character, `<`.
    private var isWideText: Bool {
        let start = Array(file.bytes.prefix(2))
        return [[0xFE, 0xFF], [0xFF, 0xFE], [0, 0x3C], [0x3C, 0], [0, 0]].contains(start)
    }

    /// Takes note of what libxml2 tells. Prefixes that are not declared are no mistake: nobody asks for namespaces.
    private func note(_ error: xmlError) {
        guard mistake == nil, error.level.rawValue >= XML_ERR_ERROR.rawValue,
            error.domain != Int32(XML_FROM_NAMESPACE.rawValue)
        else { return }
        mistake = failure(
            line: max(1, Int(error.line)), column: max(1, Int(error.int2)),
            "this is not well-formed XML: \(Self.words(for: error.code))")
    }

    /// What is wrong, and what would be right, by libxml2's number of it.
    private static func words(for code: Int32) -> String {
        switch xmlParserErrors(UInt32(bitPattern: code)) {
        case XML_ERR_DOCUMENT_EMPTY: "it must begin with '<'"
        case XML_ERR_DOCUMENT_END: "nothing may follow the end of the outermost element"
        case XML_ERR_TAG_NAME_MISMATCH: "another element than the last one that was opened is closed here"
        case XML_ERR_TAG_NOT_FINISHED: "the text ends before all elements are closed"
        case XML_ERR_LTSLASH_REQUIRED: "'</' and the name of the open element are missing"
        case XML_ERR_GT_REQUIRED: "'>' is missing"
        case XML_ERR_SPACE_REQUIRED: "a blank is missing"
        case XML_ERR_EQUAL_REQUIRED, XML_ERR_ATTRIBUTE_WITHOUT_VALUE: "an attribute must have a value: name=\"value\""
        case XML_ERR_ATTRIBUTE_NOT_STARTED: "the value of an attribute must stand in quotation marks"
        case XML_ERR_ATTRIBUTE_NOT_FINISHED: "the quotation mark behind the value of an attribute is missing"
        case XML_ERR_ATTRIBUTE_REDEFINED: "an attribute stands twice in an element"
        case XML_ERR_LT_IN_ATTRIBUTE: "'<' in the value of an attribute must be written '&lt;'"
        case XML_ERR_NAME_REQUIRED: "a name is missing; '<' in a text must be written '&lt;', and '&' '&amp;'"
        case XML_ERR_ENTITYREF_SEMICOL_MISSING:
            "';' is missing behind '&' and a name; '&' in a text must be written '&amp;'"
        case XML_ERR_UNDECLARED_ENTITY, XML_WAR_UNDECLARED_ENTITY:
            "this name behind '&' is not known; '&' in a text must be written '&amp;'"
        case XML_ERR_INVALID_CHAR, XML_ERR_INVALID_CHARREF: "a character stands here that XML does not allow"
        case XML_ERR_INVALID_ENCODING, XML_ERR_UNSUPPORTED_ENCODING, XML_ERR_UNKNOWN_ENCODING, XML_I18N_CONV_FAILED,
            XML_I18N_NO_OUTPUT:
            "the text is not in the encoding that it names: save it as UTF-8"
        case XML_ERR_COMMENT_NOT_FINISHED: "'-->' is missing behind a comment"
        case XML_ERR_CDATA_NOT_FINISHED: "']]>' is missing behind '<![CDATA['"
        case XML_ERR_PI_NOT_FINISHED, XML_ERR_XMLDECL_NOT_FINISHED: "'?>' is missing"
        case XML_ERR_RESERVED_XML_NAME, XML_ERR_XMLDECL_NOT_STARTED:
            "'<?xml …?>' may only stand at the very beginning of a file"
        case XML_ERR_NO_MEMORY: "there is not enough memory for it"
        default: "the markup is wrong here (number \(code) of libxml2)"
        }
    }

    private func failure(line: Int?, column: Int?, _ message: String) -> DataFileError {
        DataFileError(file: file.name, problems: [.init(line: line, column: column, length: 1, message)])
    }

    private func copy(to buffer: UnsafeMutablePointer<CChar>?, count: Int) -> Int {
        guard let buffer else { return -1 }
        let piece = UnsafeRawBufferPointer(file.bytes)[position...].prefix(count)
        UnsafeMutableRawBufferPointer(start: buffer, count: count).copyBytes(from: piece)
        position += piece.count
        return piece.count
    }
}

// MARK: - What libxml2 calls

extension XMLDocument {
    private static func at(_ pointer: UnsafeMutableRawPointer?) -> XMLDocument? {
        pointer.map { Unmanaged<XMLDocument>.fromOpaque($0).takeUnretainedValue() }
    }

    private static var handler: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startElementNs = { document, name, _, _, _, _, count, _, attributes in
            XMLDocument.at(document)?.begin(name, attributes, count: Int(count))
        }
        handler.endElementNs = { document, name, _, _ in
            XMLDocument.at(document)?.end(name)
        }
        let characters: charactersSAXFunc = { document, text, count in
            XMLDocument.at(document)?.append(text, count: Int(count))
        }
        handler.characters = characters
        handler.ignorableWhitespace = characters
        handler.cdataBlock = characters
        handler.serror = { document, error in
            if let error { XMLDocument.at(document)?.note(error.pointee) }
        }
        handler.entityDecl = { document, name, _, _, _, _ in
            XMLDocument.at(document)?.refuseEntity(name)
        }
        return handler
    }

    private func begin(
        _ name: UnsafePointer<xmlChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int
    ) {
        guard failure == nil, let name else { return }
        var values: [String: String] = [:]
        for index in 0..<count {
            // Name, prefix, namespace, beginning and end of the value.
            guard let attributes = attributes.map({ $0 + 5 * index }), attributes[1] == nil,
                let key = attributes[0], let start = attributes[3], let end = attributes[4]
            else { continue }
            values[String(cString: key)] = String(
                decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
        }
        do throws(DataFileError) {
            try receiver.beginElement(String(cString: name), values, at: place)
        } catch {
            stop(error)
        }
    }

    private func end(_ name: UnsafePointer<xmlChar>?) {
        guard failure == nil, let name else { return }
        receiver.endElement(String(cString: name))
    }

    private func append(_ text: UnsafePointer<xmlChar>?, count: Int) {
        guard failure == nil, let text else { return }
        receiver.appendText(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    }

    private func refuseEntity(_ name: UnsafePointer<xmlChar>?) {
        guard failure == nil else { return }
        let name = name.map { String(cString: $0) } ?? ""
        let message = "the entity '\(name)' cannot be read: a graph must not define entities of its own"
        stop(
            DataFileError(
                file: file.name, problems: [.init(line: place.line, column: place.column, length: 1, message)]))
    }

    private func stop(_ error: DataFileError) {
        failure = error
        xmlStopParser(parser)
    }

    /// Where the parser is: behind a tag.
    private var place: DataFileError.Problem {
        DataFileError.Problem(
            line: max(1, Int(xmlSAX2GetLineNumber(parser))), column: max(1, Int(xmlSAX2GetColumnNumber(parser))),
            length: 1, "")
    }
}
