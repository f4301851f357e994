public import ScrollCore

/// How long one decode of one file took on a device.
public struct DecodeReading: Sendable, Equatable {
  /// The name of the file.
  public var file: String
  /// In pixels.
  public var width: Int, height: Int
  public var encoded: ByteCount
  public var format: ImageFormat
  /// Nil if the readings do not say.
  public var content: ContentClass?
  /// Which of the decodes of the file it is, in the order in which they were made.
  public var repetition: Int
  public var milliseconds: Double

  public init(
    file: String, width: Int, height: Int, encoded: ByteCount, format: ImageFormat,
    content: ContentClass? = nil, repetition: Int, milliseconds: Double
  ) {
    self.file = file
    self.width = width
    self.height = height
    self.encoded = encoded
    self.format = format
    self.content = content
    self.repetition = repetition
    self.milliseconds = milliseconds
  }
}
