/// What happens on graphs is told in terms of them: who imports this module has graphs, too.
@_exported import Graphs
