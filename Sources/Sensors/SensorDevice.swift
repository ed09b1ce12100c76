import OrientationCore
import Posix

/// A device of industrial I/O, of this machine or of another, for ``IIOSession``. Every call may block; for one thread at a
/// time.
protocol SensorDevice: AnyObject, Sendable {
    /// `iio:device0`
    var id: String { get }
    /// The text of an attribute, without its newline; nil if there is none.
    func attribute(_ name: String, of place: AttributePlace) throws(SystemError) -> String?
    func setAttribute(_ name: String, of place: AttributePlace, to text: String) throws(SystemError)
    /// A value in counts; 0 is x. Takes as long as the chip takes.
    func readAxis(_ index: Int) throws(SystemError) -> Double
}

/// Which attributes of a device are meant.
enum AttributePlace: Sendable {
    case device
    case buffer
    /// Shared by the axes, or that of the x axis.
    case axes
}
