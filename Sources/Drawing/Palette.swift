/// Colours that those can tell apart, too, who see no red or no green.
enum Palette {
    /// For things: M. Okabe and K. Ito, *Color Universal Design* (2008), <https://jfly.uni-koeln.de/color/>, without yellow, which is
    /// hard to see on white.
    static let things = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999"]

    /// For numbers: viridis, by S. van der Walt and N. Smith (2015), at equal distances, <https://bids.github.io/colormap/>.
    static let numbers = [
        "#440154", "#472D7B", "#3B528B", "#2C728E", "#21918C", "#28AE80", "#5EC962", "#ADDC30", "#FDE725",
    ]

    /// For angles: those for things, put into a circle.
    static let angles = [
        "#0072B2", "#56B4E9", "#009E73", "#B8B832", "#E69F00", "#D55E00", "#CC79A7", "#7A76AD", "#0072B2",
    ]

    static func thing(_ index: Int) -> String { things[index % things.count] }
}
