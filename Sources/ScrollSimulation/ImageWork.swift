import ScrollCore
import ScrollDevice

/// What each image costs on a device with a loader: computed once for all runs of a scenario.
struct ImageWork: Sendable {
  /// Nanoseconds of the flash channel.
  var read: Int64
  /// Nanoseconds of a lane or of the main thread, the redraw included.
  var decode: Int64
  /// Nanoseconds of the main thread to bring the bitmap to the graphics processor.
  var upload: Int64
  /// Bytes of the file, of the bitmap that is displayed, and of what the cache holds.
  var encoded: Int, bitmap: Int, cached: Int
  /// What the cache is told.
  var cost: Int

  /// The work of every image of a scenario.
  ///
  /// A redraw at view size takes the size of the first item that shows the image.
  static func table(of scenario: Scenario) -> [ImageWork] {
    let device = scenario.device
    let loader = scenario.loader
    return scenario.images.entries.enumerated().map { index, entry in
      var bitmap = entry.decoded
      if loader.redraw == .viewSize,
        let item = scenario.placement.items(showing: ImageID(index)).first
      {
        let (along, across) = size(of: Int(item.index), in: scenario)
        bitmap = ImageCatalog.Entry.bitmap(
          width: pixels(across, device.scale), height: pixels(along, device.scale))
      }
      let decode = device.decodeTime(of: entry)
      let redraw = loader.redraw == .none ? .zero : device.mainThread.redrawTime(to: bitmap)
      let cached = loader.cacheHolds == .decoded ? bitmap : entry.encoded
      let cost =
        switch loader.cost {
        case .bytes: cached.bytes
        case .zero: 0
        case .pixels: entry.pixels
        case .decodeTime: Int(decode.nanoseconds / 1000)
        }
      return ImageWork(
        read: device.flash.readTime(of: entry.encoded).nanoseconds,
        decode: (decode + redraw).nanoseconds,
        upload: device.mainThread.uploadTime(of: bitmap).nanoseconds,
        encoded: entry.encoded.bytes, bitmap: bitmap.bytes, cached: cached.bytes, cost: cost)
    }
  }

  private static func size(of item: Int, in scenario: Scenario) -> (Double, Double) {
    let placement = scenario.placement
    return (
      placement.ends[item] - placement.starts[item],
      placement.breadths[item] * scenario.viewportBreadth
    )
  }

  private static func pixels(_ points: Double, _ scale: Double) -> Int {
    max(1, Int((points * scale).rounded()))
  }
}
