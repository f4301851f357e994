import ScrollCore
import ScrollDevice
import ScrollLayout

/// What one picture costs on a device with a loader: computed once for all runs of a scenario.
///
/// Times in nanoseconds, sizes in bytes.
struct PictureWork: Sendable {
  /// How long the flash channel takes for the file; a hybrid's two files one after the other.
  var read: Int64 = 0
  /// A lane or the main thread, redraw and tiles included, compositions not.
  var decode: Int64 = 0
  /// To draw what was decoded into the bitmap that is kept.
  var redraw: Int64 = 0
  /// To draw a full image into the bitmap of its low variant, which this is.
  var reduction: Int64 = 0
  /// The mask of a hybrid, which another lane may decode meanwhile; 0 for all others.
  var maskDecode: Int64 = 0
  /// To put color and mask together.
  var composition: Int64 = 0
  /// To encode it as a PNG.
  var encode: Int64 = 0
  /// The main thread, to bring the bitmap to the graphics processor.
  var upload: Int64 = 0
  /// The part of `decode` that draws tiles.
  var tiles: Int64 = 0
  /// The file as it comes, and the bitmap that is displayed.
  var encoded = 0, bitmap = 0
  /// What the cache holds of it, and the cost that it is given.
  var cached = 0, cost = 0
  /// The file as the app keeps it on disk: how large, how long to read, to write, to decode.
  var stored = 0
  var storedRead: Int64 = 0, storedWrite: Int64 = 0, storedDecode: Int64 = 0
  /// Whether what was decoded is drawn into another bitmap, and the bytes that are decoded; of a
  /// texture none.
  var redraws = false, source = 0
  /// How far the decoder's times lie from the formula, of the file as it comes and as it is stored.
  var spread = DecodeSpread(), storedSpread = DecodeSpread()
  /// Whether it is downloaded.
  var isRemote = false
  /// Whether the system may take its bitmap while only the cache holds it, and whether the
  /// encoded bytes stay, so that it can be decoded again.
  var isPurgeable = false, keepsSource = false

  /// Everything that decoding takes if one thread does it all.
  var wholeDecode: Int64 { decode + maskDecode + composition }

  /// What the decoder writes to before that is drawn into the bitmap that is kept; nothing where it
  /// writes to that itself.
  var scratch: Int { redraws ? source : 0 }

  /// What its decoder takes, without a redraw and without putting parts together.
  func decoding(isReencoded: Bool) -> Int64 {
    plainDecode(isReencoded: isReencoded) - (isReencoded ? 0 : composition)
  }

  /// The same without a redraw, of the file as it comes or as the app keeps it on disk.
  func plainDecode(isReencoded: Bool) -> Int64 {
    (isReencoded ? storedDecode : wholeDecode) - redraw
  }
}

extension PictureWork {
  init(_ entry: ImageCatalog.Entry, view: Pixels?, in scenario: Scenario) {
    let (device, loader) = (scenario.device, scenario.loader)
    let timedOn = scenario.images.timedOn
    let parts = device.decodeTimes(of: entry, timedOn: timedOn)
    var target = entry.decoded
    if let view, loader.decode == .viewSize, entry.format.bitsPerPixel == nil {
      target = ImageCatalog.Entry.bitmap(width: view.width, height: view.height)
    }
    let redraws =
      (loader.decode == .viewSize || loader.decode == .fullSize)
      && entry.format.bitsPerPixel == nil
    let tileCount = redraws ? Self.tileCount(entry, view, loader) : 1
    let redraw = redraws ? device.mainThread.redrawTime(to: target).nanoseconds : 0
    if entry.format.bitsPerPixel == nil {
      reduction = device.mainThread.redrawTime(to: target).nanoseconds
    }
    keepsSource = loader.leavesBitmapsToSystem
    isPurgeable =
      entry.format.bitsPerPixel == nil
      && (loader.purgeable == .system
        ? loader.leavesBitmapsToSystem : loader.purgeable != .never)
    if isPurgeable { target = target.rounded(upTo: device.memory.pageSize) }
    bitmap = target.bytes
    encoded = entry.encoded.bytes
    if entry.format.bitsPerPixel == nil { source = entry.decoded.bytes }
    self.redraws = redraws
    spread = device.spread(of: entry, timedOn: timedOn)
    let tiles64 = Int64(tileCount)
    read = device.readTime(of: entry).nanoseconds * tiles64
    decode = parts.color.nanoseconds * tiles64 + redraw
    self.redraw = redraw
    tiles = loader.tiles ? redraw : 0
    maskDecode = parts.mask.nanoseconds * tiles64
    composition =
      entry.format == .hybrid
      ? device.mainThread.redrawTime(to: entry.decoded).nanoseconds * tiles64 : 0
    upload =
      (loader.leavesBitmapsToSystem && entry.format.bitsPerPixel == nil
      ? device.mainThread.lazyUploadTime(of: target)
      : device.mainThread.uploadTime(of: target)).nanoseconds
    cached = loader.holds == .decoded ? bitmap : encoded
    cost =
      switch loader.cost {
      case .bytes: cached
      case .zero: 0
      case .pixels: entry.pixels
      case .encoded: encoded
      case .decodeTime: Int(clamping: (parts.color + parts.mask).nanoseconds / 1000)
      }
    isRemote =
      switch loader.origin {
      case .catalogue: entry.origin == .network
      case .bundle: false
      case .network: entry.origin != .bundle
      }
    describeStored(entry, tileCount: tiles64, in: scenario)
  }

