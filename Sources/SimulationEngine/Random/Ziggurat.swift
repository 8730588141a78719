/// The tables of the ziggurat method for normal deviates, with 256 layers of equal area.
///
/// G. Marsaglia and W. W. Tsang, *The ziggurat method for generating random variables*, J. Stat. Softw. 5 (2000), DOI
/// 10.18637/jss.v005.i08. Layer and position are different bits of a word, as J. A. Doornik, *An improved ziggurat method
/// to generate normal random samples*, University of Oxford 2005, asks for.
struct Ziggurat {
    /// Where the lowest layer ends and the tail begins.
    static let tail = 3.654_152_885_361_008_8

    /// The area of each layer under exp(−*x*²/2), where the lowest one contains the tail.
    static let area = 0.004_928_673_233_974_655

    static let layerCount = 256

    /// The tables, made once and never freed.
    static let shared = Ziggurat()

    /// For each layer its width, and behind the last one 0.
    let widths: UnsafePointer<Double>

    /// exp(−*x*²/2) at these widths.
    let heights: UnsafePointer<Double>

    private init() {
        let count = Self.layerCount + 1
        let widths = UnsafeMutablePointer<Double>.allocate(capacity: count)
        let heights = UnsafeMutablePointer<Double>.allocate(capacity: count)
        // The lowest layer as wide as if it were a rectangle.
        widths[0] = Self.area / Self.height(Self.tail)
        widths[1] = Self.tail
        for layer in 2..<Self.layerCount {
            let last = widths[layer - 1]
            widths[layer] = (-2 * reproducibleLog(Self.area / last + Self.height(last))).squareRoot()
        }
        widths[Self.layerCount] = 0
        for layer in 0..<count { heights[layer] = Self.height(widths[layer]) }
        self.widths = UnsafePointer(widths)
        self.heights = UnsafePointer(heights)
    }

    static func height(_ x: Double) -> Double { reproducibleExp(-0.5 * x * x) }
}

extension Ziggurat: @unchecked Sendable {}

extension Ziggurat {
    /// A normal deviate of mean 0 and variance 1: one word in 98.8 % of all cases.
    @inline(__always)
    func deviate(from words: inout RandomWords) -> Double {
        let word = words.next()
        let layer = Int(word & 0xFF)
        let x = Double(Int64(bitPattern: word) >> 11) * 0x1p-52 * widths[layer]
        return abs(x) < widths[layer + 1] ? x : slowDeviate(x, layer, from: &words)
    }

    /// A deviate that is not in the inner part of a layer: at its edge, in the tail, or from another word.
    @inline(never)
    private func slowDeviate(_ first: Double, _ firstLayer: Int, from words: inout RandomWords) -> Double {
        var (x, layer) = (first, firstLayer)
        while abs(x) >= widths[layer + 1] {
            if layer == 0 { return tailDeviate(isNegative: x < 0, from: &words) }
            let height = heights[layer] + words.uniform() * (heights[layer + 1] - heights[layer])
            if height < Self.height(x) { return x }
            let word = words.next()
            layer = Int(word & 0xFF)
            x = Double(Int64(bitPattern: word) >> 11) * 0x1p-52 * widths[layer]
        }
        return x
    }

    /// G. Marsaglia, *Generating a variable from the tail of the normal distribution*, Technometrics 6 (1964) 101, DOI
    /// 10.1080/00401706.1964.10490150.
    private func tailDeviate(isNegative: Bool, from words: inout RandomWords) -> Double {
        while true {
            let x = reproducibleLog(words.positiveUniform()) / Self.tail
            let y = reproducibleLog(words.positiveUniform())
            if -2 * y >= x * x { return isNegative ? x - Self.tail : Self.tail - x }
        }
    }
}
