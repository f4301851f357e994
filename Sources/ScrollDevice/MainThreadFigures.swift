public import ScrollCore

/// The costs of work on the main thread.
public struct MainThreadFigures: Sendable, Equatable {
  /// The time to create and lay out one cell.
  public var cellWork: SimTime
  /// The bytes per second from memory to the graphics processor.
  public var uploadBandwidth: Double
  /// The bytes of destination bitmap per second when an image is redrawn into a context.
  public var redrawBandwidth: Double
  /// The bytes per second to the graphics processor of a bitmap that was not redrawn for the
  /// screen: one that ImageIO or drawing a single pixel has decoded.
  public var lazyUploadBandwidth: Double
  /// The time to encode a million pixels as PNG, for apps that do so before they write to disk.
  public var pngEncodePerMegapixel: SimTime

  /// Creates the costs of work on the main thread.
  /// - Parameters:
  ///   - cellWork: the time of one cell.
  ///   - uploadBandwidth: bytes per second.
  ///   - redrawBandwidth: bytes per second.
  ///   - lazyUploadBandwidth: bytes per second; by default that of any upload.
  ///   - pngEncodePerMegapixel: zero by default.
  public init(
    cellWork: SimTime, uploadBandwidth: Double, redrawBandwidth: Double,
    lazyUploadBandwidth: Double? = nil, pngEncodePerMegapixel: SimTime = .zero
  ) {
    self.cellWork = cellWork
    self.uploadBandwidth = uploadBandwidth
    self.redrawBandwidth = redrawBandwidth
    self.lazyUploadBandwidth = lazyUploadBandwidth ?? uploadBandwidth
    self.pngEncodePerMegapixel = pngEncodePerMegapixel
  }

  public func uploadTime(of bitmap: ByteCount) -> SimTime {
    SimTime(seconds: Double(bitmap) / uploadBandwidth)
  }

  /// Returns the upload time of a bitmap that was not redrawn for the screen.
  public func lazyUploadTime(of bitmap: ByteCount) -> SimTime {
    SimTime(seconds: Double(bitmap) / lazyUploadBandwidth)
  }

  public func redrawTime(to bitmap: ByteCount) -> SimTime {
    SimTime(seconds: Double(bitmap) / redrawBandwidth)
  }

  /// Returns the time to encode an image as PNG, regardless of its content.
  public func pngEncodeTime(pixels: Int) -> SimTime {
    SimTime(milliseconds: pngEncodePerMegapixel.milliseconds * Double(pixels) / 1e6)
  }
}
