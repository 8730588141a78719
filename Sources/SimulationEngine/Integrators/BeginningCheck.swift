/// An integrator that can tell before a simulation what would keep it from its first step.
package protocol BeginningCheck<Model>: Integrator {
    /// Looks at a model as it is at the beginning, and leaves it and the integrator as they are.
    ///
    /// - Throws: What the first step would throw at once.
    /// - Complexity: That of the beginning of the first step.
    func checkBeginning(of model: Model) throws
}
