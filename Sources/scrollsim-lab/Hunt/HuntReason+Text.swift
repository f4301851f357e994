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
      return ["\(name) gives up nothing that is asked for again: loads end at other times."]
    }
    return [givenUp(by: name, opponent), keeping(opponent), comingBack].compactMap { $0 }
  }

  private func givenUp(by name: String, _ opponent: String?) -> String {
    let count = Phrase.count(policy.count, "image")
    let half = NumberText.fixed(policy.half.seconds, decimals: 1)
    let clause =
      switch policy.cause {
      case nil: "refused \(count) that \(wereWanted)"
      case .cost, .count: "evicted \(count) that \(wereWanted)"
      case .pressure: "dropped \(count) at a memory warning that \(wereWanted)"
      case .background: "dropped \(count) in the background that \(wereWanted)"
      case .expired: "let \(count) expire that \(wereWanted)"
      case .leftRange: "dropped \(count) outside of its range that \(wereWanted)"
      case .replaced, .removed, .discarded: "gave up \(count) that \(wereWanted)"
      }
    let theirs = opponent.flatMap { opponent in
      other.map { "; \(opponent) did so \(Phrase.count($0.count, "time"))" }
    }
    return "\(name) \(clause) again, half of them within \(half) s\(theirs ?? "")."
  }

  private var wereWanted: String { policy.count == 1 ? "was asked for" : "were asked for" }

  private func keeping(_ opponent: String?) -> String? {
    guard let opponent, kept > 0 else { return nil }
    return "\(opponent) never gave up \(Phrase.count(kept, "of these images", "of these images"))."
  }

  /// The sentence that compares the number of images with the capacity, and names their order.
  private var comingBack: String? {
    let fits = room.flatMap { room in
      images > room
        ? "\(Phrase.count(images, "different image")) are asked for where \(Phrase.digits(room)) fit"
        : nil
    }
    let they = fits.map { "\($0), and they" } ?? "They"
    switch policy.order {
    case .same:
      return "\(they) come back in the order in which they left: what was given up first is "
        + "wanted first."
    case .reversed:
      return "\(they) come back the other way round: what was given up last is "
        + "wanted first."
    case .other: return fits.map { "\($0)." }
    }
  }
}
