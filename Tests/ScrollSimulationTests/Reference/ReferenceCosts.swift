import ScrollCore
import ScrollDevice
import ScrollSimulation

/// A file, and the times to read it and to decode both its parts.
struct ReferenceFile {
  var bytes: Int
  /// The number of times that it is read and decoded: once for each tile.
  var tiles = 1
  var read: SimTime
  var color: SimTime, mask = SimTime.zero
  /// The time to put both parts together.
  var composition = SimTime.zero
  /// The variation of its decodes around these times.
  var spread = DecodeSpread()

  /// The time to decode all of it on one thread.
  var decode: SimTime { color + mask + composition }
}

/// The costs of one rendition of an image, from the device's figures.
struct ReferenceCosts {
  var image: Int
  var isLow = false
  var isRemote: Bool
  /// The file in the bundle or from the network, and the file that the app keeps on disk.
  var original: ReferenceFile, stored: ReferenceFile
  var isTexture: Bool, isPurgeable: Bool
  var redraw = SimTime.zero
  /// The time to draw the full image into the bitmap of this low variant.
  var reduction = SimTime.zero
  /// The time to decode the file once, as it comes.
  var once: SimTime
  var upload: SimTime, encode: SimTime, write: SimTime
  var bitmap: Int, held: Int, cost: Int
  /// The pixels that a decoder writes.
  var pixels: Int

  /// The decode time on one lane.
  var decode: SimTime { whole(original) }

  /// Returns the time to decode a file of the image, both parts one after the other.
  func whole(_ file: ReferenceFile) -> SimTime { file.decode + redraw }

