import ScrollCore
import ScrollPages
import ScrollTraces

extension TraceLook {
  /// The figures as lines for people.
  var lines: [(name: String, value: String)] {
    [
      (
        "screens",
        "\(Self.fixed(screensTravelled)) moved over, \(Self.fixed(screensOfContent)) of content"
      ),
      ("speed", speedText), ("looks", looksText), ("working set", workingSetText),
      ("reuse", reuseText), ("images shown", shownText), ("oversubscription", devicesText),
    ]
  }

  private var speedText: String {
    guard let median = speed.median, let most = speed.percentile90 else {
      return "nothing moves faster than \(Self.fixed(Pace.slow)) pt/s"
    }
    return "\(Self.fixed(median)) pt/s in the median of the time spent moving, "
      + "\(Self.fixed(most)) pt/s at its 90th percentile"
  }

  private var looksText: String {
    guard let median = looks.medianSeconds, let long = looks.percentile90Seconds,
      let longest = looks.longestSeconds
    else { return "none of \(Self.fixed(Pace.shortest.seconds, decimals: 2)) s" }
    return
      "\(Words.count(looks.count, "look")): \(Self.fixed(median, decimals: 2)) s in the median, "
      + "\(Self.fixed(long)) s at the 90th percentile, \(Self.fixed(longest)) s the longest"
  }

  private var workingSetText: String {
    "within \(Self.fixed(workingSet.windowSeconds, decimals: 0)) s "
      + "\(Words.count(workingSet.mostImages, "image")) and "
      + "\(Self.size(workingSet.mostBytes)) at most, \(Self.fixed(workingSet.meanImages)) images "
      + "and \(Self.size(Int(workingSet.meanBytes))) in the mean"
  }

  private var reuseText: String {
    guard let median = reuse.medianImages, let long = reuse.percentile90Images,
      let most = reuse.mostImages, let bytes = reuse.medianBytes,
      let mostBytes = reuse.mostBytes
    else { return "no image is asked for twice: a cache of any size has nothing to keep" }
    let share = NumberText.percent(Double(reuse.again) / Double(reuse.requests))
    return "\(share) of the requests are for an image asked for before; lru hits half of those "
      + "with \(Words.count(median, "image")) or \(Self.size(bytes)), 90 % with "
      + "\(Words.count(long, "image")), all with \(Words.count(most, "image")) or "
      + Self.size(mostBytes)
  }

  private var shownText: String {
    "\(Self.size(shownEncodedBytes)) encoded, \(Self.size(shownDecodedBytes)) decoded"
  }

  /// The devices by falling factor, those alike together.
  private var devicesText: String {
    var groups: [(factor: String, devices: [String])] = []
    for entry in oversubscription.sorted(by: { $0.factor > $1.factor }) {
      let factor = Self.fixed(entry.factor, decimals: 2)
      if groups.last?.factor == factor {
        groups[groups.count - 1].devices.append(entry.device)
      } else {
        groups.append((factor, [entry.device]))
      }
    }
    let texts = groups.map { "\($0.factor) on \($0.devices.joined(separator: ", "))" }
    return "the images shown, decoded, as a multiple of what the app may take: "
      + texts.joined(separator: "; ")
  }

  private static func fixed(_ value: Double, decimals: Int = 1) -> String {
    NumberText.fixed(value, decimals: decimals)
  }

  private static func size(_ bytes: Int) -> String { NumberText.mebibytes(ByteCount(bytes)) }
}
