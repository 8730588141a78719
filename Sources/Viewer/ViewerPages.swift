import ScenarioFiles

/// All pages that look at a run. Used on the thread of the server alone.
final class ViewerPages {
    /// A page: what it shows and watches, and how fast it asks.
    final class Page {
        let number: Int
        fileprivate unowned let connection: PageConnection
        fileprivate var field: Int?
        fileprivate var nodes: Set<Int> = []
        private var window = (second: ContinuousClock.now, count: 0)

        fileprivate static let greatestRate = 200

        fileprivate init(_ number: Int, _ connection: PageConnection) {
            (self.number, self.connection) = (number, connection)
        }

        fileprivate func isInRate() -> Bool {
            let now = ContinuousClock.now
            if now - window.second > .seconds(1) { window = (now, 0) }
            window.count += 1
            return window.count <= Self.greatestRate
        }
    }

    let session: ViewerSession
    private let greeting: ViewerGreeting
    private var pages: [Int: Page] = [:]
    private var count = 0

    /// There is always room for what pages ask.
    static let greatestCount = 48
    private static let greatestNodeCount = 32

    init(session: ViewerSession, greeting: ViewerGreeting) { (self.session, self.greeting) = (session, greeting) }

    /// A page comes.
    ///
    /// - Returns: Its number; `nil` if there are too many.
    func add(_ connection: PageConnection) -> Int? {
        guard pages.count < Self.greatestCount else { return nil }
        count += 1
        pages[count] = Page(count, connection)
        session.pageCame()
        return count
    }

    /// A page goes.
    func remove(_ number: Int) {
        guard let page = pages.removeValue(forKey: number) else { return }
        session.pageWent(showing: page.field, watching: page.nodes)
    }

    // MARK: What they ask for

    /// Carries out what a page asks for. Anything but a request ends the page; the run goes on.
    ///
    /// - Parameters:
    ///   - text: The request.
    ///   - number: The page, as it says.
    /// - Returns: The answer.
    func carryOut(_ text: [UInt8], of number: Substring?) -> PageAnswer {
        guard let page = page(number) else { return PageAnswer(.notFound, "There is no such page.\n") }
        let answer = answer(to: text, of: page)
        if answer.status != .done { page.connection.end() }
        return answer
    }

    /// A page has asked for what is no request.
    func end(_ number: Substring?) { page(number)?.connection.end() }

    private func page(_ number: Substring?) -> Page? { number.flatMap { Int($0) }.flatMap { pages[$0] } }

    private func answer(to text: [UInt8], of page: Page) -> PageAnswer {
        guard page.isInRate() else {
            return PageAnswer(.tooFast, "A page asks at most \(Page.greatestRate) times a second.\n")
        }
        guard let request = ViewerRequest(text, greeting), carryOut(request, of: page) else {
            return PageAnswer(.malformed, "This is nothing that can be asked.\n")
        }
        return PageAnswer(.done)
    }

    private func carryOut(_ request: ViewerRequest, of page: Page) -> Bool {
        switch request {
        case .colour(let shown):
            session.show(field: shown, insteadOf: page.field)
            page.field = shown
            return session.ask(.refresh)
        case .watch(let node, true):
            guard page.nodes.count < Self.greatestNodeCount || page.nodes.contains(node) else { return true }
            if page.nodes.insert(node).inserted { session.watch(node, true) }
            return session.ask(.refresh)
        case .watch(let node, false):
            if page.nodes.remove(node) != nil { session.watch(node, false) }
            return true
        default: return session.ask(request)
        }
    }

    // MARK: What they are told

    func tell(_ news: ViewerNews) {
        if case .frame = news { known = nil }
        for page in pages.values { page.connection.tell(news) }
    }

    /// The latest frame.
    var frame: [UInt8]? {
        if known == nil { known = session.frame?.message }
        return known
    }

    private var known: [UInt8]?

    /// The first texts for a page: by which number it asks, what is simulated, and what has been.
    func firstTexts(for number: Int) -> [String] {
        [
            JSONValue.object(of: [("kind", .string("page")), ("number", .number(Double(number)))]).line, greeting.text,
            historyText,
        ]
    }

    private var historyText: String {
        let rows = session.history.rows.map { row in JSONValue.array(([row.time] + row.quantities).map { .finite($0) })
        }
        return JSONValue.object(of: [("kind", .string("history")), ("rows", .array(rows))]).line
    }

    static func notice(_ text: String) -> String {
        JSONValue.object(of: [("kind", .string("notice")), ("text", .string(text))]).line
    }
}
