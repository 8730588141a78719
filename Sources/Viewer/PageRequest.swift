/// A request over HTTP/1.1, of the little of it that pages use: a line, headers, and a body whose length is told.
struct PageRequest: Sendable {
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    /// `nil` for one that nobody here needs.
    let method: Method?
    let target: String
    private let headers: [(name: String, value: String)]

    /// The end of headers.
    static let separator: StaticString = "\r\n\r\n"

    /// Reads what stands before the separator.
    ///
    /// - Returns: `nil` if it is none.
    init?(_ bytes: [UInt8]) {
        let isPlain = bytes.allSatisfy { (0x20...0x7E).contains($0) || [9, 10, 13].contains($0) }
        guard isPlain else { return nil }
        // A line break is one character.
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[1].hasPrefix("/"), ["HTTP/1.1", "HTTP/1.0"].contains(words[2]) else { return nil }
        (method, target) = (Method(rawValue: String(words[0])), String(words[1]))
        var headers: [(name: String, value: String)] = []
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), !line.contains(where: \.isNewline) else { return nil }
            let name = line[..<colon]
            guard !name.isEmpty, !name.contains(where: \.isWhitespace) else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            headers.append((name.lowercased(), String(value.reversed().drop { $0 == " " || $0 == "\t" }.reversed())))
        }
        self.headers = headers
    }

    /// The values of a header in small letters.
    subscript(name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

    /// The path before the query.
    var path: Substring { target.prefix { $0 != "?" } }

    /// How long the body is; `nil` if it is not told, or more than once.
    var length: Int? {
        let told = self["content-length"]
        guard told.count == 1, self["transfer-encoding"].isEmpty, told[0].allSatisfy({ ("0"..."9").contains($0) })
        else { return nil }
        return Int(told[0])
    }

    /// The value that the query has under a name.
    func value(of name: String) -> Substring? {
        target.split(separator: "?", maxSplits: 1).dropFirst().first?.split(separator: "&")
            .first { $0.hasPrefix("\(name)=") }?.dropFirst(name.count + 1)
    }
}

/// The answer to a request.
struct PageAnswer: Sendable {
    enum Status: String, Sendable {
        case ok = "200 OK"
        case done = "204 No Content"
        case malformed = "400 Bad Request"
        case forbidden = "403 Forbidden"
        case notFound = "404 Not Found"
        case wrongMethod = "405 Method Not Allowed"
        case noLength = "411 Length Required"
        case tooLong = "413 Content Too Large"
        case tooFast = "429 Too Many Requests"
        case headTooLong = "431 Request Header Fields Too Large"
        case full = "503 Service Unavailable"
    }

    let status: Status
    let type: String

    /// `nil` if it goes on until the connection ends.
    let body: String?

    init(_ status: Status, _ body: String? = "", type: String = "text/plain; charset=utf-8") {
        (self.status, self.body, self.type) = (status, body, type)
    }

    /// The rights of a page from here: run what it holds, and speak to where it came from.
    private static let policy =
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"

    var text: String {
        var lines = [
            "HTTP/1.1 \(status.rawValue)", "content-type: \(type)", "connection: close", "cache-control: no-store",
            "content-security-policy: \(Self.policy)", "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cross-origin-resource-policy: same-origin",
        ]
        if let body, status != .done { lines.append("content-length: \(body.utf8.count)") }
        return (lines + ["", body ?? ""]).joined(separator: "\r\n")
    }
}
