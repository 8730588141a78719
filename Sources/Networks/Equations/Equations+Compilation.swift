import SimulationEngine

extension Equations {
    /// The same equations, with the arithmetic of their formulas compiled, of which models have the same numbers and less to do.
    ///
    /// Compiled are formulas of rates, noise and edges, of conditions and changes of events, and of what they send. Elementary functions
    /// between, delays, derivatives and the numbers with which edges begin are computed as without.
    ///
    /// - Parameter compiler: Compiles them.
    /// - Returns: The equations.
    /// - Throws: `FormulaCompilerError`.
    /// - Complexity: O(operations), some tenths of a second, unless they have been compiled before.
    public func compiled(by compiler: FormulaCompiler) throws(FormulaCompilerError) -> Equations {
        var (equations, known) = (self, [] as [ExpressionProgram])
        equations.programs.forEachFormula { known.append($0) }
        var rest = try compiler.compile(known)[...]
        equations.programs.forEachFormula { program in
            if let compiled = rest.popFirst() { program = compiled }
        }
        return equations
    }
}

extension EquationPrograms {
    /// Calls a closure with the programs that are run again and again.
    fileprivate mutating func forEachFormula(_ body: (inout ExpressionProgram) -> Void) {
        func use(_ program: inout ExpressionProgram?) {
            guard var known = program else { return }
            body(&known)
            program = known
        }
        func use(_ rates: inout EdgeRates?) {
            guard var program = rates?.program else { return }
            body(&program)
            rates?.program = program
        }
        func use(_ changes: inout EventPrograms.EdgeChanges?) {
            guard var program = changes?.program else { return }
            body(&program)
            changes?.program = program
        }
        body(&rates)
        use(&noise)
        use(&edges)
        use(&edgeRates)
        use(&edgeNoise)
        if var separated {
            use(&separated.sources)
            use(&separated.targets)
            body(&separated.results)
            self.separated = separated
        }
        for index in events.indices {
            body(&events[index].condition)
            body(&events[index].watched)
            for comparison in events[index].comparisons.indices { body(&events[index].comparisons[comparison]) }
            body(&events[index].changes)
            use(&events[index].messages)
            use(&events[index].outgoing)
            use(&events[index].incoming)
        }
    }
}
