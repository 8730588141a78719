/// Colours that those can tell apart, too, who see no red or no green.
enum Palette {
    /// For things: M. Okabe and K. Ito, *Color Universal Design* (2008), <https://jfly.uni-koeln.de/color/>, without yellow, which is
    /// hard to see on white.
    static let things = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999"]

    /// For numbers: viridis, by S. van der Walt and N. Smith (2015), at equal distances, <https://bids.github.io/colormap/>.
    static let numbers = [
        "#440154", "#472D7B", "#3B528B", "#2C728E", "#21918C", "#28AE80", "#5EC962", "#ADDC30", "#FDE725",
    ]

    /// For angles: begins and ends with the same colour, after *twilight* by B. Keller, <https://github.com/bastibe/twilight>.
    static let angles = [
        "#E2D9E2", "#9EBBC9", "#6785BE", "#5E43A5", "#2F1436", "#8E2C50", "#BA6657", "#CEAC94", "#E2D9E2",
    ]

    static func thing(_ index: Int) -> String { things[index % things.count] }
}
