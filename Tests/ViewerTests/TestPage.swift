import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A connection to the server as a page, or somebody worse, makes it: bytes over a socket.
final class TestPage {
    private let descriptor: Int32
    private let port: Int

    /// The target of what it asks for, once it looks.
    private var target = ""

    /// - Parameters:
    ///   - port: The port of the server.
    ///   - room: How many bytes the system is to keep of what has not been read; `nil` if that does not matter.
    /// - Throws: `POSIXError` if nobody listens.
    init(port: Int, room: Int32? = nil) throws {
        self.port = port
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        if var room { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size)) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw POSIXError(.ECONNREFUSED) }
        // Nothing here takes as long, whatever else the machine does; a test that hangs is to fail.
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8]) {
        #if canImport(Glibc)
            _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        #else
            _ = Darwin.send(descriptor, bytes, bytes.count, 0)
        #endif
    }

    /// Sends no more, but still reads.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// So many bytes; fewer at the end of the connection.
    func read(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var known = 0
        while known < count {
            let new = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress! + known, count - known, 0) }
            guard new > 0 else { return Array(bytes[..<known]) }
            known += new
        }
        return bytes
    }

    /// Whether the server ends the connection.
    func isClosed() -> Bool {
        while true {
            let bytes = read(1)
            if bytes.isEmpty { return errno != EAGAIN }
        }
    }

    /// Sends a request and reads the head of the answer.
    func request(_ path: String, host: String, _ others: [String] = [], method: String = "GET", body: String = "")
        -> String
    {
        let head = (["\(method) \(path) HTTP/1.1", "Host: \(host)"] + others + ["", ""]).joined(separator: "\r\n")
        send(Array((head + body).utf8))
        var answer: [UInt8] = []
        while !answer.suffix(4).elementsEqual([13, 10, 13, 10]) {
            let next = read(1)
            guard !next.isEmpty else { break }
            answer += next
        }
        return String(decoding: answer, as: UTF8.self)
    }

    /// Sends a request as a page does.
    func post(_ path: String, _ body: String = "", origin: String? = nil) -> String {
        request(
            path, host: "127.0.0.1:\(port)",
            ["Origin: \(origin ?? "http://127.0.0.1:\(port)")", "Content-Length: \(body.utf8.count)"], method: "POST",
            body: body)
    }

    /// Becomes a page that looks at the run.
    func look(_ token: String, origin: String? = nil) -> String {
        let answer = post("/run?token=\(token)", origin: origin)
        guard answer.hasPrefix("HTTP/1.1 200"), let first = hear()?.head,
            let number = try? JSONDecoder().decode(First.self, from: Data(first.utf8)).number
        else { return answer }
        target = "/ask?token=\(token)&page=\(number)"
        return answer
    }

    private struct First: Decodable {
        let number: Int
    }

    /// Asks for something as a page does.
    ///
    /// - Returns: The status of the answer.
    @discardableResult
    func say(_ text: String) -> Int? {
        (try? TestPage(port: port)).flatMap { Int($0.post(target, text).dropFirst(9).prefix(3)) }
    }

    /// The next message, and its numbers; `nil` at the end of the connection.
    func hear() -> (head: String, numbers: [Float])? {
        func length(_ bytes: some Collection<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
        let start = read(4)
        guard start.count == 4 else { return nil }
        let bytes = read(length(start))
        guard bytes.count == length(start) else { return nil }
        let end = 4 + length(bytes[..<4])
        let numbers = bytes[end...].withUnsafeBytes { raw in
            (0..<raw.count / 4).map { raw.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
        }
        return (String(decoding: bytes[4..<end], as: UTF8.self), numbers)
    }

    /// The next frame that is as wanted, and its numbers.
    func frame(where isWanted: (String) -> Bool = { _ in true }) -> (head: String, numbers: [Float])? {
        while let message = hear() {
            if message.head.contains("\"kind\": \"frame\""), isWanted(message.head) { return message }
        }
        return nil
    }

    /// The next text that has some words in it.
    func text(with words: String) -> String? {
        while let message = hear() {
            if !message.head.contains("\"kind\": \"frame\""), message.head.contains(words) { return message.head }
        }
        return nil
    }
}