  /// The file that the app writes: what came, or what it encoded.
  private mutating func describeStored(
    _ entry: ImageCatalog.Entry, tileCount: Int64, in scenario: Scenario
  ) {
    let device = scenario.device
    var file = entry
    if scenario.loader.storesImages, entry.format.bitsPerPixel == nil, entry.format != .gif {
      file = entry.encodedAgain
      if file.format == .png {
        encode = device.mainThread.pngEncodeTime(pixels: entry.pixels).nanoseconds
      } else {
        encode = device.wholeDecodeTime(of: file, scenario)
      }
      if scenario.loader.decodesLazily { encode += device.wholeDecodeTime(of: entry, scenario) }
      storedDecode = device.wholeDecodeTime(of: file, scenario) * tileCount + redraw
      storedSpread = device.spread(of: file, timedOn: nil)
    } else if scenario.loader.pngReencode, !scenario.loader.storesImages, scenario.loader.diskCache,
      entry.format.bitsPerPixel == nil
    {
      file.format = .png
      file.decodeTime = nil
      file.encoded = EncodedSize.estimate(
        width: entry.width, height: entry.height, format: .png, content: entry.content)
      encode = device.mainThread.pngEncodeTime(pixels: entry.pixels).nanoseconds
      if scenario.loader.decodesLazily { encode += device.wholeDecodeTime(of: entry, scenario) }
      storedDecode = device.wholeDecodeTime(of: file, scenario) * tileCount + redraw
      storedSpread = device.spread(of: file, timedOn: nil)
    } else {
      storedDecode = wholeDecode
      storedSpread = spread
    }
    stored = file.encoded.bytes
    storedRead = device.readTime(of: file).nanoseconds * tileCount
    storedWrite = device.flash.writeTime(of: file.encoded).nanoseconds
  }

  /// Tiles of the bitmap that is drawn: of the cell's size, or of the image's.
  private static func tileCount(
    _ entry: ImageCatalog.Entry, _ view: Pixels?, _ loader: Loader
  ) -> Int {
    guard loader.tiles, loader.tileSide > 0 else { return 1 }
    var drawn = Pixels(width: entry.width, height: entry.height)
    if loader.decode == .viewSize, let view { drawn = view }
    return drawn.width.divided(upBy: loader.tileSide)
      * drawn.height.divided(upBy: loader.tileSide)
  }

  struct Pixels: Hashable {
    var width: Int, height: Int
  }

  /// The size in pixels at which an image is first shown; nil if it never is.
  static func viewSize(of image: ImageID, in scenario: Scenario) -> Pixels? {
    let placement = scenario.placement
    // An item that is not there yet has no length: a later epoch knows its size.
    for epoch in [placement] + scenario.laterEpochs.map({ $0.placement }) {
      for item in epoch.items(showing: image) {
        let length = epoch.ends[Int(item.index)] - epoch.starts[Int(item.index)]
        guard length > 0 else { continue }
        let breadth = epoch.breadths[Int(item.index)] * scenario.viewportBreadth
        return Pixels(
          width: pixels(breadth, scenario.device.scale),
          height: pixels(length, scenario.device.scale))
      }
    }
    return nil
  }

  private static func pixels(_ points: Double, _ scale: Double) -> Int {
    max(1, Int((points * scale).rounded()))
  }
}

extension DeviceProfile {
  /// How long the flash channel takes for the file or, of a hybrid, for both.
  fileprivate func readTime(of entry: ImageCatalog.Entry) -> SimTime {
    guard entry.format == .hybrid else { return flash.readTime(of: entry.encoded) }
    return flash.readTime(of: entry.encodedParts.color)
      + flash.readTime(of: entry.encodedParts.mask)
  }

  /// Nanoseconds of one thread that decodes everything and puts it together.
  fileprivate func wholeDecodeTime(of entry: ImageCatalog.Entry, _ scenario: Scenario) -> Int64 {
    let parts = decodeTimes(of: entry, timedOn: scenario.images.timedOn)
    let composition =
      entry.format == .hybrid ? mainThread.redrawTime(to: entry.decoded).nanoseconds : 0
    return (parts.color + parts.mask).nanoseconds + composition
  }
}

extension ImageCatalog.Entry {
  /// The image as Kingfisher's disk cache has it: a JPEG at quality 1.0 of a JPEG, otherwise a PNG.
  var encodedAgain: Self {
    var file = self
    file.decodeTime = nil
    switch format {
    case .jpeg, .progressiveJPEG:
      file.format = .jpeg
      file.encoded = EncodedSize.fullQualityJPEG(width: width, height: height, content: content)
    case .png: break
    default:
      file.format = .png
      file.encoded = EncodedSize.estimate(
        width: width, height: height, format: .png, content: content)
    }
    return file
  }

  /// The low variant: smaller, its file in proportion to what is estimated for both sizes.
  func low(_ scale: Double) -> Self {
    rendition(
      width: max(1, Int((Double(width) * scale).rounded())),
      height: max(1, Int((Double(height) * scale).rounded())))
  }
}

extension Int {
  /// How many of a size cover this many.
  fileprivate func divided(upBy size: Int) -> Int { (self + size - 1) / size }
}