  /// Returns a smaller picture, whose file is in proportion to the usual files of both sizes.
  private static func low(_ entry: ImageCatalog.Entry, _ scale: Double) -> ImageCatalog.Entry {
    func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * scale).rounded())) }
    func usual(_ width: Int, _ height: Int) -> Double {
      Double(
        EncodedSize.estimate(
          width: width, height: height, format: entry.format, content: entry.content
        ).bytes)
    }
    let (width, height) = (scaled(entry.width), scaled(entry.height))
    let bytes =
      Double(entry.encoded.bytes) * usual(width, height) / usual(entry.width, entry.height)
    return ImageCatalog.Entry(
      width: width, height: height, format: entry.format, content: entry.content,
      encoded: ByteCount(max(1, Int(bytes.rounded()))), origin: entry.origin)
  }

  init(_ rendition: Int, in scenario: Scenario, _ sizes: ReferenceSizes? = nil) {
    let (device, loader) = (scenario.device, scenario.loader)
    let variants = loader.variants == .none ? sizes?.most ?? 1 : 2
    image = rendition / variants
    isLow = sizes == nil && rendition % variants == 1
    var entry = scenario.images.entries[image]
    if isLow { entry = Self.low(entry, loader.lowScale) }
    let isHybrid = entry.format == .hybrid
    isTexture = entry.format.texture != nil
    switch loader.origin {
    case .catalogue: isRemote = entry.origin == .network
    case .bundle: isRemote = false
    case .network: isRemote = entry.origin != .bundle
    }

    bitmap = (4 * entry.width + 63) / 64 * 64 * entry.height
    pixels = isTexture ? 0 : bitmap
    let placement = scenario.placement
    let shown = ImageID(image)
    var view: (Int, Int)?
    if let item = placement.images.firstIndex(of: shown) {
      let breadth = placement.breadths[item] * scenario.viewportBreadth * device.scale
      let length = (placement.ends[item] - placement.starts[item]) * device.scale
      let (width, height) = (max(1, Int(breadth.rounded())), max(1, Int(length.rounded())))
      view = (width, height)
      if let size = sizes?.size(rendition % variants, of: image) {
        view = (size.width, size.height)
      }
      if let (width, height) = view, loader.decode == .viewSize {
        bitmap = (4 * width + 63) / 64 * 64 * height
      }
    }
    if isTexture { bitmap = entry.decoded.bytes }

    var tiles = 1
    if loader.tiles, loader.tileSide > 0, !isTexture {
      let redrawn: (Int, Int)? =
        switch loader.decode {
        case .viewSize: view
        case .fullSize: (entry.width, entry.height)
        default: nil
        }
      func count(_ length: Int) -> Int { (length + loader.tileSide - 1) / loader.tileSide }
      if let (width, height) = redrawn { tiles = count(width) * count(height) }
    }
    func file(_ entry: ImageCatalog.Entry) -> ReferenceFile {
      let parts = device.decodeTimes(of: entry, timedOn: scenario.images.timedOn)
      let content = entry.format == .hybrid ? ImageFormat.jpeg : entry.format
      var spread = device.spread[DeviceProfile.Codec(content, entry.content)] ?? DecodeSpread()
      if entry.decodeTime != nil, scenario.images.timedOn == device.name { spread.files = 0 }
      var read = device.flash.readTime(of: entry.encoded)
      if entry.format == .hybrid {
        let (color, mask) = entry.encodedParts
        read = device.flash.readTime(of: color) + device.flash.readTime(of: mask)
      }
      return ReferenceFile(
        bytes: entry.encoded.bytes, tiles: tiles, read: read * tiles, color: parts.color * tiles,
        mask: parts.mask * tiles,
        composition: entry.format == .hybrid
          ? device.mainThread.redrawTime(to: entry.decoded) * tiles : .zero,
        spread: spread)
    }
    original = file(entry)
    stored = original
    var encode: SimTime?
    if loader.diskHolds == .image, loader.diskCache, !isTexture, entry.format != .gif {
      let isJPEG = entry.format == .jpeg || entry.format == .progressiveJPEG
      var bytes: ByteCount?
      if isJPEG {
        bytes = EncodedSize.fullQualityJPEG(
          width: entry.width, height: entry.height, content: entry.content)
      } else if entry.format == .png {
        bytes = entry.encoded
      }
      let again = ImageCatalog.Entry(
        width: entry.width, height: entry.height, format: isJPEG ? .jpeg : .png,
        content: entry.content, encoded: bytes)
      stored = file(again)
      if isJPEG { encode = device.decodeTime(of: again) }
    } else if loader.pngReencode, loader.diskCache, loader.diskHolds != .image, !isTexture {
      stored = file(
        ImageCatalog.Entry(
          width: entry.width, height: entry.height, format: .png, content: entry.content))
    }

    let main = device.mainThread
    let redrawing = main.redrawTime(to: ByteCount(bitmap))
    let parts = device.decodeTimes(of: entry, timedOn: scenario.images.timedOn)
    once = parts.color + parts.mask
    if isHybrid { once += main.redrawTime(to: entry.decoded) }
    if !isTexture { reduction = redrawing }
    if !isTexture, loader.decode == .fullSize || loader.decode == .viewSize { redraw = redrawing }
    let isSystems = [.lazy, .onePixel, .imageIO].contains(loader.decode)
    isPurgeable = !isTexture && loader.purgeable != .never
    if loader.purgeable == .system, !isSystems { isPurgeable = false }
    if isPurgeable {
      let page = device.memory.pageSize.bytes
      bitmap = (bitmap + page - 1) / page * page
    }
    upload = main.uploadTime(of: ByteCount(bitmap))
    if isSystems, !isTexture { upload = main.lazyUploadTime(of: ByteCount(bitmap)) }
    self.encode = isTexture ? .zero : encode ?? main.pngEncodeTime(pixels: entry.pixels)
    if loader.diskHolds == .image, entry.format == .gif { self.encode = .zero }
    write = device.flash.writeTime(of: ByteCount(stored.bytes))
    held = loader.holds == .encoded ? original.bytes : bitmap
    switch loader.cost {
    case .bytes: cost = held
    case .zero: cost = 0
    case .pixels: cost = entry.width * entry.height
    case .encoded: cost = original.bytes
    case .decodeTime: cost = Int((parts.color + parts.mask).nanoseconds / 1000)
    }
  }
}

extension SimTime {
  fileprivate static func * (left: SimTime, right: Int) -> SimTime {
    SimTime(nanoseconds: left.nanoseconds * Int64(right))
  }
}
