public import ScrollCore

/// The costs of work on the main thread.
public struct MainThreadFigures: Sendable, Equatable {
  /// The time to create and lay out one cell.
  public var cellWork: SimTime
  /// The bytes per second at which bitmaps are uploaded from memory to the graphics processor.
  public var uploadBandwidth: Double
  /// The speed of redrawing an image into a context, in bytes of the destination bitmap per second.
  public var redrawBandwidth: Double
  /// The bytes per second at which a bitmap is uploaded that was not redrawn for the screen, but
  /// decoded by ImageIO or by drawing a single pixel.
  public var lazyUploadBandwidth: Double
  /// The time to encode a million pixels as PNG, for apps that encode images before they write them
  /// to disk.
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
