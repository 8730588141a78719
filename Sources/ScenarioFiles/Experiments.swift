/// What is made of a scenario's text is an experiment: who imports this module has them, too.
@_exported import Experiments
