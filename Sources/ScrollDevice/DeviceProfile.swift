public import ScrollCore

/// A device: its screen, processors, memory, flash, and what the main thread pays.
///
/// Every figure has a source, or says `estimate`. Profiles are data files.
public struct DeviceProfile: Sendable, Equatable {
  /// A figure as it stands in the file, for people who want to know where it comes from.
  public struct Figure: Sendable, Equatable {
    public let name: String
    /// With its unit.
    public let text: String
    /// A publication, or `estimate` with a reason.
    public let source: String

    public init(name: String, text: String, source: String) {
      self.name = name
      self.text = text
      self.source = source
    }

    public var isEstimate: Bool { source.hasPrefix("estimate") }
  }

  /// Key of the decode table.
  public struct Codec: Hashable, Sendable {
    public let format: ImageFormat
    public let content: ContentClass

    public init(_ format: ImageFormat, _ content: ContentClass) {
      self.format = format
      self.content = content
    }
  }

  public var name: String
  public var summary: String
  /// Portrait, in points.
  public var screenWidth: Double, screenHeight: Double
  /// Pixels per point.
  public var scale: Double
  /// Hertz.
  public var refreshRate: Int64
  public var performanceCores: Int, efficiencyCores: Int
  public var flash: FlashStorage
  public var memory: MemoryFigures
  public var mainThread: MainThreadFigures
  /// One entry for every codec and content class.
  public var decode: [Codec: DecodeLatency]
  /// Everything above as text with its source, in the order of the file.
  public var figures: [Figure]

  public init(
    name: String, summary: String, screenWidth: Double, screenHeight: Double, scale: Double,
    refreshRate: Int64, performanceCores: Int, efficiencyCores: Int, flash: FlashStorage,
    memory: MemoryFigures, mainThread: MainThreadFigures, decode: [Codec: DecodeLatency],
    figures: [Figure]
  ) {
    self.name = name
    self.summary = summary
    self.screenWidth = screenWidth
    self.screenHeight = screenHeight
    self.scale = scale
    self.refreshRate = refreshRate
    self.performanceCores = performanceCores
    self.efficiencyCores = efficiencyCores
    self.flash = flash
    self.memory = memory
    self.mainThread = mainThread
    self.decode = decode
    self.figures = figures
  }

  /// How long one image takes to decode on one lane: of a hybrid image both parts, one after
  /// the other; of a texture nothing.
  /// - Precondition: the profile has an entry for its format and content.
  public func decodeTime(of image: ImageCatalog.Entry) -> SimTime {
    let parts = decodeTimes(of: image)
    return parts.color + parts.mask
  }

  /// How long the two parts of an image take to decode, each on a lane.
  ///
  /// Of a hybrid image the color is decoded as a JPEG of its content, the mask as a PNG of
  /// the class `graphic` with as many pixels. Anything else is all color, and a texture takes
  /// no time. Putting the parts together is not in it: that is a redraw to the destination's
  /// bytes.
  /// - Precondition: the profile has an entry for the format and content.
  public func decodeTimes(of image: ImageCatalog.Entry) -> (color: SimTime, mask: SimTime) {
    switch image.format.storage {
    case .codec: return (latency(image.format, image.content, image, image.encoded), .zero)
    case .colorAndMask:
      let encoded = image.encodedParts
      return (
        latency(.jpeg, image.content, image, encoded.color),
        latency(.png, .graphic, image, encoded.mask)
      )
    case .texture: return (.zero, .zero)
    }
  }

  private func latency(
    _ format: ImageFormat, _ content: ContentClass, _ image: ImageCatalog.Entry,
    _ encoded: ByteCount
  ) -> SimTime {
    guard let latency = decode[Codec(format, content)] else {
      preconditionFailure("\(name) does not decode \(format) with \(content)")
    }
    return latency(pixels: image.pixels, encoded: encoded)
  }
}

extension DeviceProfile: CatalogEntry {
  public static var kind: String { "device" }
}
