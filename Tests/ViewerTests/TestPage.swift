import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A connection to the server as a page, or somebody worse, makes it: bytes over a socket.
final class TestPage {
    /// A message of the server.
    enum Message {
        case text(String)
        case binary([UInt8])
    }

    private let descriptor: Int32

    init(port: Int) throws {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
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
    func request(_ path: String, host: String, _ others: [String] = []) -> String {
        send(Array((["GET \(path) HTTP/1.1", "Host: \(host)"] + others + ["", ""]).joined(separator: "\r\n").utf8))
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
            let next = read(1)
            guard !next.isEmpty else { break }
            head += next
        }
        return String(decoding: head, as: UTF8.self)
    }

    /// Becomes a page that looks at the run.
    func look(_ token: String, port: Int, origin: String? = nil) -> String {
        request(
            "/run?token=\(token)", host: "127.0.0.1:\(port)",
            [
                "Origin: \(origin ?? "http://127.0.0.1:\(port)")", "Connection: Upgrade", "Upgrade: websocket",
                "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            ])
    }

    /// Sends a text as a page does, masked.
    func say(_ text: String) {
        let bytes = Array(text.utf8)
        let length =
            bytes.count < 126 ? [0x80 | UInt8(bytes.count)] : [0xFE, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
        let mask: [UInt8] = [1, 2, 3, 4]
        send([0x81] + length + mask + bytes.enumerated().map { $1 ^ mask[$0 % 4] })
    }

    /// The next message; `nil` at the end of the connection.
    func hear() -> Message? {
        let head = read(2)
        guard head.count == 2 else { return nil }
        var length = Int(head[1] & 127)
        if length == 126 { length = read(2).reduce(0) { $0 << 8 | Int($1) } }
        if length == 127 { length = read(8).reduce(0) { $0 << 8 | Int($1) } }
        let bytes = read(length)
        return switch head[0] & 15 {
        case 1: .text(String(decoding: bytes, as: UTF8.self))
        case 2: .binary(bytes)
        default: nil
        }
    }

    /// The next frame that is as wanted, and its numbers.
    func frame(where isWanted: (String) -> Bool = { _ in true }) -> (head: String, numbers: [Float])? {
        while let message = hear() {
            guard case .binary(let bytes) = message else { continue }
            let length = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
            let head = String(decoding: bytes[4..<4 + length], as: UTF8.self)
            guard isWanted(head) else { continue }
            let numbers = bytes[(4 + length)...].withUnsafeBytes { raw in
                (0..<raw.count / 4).map { raw.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
            }
            return (head, numbers)
        }
        return nil
    }

    /// The next text that has some words in it.
    func text(with words: String) -> String? {
        while let message = hear() {
            if case .text(let text) = message, text.contains(words) { return text }
        }
        return nil
    }
}
