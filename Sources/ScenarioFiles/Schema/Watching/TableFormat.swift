import Descriptions
import Recording

/// A format in which tables are written.
struct TableFormat: Sendable {
    let description: ComponentDescription

    /// The ending of files.
    let ending: String

    /// A table in a file.
    let file: @Sendable (_ path: String, FileOpening) -> TableDestination

    /// A table on a stream.
    let stream: @Sendable (TextStream, _ isResuming: Bool) -> TableDestination

    init(
        _ name: String, _ summary: String, ending: String,
        file: @escaping @Sendable (_ path: String, FileOpening) -> TableDestination,
        stream: @escaping @Sendable (TextStream, _ isResuming: Bool) -> TableDestination
    ) {
        description = ComponentDescription(name: name, summary: summary, parameters: [])
        (self.ending, self.file, self.stream) = (ending, file, stream)
    }

    /// All formats; the first is that of tables of which nothing is said.
    static let all = [csv, jsonLines]

    static let csv = TableFormat(
        "csv", "a table by RFC 4180, with a header", ending: "csv", file: { .csv($0, opening: $1) },
        stream: { .csv($0, isResuming: $1) })

    static let jsonLines = TableFormat(
        "json-lines", "a JSON object for each row, with the columns as keys", ending: "jsonl",
        file: { .jsonLines($0, opening: $1) }, stream: { .jsonLines($0, isResuming: $1) })
}
