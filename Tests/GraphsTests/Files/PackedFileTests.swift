import CZlib
import Foundation
import Graphs
import TestSupport
import Testing

/// Files that gzip has packed, and files that cannot be read.
@Suite struct PackedFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func pack(_ text: String, to name: String, mode: String = "wb") throws -> String {
        let path = directory.path(of: name)
        let file = try #require(gzopen(path, mode))
        #expect(gzwrite(file, text, UInt32(text.utf8.count)) == Int32(text.utf8.count))
        #expect(gzclose(file) == Z_OK)
        return path
    }

    @Test("a packed file is read like what it was made of, whatever it is called")
    func packed() throws {
        // Longer than what is unpacked at once, and than the memory that it begins with.
        let text =
            "# " + String(repeating: "comment ", count: 600_000) + "\n"
            + (0..<400).map { "\($0)\t\($0 + 1)\n" }.joined()
        let plain = try EdgeList(contentsOf: try directory.write(text, to: "path.txt"))
        #expect(plain.graph.edgeCount == 400)
        #expect(try EdgeList(contentsOf: try pack(text, to: "path.txt.gz")) == plain)
        #expect(try EdgeList(contentsOf: try pack(text, to: "path")) == plain)
    }

    @Test("pieces that were packed one after the other are one file")
    func members() throws {
        _ = try pack("1 2\n", to: "edges.gz")
        let path = try pack("2 3\n", to: "edges.gz", mode: "ab")
        #expect(try EdgeList(contentsOf: path).graph.edgeCount == 2)
    }

    @Test("a file that was cut short or damaged is told as such")
    func damaged() throws {
        let text = (0..<1000).map { "\($0) \($0 + 1)\n" }.joined()
        let path = try pack(text, to: "edges.gz")
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: DataFileError.self) { try EdgeList(contentsOf: path, named: "edges.gz") }
        #expect(error?.description.hasPrefix("edges.gz: error: the file is packed by gzip, but damaged or cut") == true)
        var broken = data
        broken[data.count / 2] ^= 0xFF
        try broken.write(to: URL(fileURLWithPath: path))
        #expect(throws: DataFileError.self) { try EdgeList(contentsOf: path) }
    }

    @Test("what is not there, and a folder, cannot be read")
    func missing() {
        let path = directory.path(of: "none.txt")
        let error = #expect(throws: DataFileError.self) { try EdgeList(contentsOf: path, named: "none.txt") }
        #expect(error?.description == "none.txt: error: the file does not exist")
        let folder = #expect(throws: DataFileError.self) { try EdgeList(contentsOf: directory.path, named: "here") }
        #expect(folder?.description == "here: error: this is a folder, not a file")
    }

    @Test("files whose length is a whole number of pages end where they end")
    func pages() throws {
        // 2 × 4096 bytes; the last line has no end.
        let text = String(repeating: "# 3456789012345\n", count: 511) + "1 2\n3 456\n5 67890"
        #expect(text.utf8.count == 8192 + 1)
        for drop in [0, 1, 2] {
            let path = try directory.write(String(text.dropLast(drop)), to: "pages-\(drop).txt")
            let names = try EdgeList(contentsOf: path).graph.vertexNames
            #expect(names == ["1", "2", "3", "5", "456", String("67890".dropLast(drop))])
        }
    }
}
