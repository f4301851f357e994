/// The spread of decode times around the formula: between files, and between decodes of one file.
///
/// Both are standard deviations of the natural logarithm of the measured time divided by the
/// formula's time, so 0.09 is about nine percent. A spread that was not measured is 0; then every
/// decode takes the formula's time.
public struct DecodeSpread: Sendable, Equatable {
  /// The spread of a file's own time around the formula's time for its format, pixels and bytes.
  public var files: Double
  /// The spread of single decodes of a file around the file's own time.
  public var jobs: Double

  /// Creates a spread; there is none by default.
  public init(files: Double = 0, jobs: Double = 0) {
    self.files = files
    self.jobs = jobs
  }

  public var isNone: Bool { files == 0 && jobs == 0 }
}
