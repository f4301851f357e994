import ScrollCore
import ScrollDevice
import ScrollLayout

/// The costs of one picture on a device with a loader, computed once for all runs of a scenario.
///
/// Times are in nanoseconds, sizes in bytes.
struct PictureWork: Sendable {
  /// The time that the flash channel takes to read the file, or the two files of a hybrid one after
  /// the other.
  var read: Int64 = 0
  /// The decode time on a lane or the main thread, including redraw and tiles, without the mask and
  /// the composition of a hybrid.
  var decode: Int64 = 0
  /// The part of `decode` that draws the decoded image into the bitmap that is kept.
  var redraw: Int64 = 0
  /// For a low variant, the time to draw it from the full image.
  var reduction: Int64 = 0
  /// The time to decode the mask of a hybrid, possibly on another lane at the same time; 0 for
  /// other images.
  var maskDecode: Int64 = 0
  /// The time to combine color and mask of a hybrid.
  var composition: Int64 = 0
  /// The time to encode the picture as a PNG.
  var encode: Int64 = 0
  /// The main-thread time to upload the bitmap to the graphics processor.
  var upload: Int64 = 0
  /// The part of `decode` that draws tiles.
  var tiles: Int64 = 0
  /// The sizes of the file as delivered and of the bitmap that is displayed.
  var encoded = 0, bitmap = 0
  /// The bytes that the picture takes in the cache, and its cost there.
  ///
  /// A cache of files counts the size of the delivered file, even if it holds a file that the app
  /// has encoded again.
  var cached = 0, cost = 0
  /// The size of the file in the app's disk cache.
  var stored = 0
  /// The times to read, write and decode the file in the app's disk cache.
  var storedRead: Int64 = 0, storedWrite: Int64 = 0, storedDecode: Int64 = 0
  /// A Boolean value that indicates whether the decoded image is drawn into another bitmap, and the
  /// size of the decoded image in bytes.
  ///
  /// A texture has no decoded bytes.
  var redraws = false, source = 0
  /// The spread of decode times around the formula, for the delivered file and for the file in the
  /// app's disk cache.
  var spread = DecodeSpread(), storedSpread = DecodeSpread()
  /// A Boolean value that indicates whether the picture is downloaded.
  var isRemote = false
  /// Boolean values that indicate whether the system may purge the bitmap while only the cache
  /// holds it, and whether the encoded bytes remain in memory for another decode.
  var isPurgeable = false, keepsSource = false

  /// The total decode time if one thread does all work.
  var wholeDecode: Int64 { decode + maskDecode + composition }

  /// The bytes of the decoder's output that is drawn into the kept bitmap; 0 if the decoder writes
  /// to that bitmap itself.
  var scratch: Int { redraws ? source : 0 }

  /// Returns the time of the decoder, without a redraw and without a composition.
  func decoding(isReencoded: Bool) -> Int64 {
    plainDecode(isReencoded: isReencoded) - (isReencoded ? 0 : composition)
  }

  /// Returns the decode time without a redraw, of the delivered file or of the file that the app
  /// encoded again.
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

  /// Computes the properties of the file in the app's disk cache: the delivered file, or one that
  /// the app encodes.
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

  /// Returns the number of tiles into which the drawn bitmap is divided; the bitmap has the size of
  /// the cell or of the image.
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

    init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }

    /// Creates the size at which a layout shows an item; `nil` for an item without length.
    ///
    /// - Parameters:
    ///   - item: the position of the item.
    ///   - placement: the layout.
    ///   - breadth: the breadth of the viewport in points.
    ///   - scale: the pixels per point.
    init?(_ item: Int, in placement: ItemPlacement, breadth: Double, scale: Double) {
      let length = placement.ends[item] - placement.starts[item]
      guard length > 0 else { return nil }
      width = PictureWork.pixels(placement.breadths[item] * breadth, scale)
      height = PictureWork.pixels(length, scale)
    }
  }

  /// Returns the size in pixels at which an image is first shown; `nil` if it is never shown.
  static func viewSize(of image: ImageID, in scenario: Scenario) -> Pixels? {
    // An item that is not there yet has no length; a later epoch knows its size.
    for epoch in [scenario.placement] + scenario.laterEpochs.map({ $0.placement }) {
      for item in epoch.items(showing: image) {
        if let size = Pixels(
          Int(item.index), in: epoch, breadth: scenario.viewportBreadth,
          scale: scenario.device.scale)
        {
          return size
        }
      }
    }
    return nil
  }

  fileprivate static func pixels(_ points: Double, _ scale: Double) -> Int {
    max(1, Int((points * scale).rounded()))
  }
}

extension DeviceProfile {
  /// Returns the time that the flash channel takes to read the file, or both files of a hybrid.
  fileprivate func readTime(of entry: ImageCatalog.Entry) -> SimTime {
    guard entry.format == .hybrid else { return flash.readTime(of: entry.encoded) }
    return flash.readTime(of: entry.encodedParts.color)
      + flash.readTime(of: entry.encodedParts.mask)
  }

  /// Returns the nanoseconds that one thread takes to decode all parts of an image and combine
  /// them.
  fileprivate func wholeDecodeTime(of entry: ImageCatalog.Entry, _ scenario: Scenario) -> Int64 {
    let parts = decodeTimes(of: entry, timedOn: scenario.images.timedOn)
    let composition =
      entry.format == .hybrid ? mainThread.redrawTime(to: entry.decoded).nanoseconds : 0
    return (parts.color + parts.mask).nanoseconds + composition
  }
}

extension ImageCatalog.Entry {
  /// The image as Kingfisher's disk cache stores it: a JPEG at quality 1.0 for a JPEG, otherwise a
  /// PNG.
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

  /// Returns the low variant; its file size is the given size times the ratio of the estimates for
  /// both pixel sizes.
  func low(_ scale: Double) -> Self {
    rendition(
      width: max(1, Int((Double(width) * scale).rounded())),
      height: max(1, Int((Double(height) * scale).rounded())))
  }
}

extension Int {
  /// Returns this number divided by a size, rounded up.
  fileprivate func divided(upBy size: Int) -> Int { (self + size - 1) / size }
}
