/// The spread of decode times around the formula: between files, and between decodes of one file.
///
/// Both are standard deviations of the natural logarithm of a time over its formula, so 0.09 is
/// about nine percent. If they were not measured they are 0, and every decode takes the formula's
/// time.
public struct DecodeSpread: Sendable, Equatable {
  /// The spread of a file's own time around the formula's time for its format, pixels and bytes.
  public var files: Double
  /// The spread of one decode around the file's own time.
  public var jobs: Double

  /// Creates a spread; there is none by default.
  public init(files: Double = 0, jobs: Double = 0) {
    self.files = files
    self.jobs = jobs
  }

  public var isNone: Bool { files == 0 && jobs == 0 }
}
