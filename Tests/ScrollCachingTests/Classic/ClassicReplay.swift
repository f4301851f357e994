import ScrollCaching
import ScrollCore

/// Runs a stream through a policy of the catalog, chosen as on the command line.
enum ClassicReplay {
  enum Unit: String, Sendable {
    /// Every request counts 1; the limit is a number of images.
    case count
    /// Requests count their sizes; the limit is a number of bytes.
    case size
  }

  static func run(
    _ text: String, _ stream: RequestStream, _ unit: Unit, capacity: Int, seed: UInt64 = 0
  ) throws -> Tally {
    let choice = try PolicyCatalog.builtIn.choose(text)
    let stream = unit == .count ? stream.countingItems : stream
    let setup = PolicySetup(
      imageCount: stream.imageCount,
      limits: unit == .count ? CacheLimits(count: capacity) : CacheLimits(cost: capacity),
      settings: choice.settings, seed: seed,
      nextUses: choice.entry.facts.needsFuture ? stream.nextUses() : [])
    return choice.entry.replay(stream, setup)
  }

  /// A model of a policy of the catalog, to drive verb by verb.
  static func model(_ text: String, images: Int, limits: CacheLimits) throws -> any CacheModel {
    let choice = try PolicyCatalog.builtIn.choose(text)
    return choice.entry.makeModel(
      PolicySetup(imageCount: images, limits: limits, settings: choice.settings))
  }
}
