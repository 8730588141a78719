/// What pictures are made of is told in terms of it: who imports this module has the errors and the forms of pictures.
@_exported import Drawing
