import ScrollCore

extension EmitTarget {
  /// Foundation's NSCache (totalCostLimit, countLimit), with the bytes of a bitmap as its cost.
  static let nscache = EmitTarget(
    "nscache", "An NSCache of images.", loader: "cached",
    ownPolicy: "nscache-lru", keeps: { $0.hasPrefix("nscache") }
  ) { setting in
    var code = EmittedCode(importing: ["UIKit"])
    code.addImageCache(setting)
    code.addPrefetching(
      setting, make: [],
      calls: [
        "load the images that come into the window, and store each with its cost",
        "cancel the loads of those that leave it",
      ])
    code.addLoader(setting, own: nil)
    return code
  }
}

extension EmittedCode {
  /// Adds an NSCache with its limits.
  mutating func addImageCache(_ setting: EmittedSetting) {
    let cache = "imageCache"
    add("let \(cache) = NSCache<NSURL, UIImage>()")
    addCache(
      setting, cost: ("\(cache).totalCostLimit", "Int"), unlimited: "0",
      count: "\(cache).countLimit",
      order: "the order of eviction of an NSCache cannot be chosen",
      mapped: [
        "evictsObjectsWithDiscardedContent": {
          "\(cache).evictsObjectsWithDiscardedContent = \($0)"
        }
      ])
    add("// Without a cost the limit means nothing:")
    add("//   \(cache).setObject(image, forKey: url, cost: cgImage.bytesPerRow * cgImage.height)")
  }
}
