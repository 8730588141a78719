import Foundation
import Testing

/// The code blocks of a language in a document of the package, without their fences.
public func codeBlocks(_ language: String, in document: String) throws -> [String] {
    let text = try String(contentsOfFile: packageFolder + "/" + document, encoding: .utf8)
    return text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
        $0.components(separatedBy: "\n```").first
    }
}

/// Expects that the page of a module lists all its public types, as far as they are not parts of others.
public func expectTopics(
    coverTypesOf module: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let folder = packageFolder + "/Sources/" + module
    let page = try String(contentsOfFile: "\(folder)/\(module).docc/\(module).md", encoding: .utf8)
    let declaration = /^(?:public|open) (?:final )?(?:class|struct|enum|protocol|actor) (\w+)/.anchorsMatchLineEndings()
    var typeCount = 0
    for case let path as String in FileManager.default.enumerator(atPath: folder) ?? .init()
    where path.hasSuffix(".swift") {
        let source = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
        for match in source.matches(of: declaration) {
            typeCount += 1
            #expect(page.contains("- ``\(match.1)``\n"), "\(match.1) is not listed", sourceLocation: sourceLocation)
        }
    }
    #expect(typeCount > 0, "\(module) has no public types", sourceLocation: sourceLocation)
}

/// Expects that the Swift examples of a document stand, line by line, in the source of the test that runs them, and that this
/// looks for leaks: that it tracks what the examples make (``LifetimeTracking``). A line `@main` cannot: tests have an entry of
/// their own.
public func expectSwiftExamples(
    of document: String, areIn sourceFile: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let examples = try codeBlocks("swift", in: document)
    #expect(!examples.isEmpty, "\(document) has no example", sourceLocation: sourceLocation)
    let source = try String(contentsOfFile: sourceFile, encoding: .utf8)
    #expect(
        source.contains("@Test(.tracksLifetimes)") || source.contains(", .tracksLifetimes)")
            || source.contains("@Suite(.tracksLifetimes)"),
        "the examples of \(document) are not tested for leaks", sourceLocation: sourceLocation)
    let tested = Set(source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    for line in examples.joined(separator: "\n").split(separator: "\n") where line != "@main" {
        let line = line.trimmingCharacters(in: .whitespaces)
        #expect(
            tested.contains(line), "\(document) has a line that is not tested: \(line)", sourceLocation: sourceLocation)
    }
}
