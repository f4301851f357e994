public import ScrollCore

/// A device: its screen, processors, memory, flash, and the costs of work on the main thread.
///
/// Every figure states its source, or `estimate`. Profiles are read from data files.
public struct DeviceProfile: Sendable, Equatable {
  /// A figure as written in the file, for readers who want its source.
  public struct Figure: Sendable, Equatable {
    public let name: String
    /// The value with its unit.
    public let text: String
    /// The source of the value: a publication, or `estimate` with a reason.
    public let source: String
    /// The standard error divided by the value; `nil` if none is stated.
    ///
    /// Figures with the same source have a common error: random draws multiply all of them by the
    /// same factor.
    public let error: Double?

    public init(name: String, text: String, source: String, error: Double? = nil) {
      self.name = name
      self.text = text
      self.source = source
      self.error = error
    }

    public var isEstimate: Bool { source.hasPrefix("estimate") }
  }

  /// A format and a content class, for which a device has decode times.
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
  /// The size in portrait, in points.
  public var screenWidth: Double, screenHeight: Double
  /// The pixels per point.
  public var scale: Double
  /// The refresh rate in hertz.
  public var refreshRate: Int64
  public var performanceCores: Int, efficiencyCores: Int
  public var flash: FlashStorage
  public var memory: MemoryFigures
  public var mainThread: MainThreadFigures
  /// The decode times for each codec and content class for which the device has figures.
  public var decode: [Codec: DecodeLatency]
  /// The spread of decode times around these times, where it was measured.
  public var spread: [Codec: DecodeSpread]
  /// The relative increase of a job's time for each other lane that works at the same time; 0 if it
  /// was not measured.
  public var sideBySide: Double
  /// The variation of the processor's speed from one run to another, which affects all of its work
  /// equally.
  ///
  /// The value is a standard deviation of the logarithm; 0 if it was not measured. Runs do not use
  /// it; only random draws for error bands do (`ProfileDraw`).
  public var drift: Double
  /// The figures above as text with their sources, in the order of the file.
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

  /// Returns the codecs that decode an image: two for a hybrid, none for a texture.
  static func codecs(of image: ImageCatalog.Entry) -> [Codec] {
    switch image.format.storage {
    case .codec: [Codec(image.format, image.content)]
    case .colorAndMask: [Codec(.jpeg, image.content), Codec(.png, .graphic)]
    case .texture: []
    }
  }

  /// Returns the reason why the device cannot decode some images: a format without decode times.
  ///
  /// - Parameters:
  ///   - images: the images that are shown.
  ///   - further: other formats that the app decodes.
  /// - Returns: a clause; `nil` if the device has all formats.
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

  /// Returns the time to decode one image on one lane.
  ///
  /// For a hybrid image it is the time of both parts, one after the other; for a texture it is 0.
  /// - Parameters:
  ///   - image: the image to decode.
  ///   - timedOn: the name of the device on which the image's own decode time was measured; other
  ///     devices ignore this time.
  /// - Returns: the time of both parts together.
  /// - Precondition: the profile has an entry for its format and content.
  public func decodeTime(of image: ImageCatalog.Entry, timedOn: String? = nil) -> SimTime {
    let parts = decodeTimes(of: image, timedOn: timedOn)
    return parts.color + parts.mask
  }

  /// Returns the spread of an image's decode times around the formula; for a hybrid image, the
  /// spread of its color part.
  ///
  /// If the file's own time is known, only the random spread between its decodes remains.
  public func spread(of image: ImageCatalog.Entry, timedOn: String? = nil) -> DecodeSpread {
    guard !spread.isEmpty, let codec = Self.codecs(of: image).first, var spread = spread[codec]
    else { return DecodeSpread() }
    if timedOn == name, image.decodeTime != nil { spread.files = 0 }
    return spread
  }

  /// Returns the decode times of the two parts of an image, each on one lane.
  ///
  /// The color of a hybrid image is decoded as a JPEG of its content, the mask as a PNG of the
  /// class `graphic` with the same number of pixels. Any other image has only color, and a texture
  /// takes no time. The times do not include combining the parts, which costs a redraw. On the
  /// device on which an image's own time was measured, this time replaces the formula. The parts of
  /// a hybrid image share it in the ratio of the formula's times.
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
