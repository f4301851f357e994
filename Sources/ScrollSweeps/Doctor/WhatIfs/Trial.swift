import ScrollCore
package import ScrollDevice
import ScrollPages
package import ScrollSimulation

/// A change of a run to try, with its effect on the run.
package final class Trial: Sendable {
  /// The subject of a change: a lever or an ideal.
  package enum Subject: Sendable, Equatable {
    case lever(Lever)
    case ideal(Ideal)
  }

  let subject: Subject
  /// The change as text: `twice the budget`.
  package let text: String
  /// The run with the change.
  ///
  /// For an ideal, it lacks the adjustments that no option can express.
  package let changed: RunCase
  /// A Boolean value that indicates whether only the cache options change, so that the prepared
  /// scenario can be shared.
  let sharesScenario: Bool
  /// The price of the change; `nil` if it has none.
  package let price: Price?
  /// An adjustment that no option can express.
  private let adjust: (@Sendable (inout Scenario) -> Void)?

  package init(
    _ subject: Subject, _ text: String, _ changed: RunCase, price: Price? = nil,
    sharesScenario: Bool = false, adjust: (@Sendable (inout Scenario) -> Void)? = nil
  ) {
    self.subject = subject
    self.text = text
    self.changed = changed
    self.price = price
    self.sharesScenario = sharesScenario
    self.adjust = adjust
  }

  /// A Boolean value that indicates whether a command can make the run.
  package var canBeTyped: Bool { adjust == nil }

  /// The scenario to simulate.
  var scenario: Scenario {
    var scenario = changed.scenario
    adjust?(&scenario)
    return scenario
  }
}

/// A kind of change that an app's developer can make.
package enum Lever: String, Sendable, CaseIterable {
  case policy, budget, prefetch, renditions, decodeSize, format, connections, lanes, order, threads
}

/// A hypothetical change that no app can make; its effect shows whether a resource is short.
package enum Ideal: String, Sendable, CaseIterable {
  case network, flash, decode, mainThread, cache, prefetch

  var words: String {
    switch self {
    case .network: "ideal network"
    case .flash: "instant flash"
    case .decode: "instant decode"
    case .mainThread: "free main thread"
    case .cache: "infinite cache"
    case .prefetch: "clairvoyant prefetch"
    }
  }
}

/// The disadvantages of a lever, besides the effort to make the change.
///
/// A sentence that states the saving of a lever must also state its price.
package struct Price: Sendable, Equatable {
  /// A Boolean value that indicates whether images have fewer pixels than the cells that show them.
  private(set) var isSoft = false
  /// A Boolean value that indicates whether a format loses more quality than the one that it
  /// replaces.
  package private(set) var isLossy = false
  /// The size of the files in relation to the present files; 1 unless they are larger.
  package private(set) var bytes = 1.0

  /// The relative size from which larger files count as a price.
  static let manyBytes = 2.0
  /// The loss of quality in decibels from which a format counts as lossy.
  private static let lostDecibels = 1.0

  /// Creates a price; `nil` if there is nothing to pay.
  private init?(isSoft: Bool, isLossy: Bool, bytes: Double) {
    guard isSoft || isLossy || bytes >= Self.manyBytes else { return nil }
    self.isSoft = isSoft
    self.isLossy = isLossy
    self.bytes = bytes
  }

  /// Compares two sets of files of the same images; `nil` if the new ones have no price.
  /// - Parameters:
  ///   - new: the files with the lever.
  ///   - old: the present files.
  ///   - isSoft: whether the new files have fewer pixels than their cells.
  ///   - keepsQuality: whether the new files have the quality of the present ones if both formats
  ///     can have equal quality.
  package init?(
    _ new: ImageCatalog, inPlaceOf old: ImageCatalog, isSoft: Bool = false,
    keepsQuality: Bool = false
  ) {
    let pairs = zip(new.entries, old.entries)
    func bytes(_ images: ImageCatalog) -> Double {
      Double(images.entries.reduce(0) { $0 + $1.encoded.bytes })
    }
    self.init(
      isSoft: isSoft,
      isLossy: pairs.contains {
        !(keepsQuality && $1.format.hasEqualQuality(as: $0.format)) && Self.loses($0, $1)
      },
      bytes: bytes(new) / max(1, bytes(old)))
  }

  private static func loses(_ new: ImageCatalog.Entry, _ old: ImageCatalog.Entry) -> Bool {
    guard new.format != old.format, new.format.quality != .exact else { return false }
    guard let now = old.format.quality.decibels(old.content),
      let then = new.format.quality.decibels(new.content)
    else { return old.format.quality == .exact }
    return then < now - lostDecibels
  }

  /// The price as text: `fewer pixels than the cells and 4.1 times the bytes`.
  package var words: String {
    [
      isSoft ? "fewer pixels than the cells have" : nil, isLossy ? "some loss of quality" : nil,
      bytes >= Self.manyBytes ? "\(NumberText.fixed(bytes, decimals: 1)) times the bytes" : nil,
    ].compactMap { $0 }.joined(separator: " and ")
  }
}

/// The quality of files in another format compared with that of the present files, by the peak
/// signal-to-noise ratio (PSNR).
package struct QualityText: Sendable {
  /// `equal quality (PSNR)`, `44.0 dB instead of 34.3 dB (PSNR)`, or both, with the share of fewer
  /// images: `equal quality (PSNR; 20 %: 34.3 dB instead of no loss)`.
  package let text: String

  /// Compares two sets of files of the same images.
  /// - Parameters:
  ///   - new: the files in another format.
  ///   - old: the present files.
  ///   - keepsQuality: whether the new files have the quality of the present ones if both formats
  ///     can have equal quality.
  package init(_ new: ImageCatalog, inPlaceOf old: ImageCatalog, keepsQuality: Bool) {
    let changed = zip(new.entries, old.entries).filter { $0.format != $1.format }
    let others = changed.filter { new, old in
      !(keepsQuality && old.format.hasEqualQuality(as: new.format))
        && Self.decibels(new) != Self.decibels(old)
    }
    let equal = "equal quality"
    let other = "\(Self.range(others.map(\.0))) instead of \(Self.range(others.map(\.1)))"
    if others.isEmpty || others.count == changed.count {
      text = "\(others.isEmpty ? equal : other) (PSNR)"
      return
    }
    let share = Double(others.count) / Double(old.entries.count)
    let (most, rest) = share <= 0.5 ? (equal, other) : (other, equal)
    text = "\(most) (PSNR; \(ShareText.of(min(share, 1 - share))): \(rest))"
  }

  /// Returns the ratio of a file; infinite without loss, `nil` if it is unknown.
  private static func decibels(_ entry: ImageCatalog.Entry) -> Double? {
    entry.format.quality == .exact
      ? .infinity : entry.format.quality.decibels(entry.content)
  }

  /// Returns the lowest and the highest quality as text: `34 to 37 dB`, `34 dB to no loss`.
  private static func range(_ entries: [ImageCatalog.Entry]) -> String {
    let known = entries.compactMap(decibels)
    guard let low = known.min(), let high = known.max(), known.count == entries.count else {
      return "unknown quality"
    }
    if low == .infinity { return "no loss" }
    if low == high { return "\(NumberText.fixed(low, decimals: 1)) dB" }
    let lowest = NumberText.fixed(low, decimals: 0)
    if high == .infinity { return "\(lowest) dB to no loss" }
    let highest = NumberText.fixed(high, decimals: 0)
    return lowest == highest ? "\(lowest) dB" : "\(lowest) to \(highest) dB"
  }
}
