/// The form of a picture.
public enum PictureFormat: String, CaseIterable, Sendable {
    case svg, png
}
