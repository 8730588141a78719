/// Random streams, tables and what tells of them are part of what simulations are made of: who imports the engine has them.
@_exported import Essentials
