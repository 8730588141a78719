import Foundation
import GSL
import Recording
import Testing

@Suite struct PowerSpectrumTests {
    private func spectrum(of series: [Double], segmentLength: Int, interval: Double) throws -> PowerSpectrum {
        let spectrum = try PowerSpectrum(segment: segmentLength, interval: interval)
        for sample in series { spectrum.add(sample) }
        return spectrum
    }

    /// The weighted segments of the whole record.
    private func segments(of series: [Double], length: Int) -> [[Double]] {
        stride(from: 0, through: series.count - length, by: length / 2).map { start in
            let segment = series[start..<start + length]
            let mean = segment.reduce(0, +) / Double(length)
            return segment.enumerated().map { ($1 - mean) * (1 - cos(2 * .pi * Double($0) / Double(length))) / 2 }
        }
    }

    @Test("the density is that of the whole record, and its integral the power (Parseval)", arguments: [16, 30])
    func wholeRecord(length: Int) throws {
        let series = try AutoregressiveProcess(coefficient: 0.6, seed: 1).series(count: 100).map { $0 + 7 }
        let interval = 0.25
        let spectrum = try spectrum(of: series, segmentLength: length, interval: interval)
        let segments = segments(of: series, length: length)
        #expect(spectrum.segmentCount == segments.count)
        // The squares of the Hann window sum up to 3/8 of its length.
        let weight = 0.375 * Double(length)
        let scale = interval / (weight * Double(segments.count))
        for (k, density) in spectrum.density.enumerated() {
            let power = segments.reduce(0) { sum, segment in
                let angles = segment.indices.map { 2 * .pi * Double(k * $0 % length) / Double(length) }
                let real = zip(segment, angles).reduce(0) { $0 + $1.0 * cos($1.1) }
                let imaginary = zip(segment, angles).reduce(0) { $0 + $1.0 * sin($1.1) }
                return sum + real * real + imaginary * imaginary
            }
            let sides: Double = k == 0 || k == length / 2 ? 1 : 2
            #expect(abs(density - sides * scale * power) < 1e-12)
            #expect(abs(spectrum.frequencies[k] - Double(k) / (Double(length) * interval)) < 1e-14)
        }
        let width = 1 / (Double(length) * interval)
        let power = segments.joined().reduce(0) { $0 + $1 * $1 } / (weight * Double(segments.count))
        #expect(abs(spectrum.density.reduce(0, +) * width - power) < 1e-12)
    }

    /// The Hann window spreads a line over 1.5 bins.
    @Test("a sine is a peak at its frequency, with half its squared amplitude as power")
    func sine() throws {
        let (amplitude, interval, length) = (3.0, 0.01, 256)
        let width = 1 / (Double(length) * interval)
        let frequency = 40 * width
        let series = (0..<4000).map { amplitude * sin(2 * .pi * frequency * Double($0) * interval + 1) }
        let spectrum = try spectrum(of: series, segmentLength: length, interval: interval)
        let density = spectrum.density
        let peak = try #require(density.indices.max { density[$0] < density[$1] })
        #expect(spectrum.frequencies[peak] == frequency)
        #expect(abs(density[peak] * 1.5 * width - amplitude * amplitude / 2) < 1e-10)
        #expect(abs(density.reduce(0, +) * width - amplitude * amplitude / 2) < 1e-10)
        #expect(density[peak + 3] < 1e-20)
    }

    /// 61 bins of 499 segments: the standard error of their average is about 1/√(61 · 499 · 9/11 / 1.9) = 0.9 %, of which
    /// four are exceeded with a probability of 6e-5.
    @Test("white noise is flat, at twice its variance times the interval")
    func whiteNoise() throws {
        let interval = 0.5
        let series = try AutoregressiveProcess(coefficient: 0, seed: 9).series(count: 32_000).map { 2 * $0 }
        let spectrum = try spectrum(of: series, segmentLength: 128, interval: interval)
        #expect(spectrum.segmentCount == 499)
        let level = 2 * 4 * interval
        let inner = spectrum.density[2..<63]
        #expect(abs(inner.reduce(0, +) / 61 / level - 1) < 0.036)
        // A bin has an error of √(11/9/499) = 5 %.
        #expect(inner.allSatisfy { abs($0 / level - 1) < 0.25 })
    }

    @Test("without a complete segment there is no density, and wrong lengths are told")
    func arguments() throws {
        #expect(try spectrum(of: [1, 2, 3], segmentLength: 4, interval: 1).density.allSatisfy(\.isNaN))
        func message(_ length: Int, _ interval: Double) -> String? {
            #expect(throws: StatisticsError.self) { try PowerSpectrum(segment: length, interval: interval) }?
                .description
        }
        #expect(message(2, 1) == "the length of a segment must be from 4 to 268435456, not 2")
        #expect(message(7, 1) == "the length of a segment must be a multiple of 2, not 7")
        #expect(message(8, 0) == "the interval between samples must be positive and finite, not 0.0")
    }
}
