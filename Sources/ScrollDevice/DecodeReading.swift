public import ScrollCore

/// The measured time of one decode of one file on a device.
public struct DecodeReading: Sendable, Equatable {
  /// The name of the file.
  public var file: String
  /// The size in pixels.
  public var width: Int, height: Int
  public var encoded: ByteCount
  public var format: ImageFormat
  /// The content class; `nil` if the readings do not contain it.
  public var content: ContentClass?
  /// The number of this decode among all decodes of the file, in order of time.
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
