public import ScrollCore

/// What work on the main thread costs.
public struct MainThreadFigures: Sendable, Equatable {
  /// To make and lay out one cell.
  public var cellWork: SimTime
  /// Bytes per second from memory to the graphics processor.
  public var uploadBandwidth: Double
  /// Bytes of destination bitmap per second when an image is redrawn into a context.
  public var redrawBandwidth: Double
  /// Bytes per second to the graphics processor of a bitmap that was not redrawn for the
  /// screen: one that ImageIO or drawing a single pixel has decoded.
  public var lazyUploadBandwidth: Double
  /// To encode a million pixels as PNG, for apps that do so before they write to disk.
  public var pngEncodePerMegapixel: SimTime

  /// What the main thread pays.
  /// - Parameters:
  ///   - cellWork: for one cell.
  ///   - uploadBandwidth: bytes per second.
  ///   - redrawBandwidth: bytes per second.
  ///   - lazyUploadBandwidth: bytes per second; as any upload unless given.
  ///   - pngEncodePerMegapixel: nothing unless given.
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

  /// Of a bitmap that was not redrawn for the screen.
  public func lazyUploadTime(of bitmap: ByteCount) -> SimTime {
    SimTime(seconds: Double(bitmap) / lazyUploadBandwidth)
  }

  public func redrawTime(to bitmap: ByteCount) -> SimTime {
    SimTime(seconds: Double(bitmap) / redrawBandwidth)
  }

  /// How long it takes to encode an image as PNG; its content is not looked at.
  public func pngEncodeTime(pixels: Int) -> SimTime {
    SimTime(milliseconds: pngEncodePerMegapixel.milliseconds * Double(pixels) / 1e6)
  }
}
