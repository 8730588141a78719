import ScenarioFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A request of a page.
enum ViewerRequest: Sendable, Equatable {
    case pause
    case go
    case step(Int)

    /// To see the moment of a step.
    case seek(Int)

    /// To wait so many seconds after each step.
    case delay(Double)

    /// To see a field.
    case colour(Int)
    case watch(node: Int, Bool)

    /// To do something from outside, in YAML.
    case act(String)
    case refresh

    private struct Message: Decodable {
        let `do`: String
        let number: Double?
        let text: String?
    }

    /// An intervention is a few words.
    private static let longestAction = 4000
    private static let longestDelay = 10.0

    /// Reads a message.
    ///
    /// - Returns: `nil` if it is none of these.
    init?(_ bytes: [UInt8], _ greeting: ViewerGreeting) {
        guard let message = try? JSONDecoder().decode(Message.self, from: Data(bytes)) else { return nil }
        let whole = message.number.flatMap { Int(exactly: $0) }
        switch message.do {
        case "pause": self = .pause
        case "go": self = .go
        case "refresh": self = .refresh
        case "step":
            guard let whole, (1...1_000_000).contains(whole) else { return nil }
            self = .step(whole)
        case "seek":
            guard let whole, let last = greeting.lastStep, (0...last).contains(whole) else { return nil }
            self = .seek(whole)
        case "delay":
            guard let seconds = message.number, (0...Self.longestDelay).contains(seconds) else { return nil }
            self = .delay(seconds)
        case "colour":
            guard let whole, (0..<greeting.fieldCount).contains(whole) else { return nil }
            self = .colour(whole)
        case "watch", "unwatch":
            guard let whole, (0..<greeting.nodeCount).contains(whole) else { return nil }
            self = .watch(node: whole, message.do == "watch")
        case "act":
            guard let text = message.text, text.utf8.count <= Self.longestAction else { return nil }
            self = .act(text)
        default: return nil
        }
    }
}
