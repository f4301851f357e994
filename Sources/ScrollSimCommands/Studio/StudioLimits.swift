import ScrollCore
import ScrollDevice

/// What a page can hold: its scripts count whole numbers exactly up to 2⁵³, its engine has 32 bits.
enum StudioLimits {
  static let seed = UInt64(1) << 53 - 1
  static let side = 16_384
  static let budget = ByteCount(1 << 40)
  static let integer = Int(Int32.max)
  /// Of a policy, loader or prefetcher with its settings, in UTF-8.
  static let letters = 2000

  /// Complains about what is beyond.
  static func require(_ asked: RunRequest, seed: UInt64) throws(CommandError) {
    if seed > Self.seed {
      throw .usage("--seed \(seed): a page has seeds of at most \(Self.seed)")
    }
    if let side = asked.renditions?.side, side > Self.side {
      throw .usage("--renditions side=\(side): a page has sides of at most \(Self.side)")
    }
    if let budget = asked.budgets[0], budget > Self.budget {
      throw .usage("--budget \(budget): a page has budgets of at most \(Self.budget)")
    }
    for policy in asked.policies { try require(policy) }
    try require(asked.loader)
    try require(asked.prefetcher)
  }

  private static func require<Entry>(_ choice: Choice<Entry>) throws(CommandError) {
    let count = choice.text.utf8.count
    if count > letters {
      throw .usage(
        "\(Entry.kind) '\(choice.text.prefix(40))...' has \(count) letters; a page takes \(letters)"
      )
    }
    for setting in choice.entry.settings {
      guard case .integer = setting.domain else { continue }
      let value = choice.settings.integer(setting.name)
      if value > integer {
        throw .usage(
          "setting '\(setting.name)' of '\(choice.entry.name)' is \(value); a page counts up to "
            + "\(integer)")
      }
    }
  }
}
