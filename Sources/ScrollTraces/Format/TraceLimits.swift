public import ScrollCore

/// The largest of everything that a trace may hold, so that no file makes the simulator
/// overflow or run for ever; messages name the limit that was passed.
public enum TraceLimits {
  /// Of which a run takes 0.3 GB.
  public static let items = 2_000_000
  public static let images = 2_000_000
  /// A day: whatever looks at every frame ends in seconds.
  public static let duration = SimTime(nanoseconds: 86_400 * 1_000_000_000)
  /// Items that are laid out, all layouts of a trace added up.
  public static let places = 5_000_000
  /// Pixels of an image, or points of a viewport, along one side.
  public static let side = 100_000
  /// Bytes of one encoded image: 100 GB.
  public static let encodedBytes = 100_000_000_000
  /// Bytes that other processes may take in one event: 1 PB.
  public static let pressureBytes = 1_000_000_000_000_000
  /// Points from the start of the content, and points per second.
  public static let points = 1_000_000_000
  /// Bytes of one line, its end not counted.
  public static let line = 65_536
  /// Bytes of a file: 1 GiB.
  public static let file = 1_073_741_824
}
