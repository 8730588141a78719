/// The error of a mean as it follows from blocks of one length (``BlockAverage``).
public struct BlockEstimate: Equatable, Sendable {
    /// How many samples are in a block.
    public let blockLength: Int

    /// How many blocks there are. Samples that do not fill one are left out.
    public let blockCount: Int

    /// The error of the mean if the blocks are independent: √(variance of their averages / their number).
    public let standardError: Double

    /// The error of this error: a part of 1/√(2 (number of blocks − 1)) of it.
    public let errorOfStandardError: Double
}
