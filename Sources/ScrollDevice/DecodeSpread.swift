/// How far decode times lie from the formula: between files, and between decodes of one file.
///
/// Both are standard deviations of the natural logarithm of a time over its formula, so 0.09 is about
/// nine percent. Where they were not measured they are 0, and every decode takes what the formula says.
public struct DecodeSpread: Sendable, Equatable {
  /// Of a file's own time, over what the formula says for its format, pixels and bytes.
  public var files: Double
  /// Of one decode, over the file's own time.
  public var jobs: Double

  /// A spread; none unless given.
  public init(files: Double = 0, jobs: Double = 0) {
    self.files = files
    self.jobs = jobs
  }

  public var isNone: Bool { files == 0 && jobs == 0 }
}
