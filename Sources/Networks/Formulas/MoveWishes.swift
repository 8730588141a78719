/// Where vertices want to go, all at once.
final class MoveWishes {
    private let vertexCount: Int

    /// Where each wants to go, −1 if nowhere; by which move; and with which number.
    let places: ScratchMemory<Int32>
    let moves: ScratchMemory<Int32>
    let ranks: ScratchMemory<UInt64>

    /// Of those who concern a vertex, because they want to leave it or go there, the one with the lowest number.
    private let firsts: ScratchMemory<Int32>

    init(vertexCount: Int) {
        self.vertexCount = vertexCount
        places = ScratchMemory(count: vertexCount, repeating: -1)
        moves = ScratchMemory(count: vertexCount, repeating: 0)
        ranks = ScratchMemory(count: vertexCount, repeating: 0)
        firsts = ScratchMemory(count: vertexCount, repeating: -1)
    }

    /// Calls a closure with the vertex, the place and the move of each wish that comes true. No two of them have a vertex in common.
    func forEachGranted(_ body: (Int, Int, Int) -> Void) {
        let (places, firsts) = (places.pointer, firsts.pointer)
        firsts.update(repeating: -1, count: vertexCount)
        for vertex in 0..<vertexCount where places[vertex] >= 0 {
            enter(vertex, at: vertex)
            enter(vertex, at: Int(places[vertex]))
        }
        for vertex in 0..<vertexCount where places[vertex] >= 0 {
            let place = Int(places[vertex])
            if Int(firsts[vertex]) == vertex, Int(firsts[place]) == vertex {
                body(vertex, place, Int(moves.pointer[vertex]))
            }
        }
    }

    /// Of two with the same number, the vertex with the lower one is first.
    private func enter(_ vertex: Int, at end: Int) {
        let first = Int(firsts.pointer[end])
        if first < 0 || ranks.pointer[vertex] < ranks.pointer[first] { firsts.pointer[end] = Int32(vertex) }
    }
}
