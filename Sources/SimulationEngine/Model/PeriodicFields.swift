/// A model that shows some fields within a period, such as positions in a periodic box.
package protocol PeriodicFields: SimulationModel {
    /// Copies a field as it is beyond its period, without jumps from one end to the other.
    func copyContinuousField(
        _ field: Int, of nodes: UnsafeBufferPointer<Int>, into values: UnsafeMutableBufferPointer<Double>)
}
