import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimCommands
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The text about a hunted session.
final class HuntText {
  let answer: HuntAnswer
  let setup: HuntSetup
  /// The path of the written trace; nil if there is none.
  let file: String?

  init(_ answer: HuntAnswer, _ setup: HuntSetup, file: String?) {
    self.answer = answer
    self.setup = setup
    self.file = file
  }

  /// Returns the whole text, with a line break at the end, for a terminal of this many columns.
  func text(fitting width: Int?) -> String {
    var lines = [content] + answer.reason.sentences(answer.policy, opponent)
    if let shortfall { lines.append(shortfall) }
    let parts = [
      verdict, answer.picture, lines.joined(separator: "\n"), origin,
      "To see it: \(commandLine)",
    ]
    return parts.map { Terminal.wrapped($0, to: width) + "\n" }.joined(separator: "\n")
  }

  /// The opponent of the policy; nil for a bound.
  private var opponent: String? { answer.opponent }

  /// The sentence with the figures of both, their ratio and their difference.
  var verdict: String {
    let (ours, other) = (figure(answer.trial.policy), figure(answer.trial.other))
    let compared =
      switch setup.metric {
      case .stall:
        "\(answer.policy) stalls \(ours), "
          + (opponent.map { "\($0) \(other)" }
            ?? "and the lower bound for caches of the budget is \(other)")
      case .misses:
        "\(answer.policy) misses \(ours), "
          + (opponent.map { "\($0) \(other)" }
            ?? "and the lower bound for caches of the budget is \(other)")
      }
    let more = "\(figure(answer.trial.regret)) more"
    guard let ratio = answer.trial.ratio else { return "\(compared): \(more)." }
    return "\(compared): \(NumberText.fixed(ratio, decimals: 1)) times as much, \(more)."
  }

  /// The sentence about the images and the budget.
  private var content: String {
    let trace = answer.trace
    var shown = Phrase.count(trace.catalog.images.count, "image")
    if case .generated(let recipe) = trace.catalog.source { shown = "\(recipe)" }
    let budget =
      answer.screens.map {
        "budget \(answer.budget.budgetText), \(NumberText.fixed($0, decimals: 1)) times the images "
          + "of its fullest screen"
      } ?? "no budget"
    return "The session shows \(shown) on \(trace.header.layout); \(budget)."
  }

  /// The reason why the session is less than twice as bad, or less than a second worse; nil
  /// otherwise.
  var shortfall: String? {
    let trial = answer.trial
    let isTwice = trial.ratio.map { $0 >= Hunt.goal } ?? true
    guard !isTwice || (setup.metric == .stall && trial.regret < 1) else { return nil }
    let less = isTwice ? "The difference is below 1 s" : "The factor is below 2"
    switch setup.metric {
    case .stall:
      return
        "\(less), because first loads cause \(figure(answer.unavoidable)), which no cache avoids."
    case .misses:
      return "\(less), because the first request for each of "
        + "\(Phrase.count(answer.reason.images, "image")) misses in any cache."
    }
  }

  /// The sentences about the gestures, the larger session before shrinking, and the number of runs.
  private var origin: String {
    let (strokes, before) = (answer.strokes.count, answer.found)
    let seconds = NumberText.fixed(answer.trace.duration.seconds, decimals: 0)
    var text =
      "It takes \(Phrase.count(answer.touches, "gesture")) in \(seconds) s"
      + (strokes > answer.touches
        ? ", and \(Phrase.count(strokes - answer.touches, "event"))." : ".")
    if before.strokes > strokes {
      let count = Phrase.count(before.strokes, "gesture or event", "gestures and events")
      text +=
        " Before it was shortened it had \(count), and a difference of \(figure(before.trial.regret))."
    }
    return text + " The search took \(Phrase.count(answer.runs, "run"))."
  }

  /// Returns seconds or a number of misses as text.
  private func figure(_ value: Double) -> String {
    switch setup.metric {
    case .stall: "\(NumberText.fixed(value, decimals: 2)) s"
    case .misses: "\(NumberText.fixed(value, decimals: 0)) requests"
    }
  }
}

extension HuntText {
  /// The command that makes the two runs.
  var command: [String] {
    let loading = setup.loader.entry.loader(setup.loader.settings)
    var words = [
      "scrollsim", "run", file ?? "FILE", "--policy",
      [answer.policy, answer.opponent].compactMap { $0 }.joined(separator: ","),
      "--budget", answer.budget.budgetText, "--device", setup.device.name,
      "--loader", setup.loader.text,
    ]
    if setup.network.name != "wifi" { words += ["--network", setup.network.name] }
    if "\(loading.prefetcher)" != setup.prefetcher.text {
      words += ["--prefetch", setup.prefetcher.text]
    }
    return words
  }

  var commandLine: String { command.map(ShellWord.quoted).joined(separator: " ") }
}

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
