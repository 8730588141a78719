import GSL
import Testing

@testable import Networks

/// The variables that rest after events.
@Suite struct RestingVariablesTests {
    @Test("What rests among some vertices has no rate of change, or stays where it was, and all else moves")
    func stop() throws {
        var random = try RandomStreams(seed: 5).words(for: .initialState)
        let (vertexCount, variableCount) = (200, 3)
        let rests = RestingVariables(variableCount: variableCount)
        rests.setVertexCount(to: vertexCount)
        var masks = [UInt64](repeating: 0, count: vertexCount)
        let state = (0..<vertexCount * variableCount).map { (place: Int) in place % 5 == 0 ? -0.0 : Double(place) }
        for round in 0..<500 {
            for _ in 0..<random.below(20) {
                let vertex = random.below(vertexCount)
                masks[vertex] = UInt64(random.below(1 << variableCount))
                rests.set(masks[vertex], of: vertex)
            }
            let first = random.below(vertexCount + 1)
            let run = first..<first + random.below(vertexCount - first + 1)
            var found = [Double](repeating: -7, count: state.count)
            state.withUnsafeBufferPointer { state in
                found.withUnsafeMutableBufferPointer { found in
                    guard let found = found.baseAddress else { return }
                    let origin = round % 2 == 0 ? state.baseAddress : nil
                    rests.stop(run, found, at: origin, rowCount: vertexCount)
                }
            }
            for (index, number) in found.enumerated() {
                let (variable, vertex) = index.quotientAndRemainder(dividingBy: vertexCount)
                let isStopped = run.contains(vertex) && masks[vertex] & 1 << UInt64(variable) != 0
                let wanted = isStopped ? (round % 2 == 0 ? state[index] + 0 : 0) : -7
                #expect(number.bitPattern == wanted.bitPattern)
            }
        }
    }
}
