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
    /// One standard error of the value, relative to it; nil where none is stated.
    ///
    /// Figures with the same source share it: what is wrong with one is wrong with all of them.
    public let error: Double?

    public init(name: String, text: String, source: String, error: Double? = nil) {
      self.name = name
      self.text = text
      self.source = source
      self.error = error
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
  /// An entry for each codec and content class that the device can be asked about.
  public var decode: [Codec: DecodeLatency]
  /// How far decode times lie from that, where it was measured.
  public var spread: [Codec: DecodeSpread]
  /// How much longer a job takes for each other lane that works meanwhile, as a share of it; 0 where
  /// that was not measured.
  public var sideBySide: Double
  /// How far the processor's speed lies apart from one run to another, all of its work alike.
  ///
  /// The standard deviation of the logarithm; 0 where that was not measured. Runs do not draw from it,
  /// bands do (`ProfileDraw`).
  public var drift: Double
  /// Everything above as text with its source, in the order of the file.
  public var figures: [Figure]

  public init(
    name: String, summary: String, screenWidth: Double, screenHeight: Double, scale: Double,
    refreshRate: Int64, performanceCores: Int, efficiencyCores: Int, flash: FlashStorage,
    memory: MemoryFigures, mainThread: MainThreadFigures, decode: [Codec: DecodeLatency],
    spread: [Codec: DecodeSpread] = [:], sideBySide: Double = 0, drift: Double = 0,
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
    self.spread = spread
    self.sideBySide = sideBySide
    self.drift = drift
    self.figures = figures
  }

  /// The codecs that an image needs: two for a hybrid, none for a texture.
  package static func codecs(of image: ImageCatalog.Entry) -> [Codec] {
    switch image.format.storage {
    case .codec: [Codec(image.format, image.content)]
    case .colorAndMask: [Codec(.jpeg, image.content), Codec(.png, .graphic)]
    case .texture: []
    }
  }

  /// Why the device cannot be asked about some images: a format that it has no decode times for.
  ///
  /// - Parameters:
  ///   - images: what is shown.
  ///   - further: formats that the app decodes besides.
  /// - Returns: a clause; nil where it has all.
  /// - Complexity: O(images), O(1) for a device with every format.
  package func objection(to images: ImageCatalog, and further: [ImageFormat] = []) -> String? {
    guard decode.count < ImageFormat.codecs.count * ContentClass.allCases.count else { return nil }
    for (index, image) in images.entries.enumerated() {
      if let codec = Self.codecs(of: image).first(where: { decode[$0] == nil }) {
        return "has no decode times of \(codec.format) (image \(index) needs them)"
      }
    }
    let missing = further.first { decode[Codec($0, .photo)] == nil }
    return missing.map { "has no decode times of \($0), which the loader needs" }
  }

  /// How long one image takes to decode on one lane: of a hybrid image both parts, one after
  /// the other; of a texture nothing.
  /// - Parameters:
  ///   - image: what is decoded.
  ///   - timedOn: the device of the image's own decode time, which holds on that device alone.
  /// - Returns: of both parts together.
  /// - Precondition: the profile has an entry for its format and content.
  public func decodeTime(of image: ImageCatalog.Entry, timedOn: String? = nil) -> SimTime {
    let parts = decodeTimes(of: image, timedOn: timedOn)
    return parts.color + parts.mask
  }

  /// How far the decode times of an image lie from the formula; of a hybrid that of its color.
  ///
  /// Nothing but chance is left between decodes of a file whose own time is known.
  public func spread(of image: ImageCatalog.Entry, timedOn: String? = nil) -> DecodeSpread {
    guard !spread.isEmpty, let codec = Self.codecs(of: image).first, var spread = spread[codec]
    else { return DecodeSpread() }
    if timedOn == name, image.decodeTime != nil { spread.files = 0 }
    return spread
  }

  /// How long the two parts of an image take to decode, each on a lane.
  ///
  /// Of a hybrid image the color is decoded as a JPEG of its content, the mask as a PNG of
  /// the class `graphic` with as many pixels. Anything else is all color, and a texture takes
  /// no time. Putting the parts together is not in it: that is a redraw to the destination's
  /// bytes. An image's own time stands for the formula on the device that it was measured on; the
  /// parts of a hybrid share it as the formula has them.
  /// - Precondition: the profile has an entry for the format and content.
  public func decodeTimes(
    of image: ImageCatalog.Entry, timedOn: String? = nil
  ) -> (color: SimTime, mask: SimTime) {
    guard let own = image.decodeTime, timedOn == name, image.format.texture == nil else {
      return formulaTimes(of: image)
    }
    guard image.format == .hybrid else { return (own, .zero) }
    let parts = formulaTimes(of: image)
    let whole = Double(max(1, (parts.color + parts.mask).nanoseconds))
    let mask = Double(own.nanoseconds) * Double(parts.mask.nanoseconds) / whole
    return (own - SimTime(nanoseconds: Int64(mask)), SimTime(nanoseconds: Int64(mask)))
  }

  private func formulaTimes(of image: ImageCatalog.Entry) -> (color: SimTime, mask: SimTime) {
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
