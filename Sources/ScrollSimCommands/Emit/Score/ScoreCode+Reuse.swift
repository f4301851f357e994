import ScrollCaching

/// The verbs of a policy in an app's cache, where ids come to mean other images, and what is known
/// of an image is told with it.
extension ScoreCode {
  var reuse: [String] {
    let image = "[Int(image.index)]"
    var anew: [String] = []
    var grown = ["residents.grow(toImageCount: count)"]
    func grow(_ array: String, with value: String) -> String {
      "\(array) += Array(repeating: \(value), count: count - \(array).count)"
    }
    if hasRecords { grown.append(grow("records", with: "Record()")) }
    var measured: [String] = []
    for (array, value) in loads {
      anew.append("if !\(array).isEmpty { \(array)\(image) = 1 }")
      grown += Self.block("if !\(array).isEmpty", [grow(array, with: "1")])
      measured += [
        "if \(array).isEmpty { \(array) = Array(repeating: 1, count: imageCount) }",
        "\(array)\(image) = \(value)",
      ]
    }
    if hasLoads { grown.append("imageCount = count") }
    if hasPlacement {
      anew.append("if !places.isEmpty { places\(image) = [] }")
      grown += Self.block("if !places.isEmpty", [grow("places", with: "[]")])
    }
    if asks(.uses) { grown.append("useCounts.grow(toImageCount: count)") }
    return Self.apart([
      Self.optional(
        "public func remembers(_ image: ImageID) -> Bool",
        asks(.uses) ? ["useCounts[image] > 0"] : []),
      Self.optional("public mutating func reassign(_ image: ImageID, digest: UInt64)", anew),
      Self.block("public mutating func grow(toImageCount count: Int)", grown),
      Self.optional(
        "public mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double)",
        measured),
      Self.optional(
        "public mutating func didPlace(_ image: ImageID, at items: [Range<Double>])",
        hasPlacement ? ["if !places.isEmpty { places\(image) = items }"] : []),
    ])
  }

  /// The arrays of load times, and what is told of each.
  private var loads: [(array: String, value: String)] {
    (asks(.decodeMs) ? [("decodes", "decode")] : [])
      + (asks(.reloadMs) ? [("reloads", "reload")] : [])
  }
}
