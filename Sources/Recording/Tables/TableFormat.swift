/// A format in which tables are written, which is a file of this module and a line here.
package struct TableFormat: Sendable {
    /// The name, in lower case with hyphens.
    package let name: String

    /// The summary, in a few words.
    package let summary: String

    /// The ending of files.
    package let ending: String

    /// A table in a file.
    package let file: @Sendable (_ path: String, FileOpening) -> TableDestination

    /// A table on a stream.
    package let stream: @Sendable (TextStream, _ isResuming: Bool) -> TableDestination

    /// All formats.
    package static let all = [csv, jsonLines]

    package static let csv = TableFormat(
        name: "csv", summary: "a table by RFC 4180, with a header", ending: "csv",
        file: { .csv($0, opening: $1) }, stream: { .csv($0, isResuming: $1) })

    static let jsonLines = TableFormat(
        name: "json-lines", summary: "a JSON object for each row, with the columns as keys", ending: "jsonl",
        file: { .jsonLines($0, opening: $1) }, stream: { .jsonLines($0, isResuming: $1) })
}
