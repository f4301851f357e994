public import ScrollCore
import ScrollLayout

/// The limits of a trace, so that no file makes the simulator overflow or run forever; messages
/// name the limit that was exceeded.
public enum TraceLimits {
  /// The number of items; a run with that number takes 0.3 GB of memory.
  public static let items = 2_000_000
  public static let images = 2_000_000
  /// The duration: a week, during which the content moves for at most a day.
  ///
  /// Code that visits every frame of a day of movement takes seconds.
  public static let duration = ScrollMotion.longest
  /// The number of items that are laid out, summed over all layouts of a trace.
  public static let places = 5_000_000
  /// The pixels of an image, or the points of a viewport, along one side.
  public static let side = 100_000
  /// The bytes of one encoded image: 100 GB.
  public static let encodedBytes = 100_000_000_000
  /// The bytes that other processes may take in one event: 1 PB.
  public static let pressureBytes = 1_000_000_000_000_000
  /// The distance from the start of the content in points, and the velocity in points per second.
  public static let points = 1_000_000_000
  /// The bytes of one line, without its end.
  public static let line = 65_536
  /// The bytes of a file: 1 GiB.
  public static let file = 1_073_741_824
}
