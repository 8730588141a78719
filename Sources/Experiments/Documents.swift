/// What is wrong with a scenario, and where, is told in terms of them: who imports this module has them, too.
@_exported import Documents
