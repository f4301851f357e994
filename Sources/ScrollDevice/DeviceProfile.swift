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
  /// One entry for every format and content class.
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

  /// How long one image takes to decode.
  /// - Precondition: the profile has an entry for its format and content.
  public func decodeTime(of image: ImageCatalog.Entry) -> SimTime {
    guard let latency = decode[Codec(image.format, image.content)] else {
      preconditionFailure("\(name) does not decode \(image.format) with \(image.content)")
    }
    return latency(pixels: image.pixels, encoded: image.encoded)
  }
}

extension DeviceProfile: CatalogEntry {
  public static var kind: String { "device" }
}

/// What a device has of memory, and who else takes some.
public struct MemoryFigures: Sendable, Equatable {
  /// Physical memory.
  public var total: ByteCount
  /// The footprint at which an app is killed.
  public var appLimit: ByteCount
  /// What the system and its daemons hold.
  public var otherProcesses: ByteCount
  /// What the app holds besides images.
  public var baseFootprint: ByteCount
  /// Apps in the background, lowest priority first; they are killed one by one.
  public var backgroundApps: [ByteCount]
  public var pageSize: ByteCount

  public init(
    total: ByteCount, appLimit: ByteCount, otherProcesses: ByteCount, baseFootprint: ByteCount,
    backgroundApps: [ByteCount], pageSize: ByteCount
  ) {
    self.total = total
    self.appLimit = appLimit
    self.otherProcesses = otherProcesses
    self.baseFootprint = baseFootprint
    self.backgroundApps = backgroundApps
    self.pageSize = pageSize
  }
}

/// What work on the main thread costs.
public struct MainThreadFigures: Sendable, Equatable {
  /// To make and lay out one cell.
  public var cellWork: SimTime
  /// Bytes per second from memory to the graphics processor.
  public var uploadBandwidth: Double
  /// Bytes of destination bitmap per second when an image is redrawn into a context.
  public var redrawBandwidth: Double

  public init(cellWork: SimTime, uploadBandwidth: Double, redrawBandwidth: Double) {
    self.cellWork = cellWork
    self.uploadBandwidth = uploadBandwidth
    self.redrawBandwidth = redrawBandwidth
  }

  public func uploadTime(of bitmap: ByteCount) -> SimTime {
    SimTime(seconds: Double(bitmap.bytes) / uploadBandwidth)
  }

  public func redrawTime(to bitmap: ByteCount) -> SimTime {
    SimTime(seconds: Double(bitmap.bytes) / redrawBandwidth)
  }
}

/// One flash channel: a read takes `latency + bytes / bandwidth`.
public struct FlashStorage: Sendable, Equatable {
  public var latency: SimTime
  /// Bytes per second.
  public var bandwidth: Double

  public init(latency: SimTime, bandwidth: Double) {
    self.latency = latency
    self.bandwidth = bandwidth
  }

  public func readTime(of size: ByteCount) -> SimTime {
    latency + SimTime(seconds: Double(size.bytes) / bandwidth)
  }
}
