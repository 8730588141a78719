import Foundation
import Testing

/// The code blocks of a language in a document of the package, without their fences.
public func codeBlocks(_ language: String, in document: String) throws -> [String] {
    let text = try String(contentsOfFile: packageFolder + "/" + document, encoding: .utf8)
    return text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
        $0.components(separatedBy: "\n```").first
    }
}

/// Expects that the Swift examples of a document stand, line by line, in the source of the test that runs them.
public func expectSwiftExamples(
    of document: String, areIn sourceFile: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let examples = try codeBlocks("swift", in: document)
    #expect(!examples.isEmpty, "\(document) has no example", sourceLocation: sourceLocation)
    let source = try String(contentsOfFile: sourceFile, encoding: .utf8)
    let tested = Set(source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    for line in examples.joined(separator: "\n").split(separator: "\n") {
        let line = line.trimmingCharacters(in: .whitespaces)
        #expect(
            tested.contains(line), "\(document) has a line that is not tested: \(line)", sourceLocation: sourceLocation)
    }
}
