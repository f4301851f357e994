import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import ScrollTraces

// Levers that change the images, or what is made of them.
extension Levers {
  /// Thumbnails as large as the largest cell, and half as large.
  var renditions: [Trial] {
    let longest = now.scenario.images.entries.reduce(0) { max($0, $1.width, $1.height) }
    let cell = cellPixels
    return [("as large as the cells", cell), ("half as large as the cells", (cell + 1) / 2)]
      .filter { $0.1 > 0 && $0.1 < longest }
      .map { text, side in
        let changed = now.showing(Renditions(side: side))
        return Trial(
          .lever(.renditions), "thumbnails of \(side) px (\(text))", changed,
          price: price(of: changed, isSoft: side < cell))
      }
  }

  private func price(of changed: RunCase, isSoft: Bool = false) -> Price? {
    Price(changed.scenario.images, inPlaceOf: now.scenario.images, isSoft: isSoft)
  }

  /// The longer side of the largest cell in pixels, in tens.
  private var cellPixels: Int {
    let scenario = now.scenario
    let placement = scenario.placement
    var longest = 0.0
    for item in 0..<placement.count {
      longest = max(
        longest, placement.ends[item] - placement.starts[item],
        placement.breadths[item] * scenario.viewportBreadth)
    }
    let pixels = (longest * now.device.scale / 10).rounded(.up) * 10
    return Int(min(pixels, 1e6))
  }

  var decodeSizes: [Trial] {
    let loading = now.loading
    guard loading.decode != .viewSize, !loading.tiles else { return [] }
    return [
      loaderTrial(.decodeSize, "decoding at view size", ["decode": Loader.Redraw.viewSize.rawValue])
    ].compactMap { $0 }
  }

  /// Other formats that the device shows, where the loader does, too.
  var formats: [Trial] {
    let entries = now.scenario.images.entries
    return [ImageFormat.jpeg, .heic, .webp, .avif, .astc].compactMap { format in
      guard FormatSupport.shows(format, on: now.device),
        entries.contains(where: { $0.format != format && $0.format.storage == .codec })
      else { return nil }
      let changed = now.showing(Renditions(format: format))
      guard now.loading.objection(to: changed.scenario.images) == nil else { return nil }
      return Trial(
        .lever(.format), "images as \(format.rawValue)", changed, price: price(of: changed))
    }
  }
}
