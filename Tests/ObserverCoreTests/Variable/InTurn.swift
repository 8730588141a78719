/// Executes assignments, which are its arguments, one after the other.
func inTurn(_ assignments: Void...) {}
