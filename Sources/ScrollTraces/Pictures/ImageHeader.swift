package import ScrollDevice

/// What the header of an image's file says; no pixel is decoded for it.
package struct ImageHeader: Sendable, Equatable {
  package let format: ImageFormat
  /// Pixels, as they are stored.
  package let width: Int, height: Int
  /// How the stored pixels are turned to be shown, 1 to 8 as in EXIF (its tag 274); from 5 on,
  /// width and height change places.
  package let orientation: Int
  /// Whether pixels may be transparent.
  package let hasAlpha: Bool
  /// Whether there is more than one frame.
  package let isAnimated: Bool

  /// A header.
  /// - Throws: `HeaderFault` for sides that no image has.
  init(
    _ format: ImageFormat, width: Int, height: Int, orientation: Int = 1, hasAlpha: Bool = false,
    isAnimated: Bool = false
  ) throws(HeaderFault) {
    guard SizeRule.sides.contains(width), SizeRule.sides.contains(height) else {
      throw HeaderFault(
        "says that it has \(width)x\(height) pixels",
        expected: "sides from 1 to \(TraceLimits.side)")
    }
    self.format = format
    self.width = width
    self.height = height
    self.orientation = 1...8 ~= orientation ? orientation : 1
    self.hasAlpha = hasAlpha
    self.isAnimated = isAnimated
  }

  /// Pixels as they are shown.
  package var shown: (width: Int, height: Int) {
    orientation < 5 ? (width, height) : (height, width)
  }

  /// Reads the header of the bytes of a file.
  /// - Returns: nil for what is no image of a format that is read.
  /// - Throws: `HeaderFault` for an image whose header is wrong or cut off.
  /// - Complexity: at most O(bytes), usually O(1).
  package init?(of bytes: [UInt8]) throws(HeaderFault) {
    var bytes = HeaderBytes(bytes)
    try self.init(&bytes)
  }

  /// By the first bytes, whatever the name of the file.
  init?(_ bytes: inout HeaderBytes) throws(HeaderFault) {
    if bytes.count < 12 { return nil }
    if try JPEGHeader.begins(&bytes) {
      self = try JPEGHeader.read(&bytes)
    } else if try PNGHeader.begins(&bytes) {
      self = try PNGHeader.read(&bytes)
    } else if try GIFHeader.begins(&bytes) {
      self = try GIFHeader.read(&bytes)
    } else if try WebPHeader.begins(&bytes) {
      self = try WebPHeader.read(&bytes)
    } else if try HEIFHeader.begins(&bytes) {
      self = try HEIFHeader.read(&bytes)
    } else if try JPEG2000Header.begins(&bytes) {
      self = try JPEG2000Header.read(&bytes)
    } else {
      return nil
    }
  }
}
