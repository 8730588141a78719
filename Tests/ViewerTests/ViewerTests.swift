import Foundation
import TestSupport
import Testing

@testable import Viewer

/// What a page sees of a run, and what it does.
@Suite(.serialized) struct ViewerTests {
    @Test func `a page sees the numbers that the run writes, which are the same bytes as without it`() throws {
        let run = try ViewedScenario()
        let page = try run.page()
        #expect(page.text(with: "greeting")?.contains("\"name\": \"Pulse\"") == true)
        page.say(#"{"do": "colour", "number": 0}"#)
        page.say(#"{"do": "step", "number": 100}"#)
        let frame = try #require(page.frame { $0.contains("\"paused\"") && $0.contains("\"step\": 100,") })
        page.say(#"{"do": "go"}"#)
        let files = try run.files()
        let rows = String(decoding: try #require(files["states.csv"]), as: UTF8.self).split(separator: "\n")
        let moment = rows.map { $0.split(separator: ",") }.filter { $0[0] == "5.0" }
        #expect(moment.count == 12 && frame.numbers.count == 12)
        #expect(zip(moment, frame.numbers).allSatisfy { Float(Double($0[2]) ?? .nan) == $1 })
        let alone = try ViewedScenario.files(of: ViewedScenario.pulse, in: run.folder, "alone")
        #expect(files == alone)
    }

    @Test func `a page sees all of many nodes, and quantities of the moment at which the run waits`() throws {
        let text = ViewedScenario.pulse.replacing("nodes: 12", with: "nodes: 2500").replacing(
            "until: 20", with: "until: 2")
        let run = try ViewedScenario(text)
        let page = try run.page()
        page.say(#"{"do": "colour", "number": 0}"#)
        page.say(#"{"do": "step", "number": 20}"#)
        let frame = try #require(page.frame { $0.contains("\"paused\"") && $0.contains("\"step\": 20,") })
        #expect(frame.head.contains("\"time\": 1,") && frame.head.contains("\"measured\": 1,"))
        page.say(#"{"do": "go"}"#)
        let files = try run.files()
        let rows = String(decoding: try #require(files["states.csv"]), as: UTF8.self).split(separator: "\n")
        let moment = rows.map { $0.split(separator: ",") }.filter { $0[0] == "1.0" }
        #expect(moment.count == 2500 && frame.numbers.count == 2500)
        #expect(zip(moment, frame.numbers).allSatisfy { Float(Double($0[2]) ?? .nan) == $1 })
    }

    @Test func `what takes long is done as seldom as its part of the time allows`() {
        let begin = ContinuousClock.now
        var share = TimeShare(0.01, interval: .milliseconds(33))
        #expect(share.isDue(at: begin))
        share.spend(from: begin, to: begin + .microseconds(10))
        #expect(!share.isDue(at: begin + .milliseconds(32)) && share.isDue(at: begin + .milliseconds(33)))
        share.spend(from: begin, to: begin + .milliseconds(2))
        #expect(!share.isDue(at: begin + .milliseconds(199)) && share.isDue(at: begin + .milliseconds(200)))
        share.hurry()
        #expect(share.isDue(at: begin))
    }

    @Test func `what a page changes is told, recorded, and done again by the scenario that it leaves`() throws {
        let run = try ViewedScenario()
        let page = try run.page()
        #expect(ViewedScenario.changeByHand(page))
        page.say(#"{"do": "act", "text": "kick: {node: 3, w: -0.5}"}"#)
        #expect(page.text(with: "notice")?.contains("done before the next step") == true)
        page.say(#"{"do": "act", "text": "set: {node: 60, v: 1}"}"#)
        #expect(page.text(with: "notice")?.contains("not done") == true)
        page.say(#"{"do": "go"}"#)
        let files = try run.files()
        let log = String(decoding: try #require(files["interventions.csv"]), as: UTF8.self)
        #expect(log.contains("viewer,") && log.contains("viewer-2,"))
        let scenario = try run.folder.read("viewed/viewer.yml")
        let again = try ViewedScenario.files(of: scenario, in: run.folder, "again")
        #expect(again == files)
        let alone = try ViewedScenario.files(of: ViewedScenario.pulse, in: run.folder, "alone")
        #expect(files["states.csv"] != alone["states.csv"])
    }

    @Test func `changes of a watched node are told with their authors`() throws {
        let run = try ViewedScenario()
        let page = try run.page()
        page.say(#"{"do": "watch", "number": 6}"#)
        _ = page.frame { $0.contains("\"node\": 6") }
        #expect(ViewedScenario.changeByHand(page))
        page.say(#"{"do": "step", "number": 40}"#)
        let frame = try #require(page.frame { $0.contains("\"paused\"") && $0.contains("\"step\": 60,") })
        let head = try JSONSerialization.jsonObject(with: Data(frame.head.utf8)) as? [String: Any]
        let changes = try #require(head?["changes"] as? [[String: Any]])
        #expect(changes.map { $0["author"] as? String } == [nil, "viewer", nil])
        // It rests until it feels its neighbours, in the second step.
        #expect(changes.map { $0["from"] as? Double } == [0.1, 1, 1.05])
        #expect(changes.map { $0["until"] as? Double } == [1, 1, 3])
        let numbers = try #require(changes[1]["numbers"] as? [[Double]])
        #expect(numbers.count == 1 && numbers[0][0] == 0 && numbers[0][2] == 1.7)
        page.say(#"{"do": "go"}"#)
        let log = String(decoding: try #require(run.files()["interventions.csv"]), as: UTF8.self)
        #expect(log.contains(",viewer,6,v,\(numbers[0][1]),1.7"))
    }

    @Test func `a node that is watched is told with all its fields`() throws {
        let run = try ViewedScenario()
        let page = try run.page()
        page.say(#"{"do": "watch", "number": 1}"#)
        let frame = try #require(page.frame { $0.contains("\"node\": 1,") })
        // As the run sets it before its first step.
        #expect(frame.head.contains("\"values\": ["))
        page.say(#"{"do": "go"}"#)
        _ = try run.files()
        #expect(page.frame { $0.contains("\"ended\"") } != nil)
    }
}

/// Who is no page of ours gets nothing, and the run goes on.
@Suite(.serialized) struct HostileClientTests {
    @Test func `only requests with the token, to this machine, from no other site are answered`() throws {
        let run = try ViewedScenario()
        let (port, token) = (run.port, run.server.address.token)
        func status(_ path: String, host: String, _ others: [String] = []) throws -> Substring {
            try TestPage(port: port).request(path, host: host, others).prefix(12)
        }
        let own = "127.0.0.1:\(port)"
        #expect(try status("/?token=\(token)", host: own) == "HTTP/1.1 200")
        #expect(try status("/", host: own) == "HTTP/1.1 403")
        #expect(
            try status("/?token=\(token.dropLast())0\(token.hasSuffix("0") ? "1" : "")", host: own) == "HTTP/1.1 403")
        #expect(try status("/?token=", host: own) == "HTTP/1.1 403")
        // A name that somebody has led here (DNS rebinding).
        #expect(try status("/?token=\(token)", host: "evil.example:\(port)") == "HTTP/1.1 403")
        #expect(try status("/?token=\(token)", host: own, ["Host: evil.example"]) != "HTTP/1.1 200")
        #expect(try status("/?token=\(token)", host: own, ["Origin: http://evil.example"]) == "HTTP/1.1 403")
        #expect(try status("/../../etc/passwd?token=\(token)", host: own) == "HTTP/1.1 404")
        let stranger = try TestPage(port: port)
        #expect(stranger.look(token, origin: "http://evil.example").hasPrefix("HTTP/1.1 403"))
        let guesser = try TestPage(port: port)
        #expect(guesser.look("0123").hasPrefix("HTTP/1.1 403"))
        try run.goOn()
        #expect(try run.files().count == 2)
    }

    @Test func `who says that it has asked for all gets all of the answer`() throws {
        let run = try ViewedScenario()
        let (port, token) = (run.port, run.server.address.token)
        for _ in 0..<20 {
            // So little room that the answer waits at the server.
            let reader = try TestPage(port: port, room: 2048)
            let head = "GET /?token=\(token) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
            reader.send(Array(head.utf8))
            reader.finishSending()
            let answer = String(decoding: reader.read(1 << 20), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 200") && answer.hasSuffix(ViewerPage.html))
        }
        try run.goOn()
        #expect(try run.files().count == 2)
    }

    @Test func `what a page asks needs the token, the page's own origin, a page that there is, and a length`() throws {
        let run = try ViewedScenario()
        let (port, token) = (run.port, run.server.address.token)
        let (page, own) = (try run.page(), "127.0.0.1:\(port)")
        let go = #"{"do": "go"}"#
        func status(_ path: String, _ headers: [String], method: String = "POST", _ body: String = go) throws -> Int? {
            let answer = try TestPage(port: port).request(path, host: own, headers, method: method, body: body)
            return Int(answer.dropFirst(9).prefix(3))
        }
        let (origin, length) = ("Origin: http://\(own)", "Content-Length: \(go.utf8.count)")
        let ask = "/ask?token=\(token)&page=1"
        #expect(try status("/ask?page=1", [origin, length]) == 403)
        #expect(try status("/ask?token=\(String(token.reversed()))0&page=1", [origin, length]) == 403)
        #expect(try status(ask, [length]) == 403)
        #expect(try status(ask, ["Origin: http://evil.example", length]) == 403)
        #expect(try status(ask, ["Origin: null", length]) == 403)
        #expect(try status("/run?token=\(token)", ["Content-Length: 0"], "") == 403)
        for other in ["", "&page=", "&page=2", "&page=-1", "&page=1e0", "&page=99999999999999999999"] {
            #expect(try status("/ask?token=\(token)\(other)", [origin, length]) == 404)
        }
        for head in [
            [], [length, length], ["Content-Length: -1"], ["Content-Length: 0x9"], ["Transfer-Encoding: chunked"],
        ] {
            #expect(try status(ask, [origin] + head) == 411)
        }
        #expect(try status(ask, [origin], method: "GET", "") == 405)
        #expect(try status("/run?token=\(token)", [origin], method: "GET", "") == 405)
        #expect(try status("/?token=\(token)", [origin, "Content-Length: 0"], "") == 405)
        #expect(try status("/?token=\(token)", [origin], method: "BREW", "") == 405)
        #expect(try status("/run?token=\(token)", [origin, "Content-Length: 8193"], "") == 413)
        #expect(try status(ask, [origin, length, "X: " + String(repeating: "x", count: 8192)]) == 431)
        for head in [["no colon"], [": nameless"], ["Two words: x"], ["X: \u{1}"], ["X: y\nHost: evil.example"]] {
            #expect(try status(ask, [origin, length] + head) == 400)
        }
        // Nothing of this was done, and the page is still there, until it says too much.
        #expect(page.say(#"{"do": "step", "number": 3}"#) == 204)
        #expect(page.frame { $0.contains("\"paused\"") && $0.contains("\"step\": 3,") } != nil)
        #expect(page.say(String(repeating: " ", count: 8193)) == 413)
        #expect(page.isClosed())
        #expect(page.say(go) == 404)
        try run.goOn()
        _ = try run.files()
    }

    @Test func `a page that goes is let go, with what it showed and watched`() throws {
        let run = try ViewedScenario()
        let page = try run.page()
        var other: TestPage? = try run.page()
        other?.say(#"{"do": "watch", "number": 6}"#)
        other?.say(#"{"do": "colour", "number": 1}"#)
        #expect(page.frame { $0.contains("\"node\": 6") && $0.contains("[\"w\"]") } != nil)
        other = nil
        // Whether its end has been noticed is seen in the next frames.
        var isGone = false
        for _ in 0..<100 where !isGone {
            page.say(#"{"do": "refresh"}"#)
            let frame = try #require(page.frame())
            isGone = !frame.head.contains("\"node\": 6") && !frame.head.contains("[\"w\"]")
        }
        #expect(isGone)
        try run.goOn()
        _ = try run.files()
    }

    @Test func `a page that takes nothing is spared all frames but the latest`() throws {
        let nodes = 100_000
        let text = ViewedScenario.pulse.replacing("nodes: 12", with: "nodes: \(nodes)")
            .replacing("until: 20", with: "until: 1.5").replacing("nodes: all", with: "nodes: [0]")
        let run = try ViewedScenario(text)
        let (page, stalled) = (try run.page(), try run.page(room: 4096))
        page.say(#"{"do": "colour", "number": 0}"#)
        for step in 1...30 {
            page.say(#"{"do": "step", "number": 1}"#)
            let frame = try #require(page.frame { $0.contains("\"step\": \(step),") })
            #expect(frame.numbers.count == nodes)
        }
        // What the system keeps of 400 000 bytes each are at most some megabytes.
        var count = 1
        while let frame = stalled.frame(), !frame.head.contains("\"step\": 30,") { count += 1 }
        #expect(count < 20)
        try run.goOn()
        _ = try run.files()
    }

    @Test func `an end of serving ends all connections`() throws {
        let run = try ViewedScenario()
        let (page, silent) = (try run.page(), try TestPage(port: run.port))
        run.server.close()
        #expect(page.isClosed() && silent.isClosed())
        #expect(throws: POSIXError(.ECONNREFUSED)) { try TestPage(port: run.port) }
    }

    @Test func `a page that sends garbage is disconnected, and the run goes on`() throws {
        let run = try ViewedScenario()
        var generator = SeededGenerator(seed: 17)
        let texts = [
            "", "no JSON", "{}", "[]", #"{"do": "fly"}"#, #"{"do": "step", "number": 0.5}"#,
            #"{"do": "step", "number": 1e300}"#,
            #"{"do": "watch", "number": 12}"#, #"{"do": "watch", "number": -1}"#, #"{"do": "colour", "number": 7}"#,
            #"{"do": "delay", "number": 1e9}"#, #"{"do": "act"}"#, String(repeating: "[", count: 5000),
        ]
        for text in texts {
            let page = try run.page()
            page.say(text)
            #expect(page.isClosed(), "\(text)")
        }
        for _ in 0..<30 {
            let page = try run.page()
            page.send((0..<400).map { _ in UInt8.random(in: 0...255, using: &generator) })
            page.send([0x88, 0x80, 0, 0, 0, 0])
            #expect(page.isClosed())
            let nobody = try TestPage(port: run.port)
            nobody.send((0..<400).map { _ in UInt8.random(in: 0...255, using: &generator) } + [13, 10, 13, 10])
            #expect(nobody.isClosed())
        }
        try run.goOn()
        let files = try run.files()
        let alone = try ViewedScenario.files(of: ViewedScenario.pulse, in: run.folder, "alone")
        #expect(files == alone)
    }

    @Test func `whoever asks too fast is disconnected`() throws {
        let run = try ViewedScenario()
        let page = try run.page()
        let answers = (0..<5000).lazy.map { _ in page.say(#"{"do": "refresh"}"#) }
        #expect(answers.first { $0 != 204 } == 429)
        #expect(page.isClosed())
        try run.goOn()
        _ = try run.files()
    }

    @Test func `pages leave room for what they ask`() throws {
        let run = try ViewedScenario()
        let pages = try (0..<48).map { _ in try run.page() }
        #expect(try TestPage(port: run.port).look(run.server.address.token).hasPrefix("HTTP/1.1 503"))
        #expect(pages[0].say(#"{"do": "go"}"#) == 204)
        #expect(try run.files().count == 2)
    }

    @Test func `more connections than there may be take the place of the silent, and slow readers hold nothing up`()
        throws
    {
        let run = try ViewedScenario()
        // They read nothing.
        let slow = try (0..<8).map { _ in try run.page() }
        for page in slow { page.say(#"{"do": "colour", "number": 0}"#) }
        let silent = (0..<200).compactMap { _ in try? TestPage(port: run.port) }
        #expect(silent.count == 200 && silent.prefix(100).allSatisfy { $0.isClosed() })
        slow[0].say(#"{"do": "go"}"#)
        #expect(try run.files().count == 2)
    }
}
