/// Where a run can be looked at: only on this machine, and only with a secret that the address has in it.
package struct ViewerAddress: Sendable {
    package let port: Int
    let token: String

    static let host = "127.0.0.1"

    /// The address to open in a browser.
    package var url: String { "http://\(Self.host):\(port)/?token=\(token)" }

    /// Makes a secret of 128 bits from the system's random numbers.
    static func newToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Tests if a request is one of a page from here: its address has the secret, it was sent to a name of this machine and
    /// not to one that somebody has led here (DNS rebinding), and no other site has sent it.
    func allows(uri: String, host: [String], origin: [String]) -> Bool {
        let own = ["\(Self.host):\(port)", "localhost:\(port)"]
        guard host.count == 1, own.contains(host[0]), origin.count <= 1,
            origin.allSatisfy({ own.map { "http://\($0)" }.contains($0) }),
            let query = uri.split(separator: "?", maxSplits: 1).dropFirst().first
        else { return false }
        let given = query.split(separator: "&").first { $0.hasPrefix("token=") }?.dropFirst("token=".count)
        return given.map { Self.areEqual(Array($0.utf8), Array(token.utf8)) } ?? false
    }

    /// Tests if bytes are the same, in a time that does not depend on where they differ.
    private static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
