/// The version of all programs of this package.
public enum Version {
    public static let text = "0.1.0"
}
