import ScrollCore
import ScrollDevice
import ScrollSimulation

/// What one image costs, from the device's figures.
struct ReferenceCosts {
  var read: SimTime, decode: SimTime, upload: SimTime
  var encoded: Int, bitmap: Int, held: Int, cost: Int

  init(_ image: ImageID, in scenario: Scenario) {
    let (entry, device, loader) = (scenario.images[image], scenario.device, scenario.loader)
    encoded = entry.encoded.bytes
    bitmap = (4 * entry.width + 63) / 64 * 64 * entry.height
    if entry.format.texture != nil { bitmap = entry.decoded.bytes }
    let placement = scenario.placement
    if loader.redraw == .viewSize, let item = placement.images.firstIndex(of: image) {
      let breadth = placement.breadths[item] * scenario.viewportBreadth * device.scale
      let length = (placement.ends[item] - placement.starts[item]) * device.scale
      let (width, height) = (max(1, Int(breadth.rounded())), max(1, Int(length.rounded())))
      bitmap = (4 * width + 63) / 64 * 64 * height
    }
    read = device.flash.readTime(of: entry.encoded)
    let pure = device.decodeTime(of: entry)
    decode = pure
    if loader.redraw != .none {
      decode += SimTime(seconds: Double(bitmap) / device.mainThread.redrawBandwidth)
    }
    upload = SimTime(seconds: Double(bitmap) / device.mainThread.uploadBandwidth)
    held = loader.cacheHolds == .encoded ? encoded : bitmap
    switch loader.cost {
    case .bytes: cost = held
    case .zero: cost = 0
    case .pixels: cost = entry.width * entry.height
    case .decodeTime: cost = Int(pure.nanoseconds / 1000)
    }
  }
}
