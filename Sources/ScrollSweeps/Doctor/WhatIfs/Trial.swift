import ScrollCore
package import ScrollDevice
import ScrollPages
package import ScrollSimulation

/// A change of a run that is tried out: what it is, and what it does to the run.
package final class Trial: Sendable {
  /// What is changed.
  package enum Subject: Sendable, Equatable {
    case lever(Lever)
    case ideal(Ideal)
  }

  package let subject: Subject
  /// In words: `twice the budget`.
  package let text: String
  /// The run with the change; of an ideal without what no option says.
  package let changed: RunCase
  /// The same options as the run's but for the cache: what is worked out for that can be shared.
  package let sharesScenario: Bool
  /// What it costs; nil for nothing.
  package let price: Price?
  /// What no option says.
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

  /// Whether a command can make the run.
  package var canBeTyped: Bool { adjust == nil }

  /// What is simulated.
  var scenario: Scenario {
    var scenario = changed.scenario
    adjust?(&scenario)
    return scenario
  }
}

/// What the maker of an app can change.
package enum Lever: String, Sendable, CaseIterable {
  case policy, budget, prefetch, renditions, decodeSize, format, connections, lanes, order, threads

  /// What tables call it.
  package var words: String {
    switch self {
    case .decodeSize: "decode size"
    default: rawValue
    }
  }
}

/// What no app can have, and what shows which resource is short.
package enum Ideal: String, Sendable, CaseIterable {
  case network, flash, decode, mainThread, cache, prefetch

  package var words: String {
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

/// What a lever costs besides the work of pulling it: what a sentence has to say with its figure.
package struct Price: Sendable, Equatable {
  /// Whether images have fewer pixels than the cells that show them.
  package private(set) var isSoft = false
  /// Whether a format keeps less of the picture than the one that it replaces.
  package private(set) var isLossy = false
  /// How many times the bytes of now the files have; 1 unless they are larger.
  package private(set) var bytes = 1.0

  /// From so many times the bytes on they are a price.
  package static let manyBytes = 2.0
  /// A format keeps less of the picture from so many decibels on.
  private static let lostDecibels = 1.0

  /// Nil if nothing of it is to be paid.
  private init?(isSoft: Bool, isLossy: Bool, bytes: Double) {
    guard isSoft || isLossy || bytes >= Self.manyBytes else { return nil }
    self.isSoft = isSoft
    self.isLossy = isLossy
    self.bytes = bytes
  }

  /// Compares two sets of files of the same images; nil if the new ones cost nothing.
  /// - Parameters:
  ///   - new: what a lever makes of them.
  ///   - old: the files of now.
  ///   - isSoft: whether the new ones have fewer pixels than their cells.
  package init?(_ new: ImageCatalog, inPlaceOf old: ImageCatalog, isSoft: Bool = false) {
    let pairs = zip(new.entries, old.entries)
    func bytes(_ images: ImageCatalog) -> Double {
      Double(images.entries.reduce(0) { $0 + $1.encoded.bytes })
    }
    self.init(
      isSoft: isSoft, isLossy: pairs.contains { Self.loses($0, $1) },
      bytes: bytes(new) / max(1, bytes(old)))
  }

  private static func loses(_ new: ImageCatalog.Entry, _ old: ImageCatalog.Entry) -> Bool {
    guard new.format != old.format, new.format.quality != .exact else { return false }
    guard let now = old.format.quality.decibels(old.content),
      let then = new.format.quality.decibels(new.content)
    else { return old.format.quality == .exact }
    return then < now - lostDecibels
  }

  /// `fewer pixels than the cells and 4.1 times the bytes`.
  package var words: String {
    [
      isSoft ? "fewer pixels than the cells" : nil, isLossy ? "some loss of quality" : nil,
      bytes >= Self.manyBytes ? "\(NumberText.fixed(bytes, decimals: 1)) times the bytes" : nil,
    ].compactMap { $0 }.joined(separator: " and ")
  }
}
