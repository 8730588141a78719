/// Where something was published.
package struct Reference: Equatable, Sendable {
    /// The authors, such as `D. J. Watts and S. H. Strogatz`.
    package let authors: String

    /// The title.
    package let title: String

    /// The journal, or the publisher of a book.
    package let journal: String

    /// The volume, if it has one.
    package let volume: String?

    /// The first page, if it has one.
    package let page: String?

    /// The year.
    package let year: Int

    /// The digital object identifier, if it has one.
    package let doi: String?

    /// Creates a reference.
    package init(
        _ authors: String, _ title: String, _ journal: String, _ volume: String? = nil, page: String? = nil, year: Int,
        doi: String? = nil
    ) {
        (self.authors, self.title, self.journal) = (authors, title, journal)
        (self.volume, self.page) = (volume, page)
        (self.year, self.doi) = (year, doi)
    }

    /// The reference in one sentence.
    package var words: String {
        let place = [journal, volume, "(\(year))", page].compactMap { $0 }.joined(separator: " ")
        return "\(authors), \(title), \(place)" + (doi.map { ", DOI \($0)" } ?? "")
    }
}
