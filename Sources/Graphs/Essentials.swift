/// Generators draw from streams, and readers tell of files, in these terms: who imports graphs has them, too.
@_exported import Essentials
