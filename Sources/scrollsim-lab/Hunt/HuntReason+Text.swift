import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimCommands
import ScrollTraces

extension HuntReason {
  /// Returns sentences about the removed images that were requested again, and their order.
  /// - Parameters:
  ///   - name: The name of the policy.
  ///   - opponent: The name of its opponent; nil for a bound.
  /// - Returns: At most three sentences.
  func sentences(_ name: String, _ opponent: String?) -> [String] {
    guard policy.count > 0 else {
      return [
        "\(name) evicts no image that is requested again; the difference comes from the times "
          + "at which loads end."
      ]
    }
    return [evictions(by: name, opponent), keeping(opponent), comingBack].compactMap { $0 }
  }

  private func evictions(by name: String, _ opponent: String?) -> String {
    let count = Phrase.count(policy.count, "image")
    let half = NumberText.fixed(policy.half.seconds, decimals: 1)
    let clause =
      switch policy.cause {
      case nil: "refused \(count) that \(wereWanted)"
      case .cost, .count: "evicted \(count) that \(wereWanted)"
      case .pressure: "dropped \(count) (at a memory warning) that \(wereWanted)"
      case .background: "dropped \(count) (in the background) that \(wereWanted)"
      case .expired: "let \(count) expire that \(wereWanted)"
      case .leftRange: "dropped \(count) (outside of its range) that \(wereWanted)"
      case .replaced, .removed, .discarded: "lost \(count) that \(wereWanted)"
      }
    let theirs = opponent.flatMap { opponent in
      other.map {
        "; \(opponent) did so \($0.count == 1 ? "once" : Phrase.count($0.count, "time"))"
      }
    }
    return "\(name) \(clause) again, half of them within \(half) s\(theirs ?? "")."
  }

  private var wereWanted: String { policy.count == 1 ? "was requested" : "were requested" }

  private func keeping(_ opponent: String?) -> String? {
    guard let opponent, kept > 0 else { return nil }
    return "\(opponent) never evicted \(Phrase.count(kept, "of these images", "of these images"))."
  }

  /// The sentence that compares the number of images with the capacity, and names their order.
  private var comingBack: String? {
    let fits = room.flatMap { room in
      images > room
        ? "\(Phrase.count(images, "different image")) are requested, but only "
          + "\(Phrase.digits(room)) fit"
        : nil
    }
    let they = fits.map { "\($0), and they" } ?? "They"
    switch policy.order {
    case .same:
      return "\(they) return in the order of their eviction: the first evicted image is the first "
        + "requested."
    case .reversed:
      return "\(they) return in the opposite order: the last evicted image is the first requested."
    case .other: return fits.map { "\($0)." }
    }
  }
}
