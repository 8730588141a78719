import Foundation
import TestSupport
import Testing

@testable import ScenarioFiles

@Suite struct ResultDirectoryTests {
    private let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
    }

    @Test func parentsAreCreatedToo() throws {
        let path = place.path(of: "a/b/c")
        #expect(try ResultDirectory(creating: path).path == path)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func nothingIsOverwritten() throws {
        let file = try place.write("mine", to: "file")
        #expect(throws: ResultError.exists(path: file)) { try ResultDirectory(creating: file) }
        #expect(throws: ResultError.exists(path: file)) { try ResultDirectory.checkIsFree(file) }
        let link = place.path(of: "link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
        #expect(throws: ResultError.exists(path: link)) { try ResultDirectory(creating: link) }
        let taken = ResultError.cannotCreate(path: link, reason: "it exists already")
        #expect(throws: taken) { try TextFile.create(link, with: "x") }
        #expect(try place.read("file") == "mine")
    }

    @Test func reasonsAreThoseOfTheSystem() throws {
        let path = place.path(of: String(repeating: "x", count: 300))
        #expect(throws: ResultError.cannotCreate(path: path, reason: "file name too long")) {
            try ResultDirectory(creating: path)
        }
    }

    @Test func freeNamesAreCounted() throws {
        try place.write("", to: "run-3")
        let names = try (1...3).map { _ in try ResultDirectory(creatingIn: place.path, name: "run").path }
        #expect(names == ["run", "run-2", "run-4"].map { place.path(of: $0) })
    }
}
