/// Where something was published.
public struct Reference: Equatable, Sendable {
    /// The authors, such as `D. J. Watts and S. H. Strogatz`.
    public let authors: String

    /// The title.
    public let title: String

    /// The journal, or the publisher of a book.
    public let journal: String

    /// The volume, if it has one.
    public let volume: String?

    /// The first page, if it has one.
    public let page: String?

    /// The year.
    public let year: Int

    /// The digital object identifier, if it has one.
    public let doi: String?

    /// Creates a reference.
    public init(
        _ authors: String, _ title: String, _ journal: String, _ volume: String? = nil, page: String? = nil, year: Int,
        doi: String? = nil
    ) {
        (self.authors, self.title, self.journal) = (authors, title, journal)
        (self.volume, self.page) = (volume, page)
        (self.year, self.doi) = (year, doi)
    }

    /// The reference in one sentence.
    public var words: String {
        let place = [journal, volume, "(\(year))", page].compactMap { $0 }.joined(separator: " ")
        return "\(authors), \(title), \(place)" + (doi.map { ", DOI \($0)" } ?? "")
    }
}
