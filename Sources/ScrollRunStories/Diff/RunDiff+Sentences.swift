import ScrollCore
import ScrollPages
import ScrollSimulation

/// What a comparison says in words.
extension RunDiff {
  /// The answer first: who stalls less and by how much; where the two diverge; and where each of
  /// them is worse than the other by most.
  package var sentences: [String] {
    guard let divergence else {
      return [
        "\(names.a) and \(names.b) never diverge: "
          + "both hold the same images from the first frame to the last."
      ]
    }
    return deathSentences + [verdict, sentence(of: divergence), holdings(of: divergence)]
      + Side.allCases.compactMap(greatestLoss)
  }

  private var deathSentences: [String] {
    [(names.a, deaths.a), (names.b, deaths.b)].compactMap { name, death in
      death.map {
        "With \(name) the app was killed at \(StoryText.moment($0.time)): \($0.reason)."
      }
    }
  }

  /// Who stalls less, and by how much.
  var verdict: String {
    guard divergence != nil else { return "\(names.a) and \(names.b) never diverge." }
    guard let worse = difference.worse else {
      return "\(names.a) and \(names.b) diverge, and it makes no difference on screen."
    }
    let (less, more) = (worse.other, worse)
    let (best, worst) = (figures(less), figures(more))
    let gain = worst - best
    var parts: [String] = []
    if abs(gain.weights[0]) > 0 {
      parts.append(
        "\(Self.seconds(best.stallSeconds)) screen-seconds blank or wrong against "
          + Self.seconds(worst.stallSeconds))
    }
    if gain.waited != .zero {
      parts.append(
        "\(StoryText.span(best.waited)) of waiting for images against "
          + StoryText.span(worst.waited))
    }
    if gain.neverShown != 0 {
      parts.append("\(best.neverShown) images never shown against \(worst.neverShown)")
    }
    if gain.hits != 0 { parts.append("\(best.hits) hits against \(worst.hits)") }
    return "\(name(less)) stalls less than \(name(more)): \(StoryText.list(parts))."
  }

  private func figures(_ side: Side) -> Figures { side == .a ? figures.a : figures.b }

  private static func seconds(_ seconds: Double) -> String {
    NumberText.fixed(seconds, decimals: abs(seconds) < 0.1 ? 4 : 3)
  }

  private func sentence(of divergence: Divergence) -> String {
    let place =
      (divergence.frame.map { "frame \($0), " } ?? "")
      + "offset \(NumberText.fixed(divergence.offset, decimals: 0)) pt"
    let offer =
      divergence.offered.map {
        "offered \(divergence.isPrefetched ? "the prefetch of " : "")\($0.name), "
      } ?? ""
    return "They diverge at \(StoryText.moment(divergence.time)) (\(place)): \(offer)"
      + "\(names.a) \(words(divergence.a, divergence)), \(names.b) \(words(divergence.b, divergence))."
  }

  private func words(_ decision: Decision, _ divergence: Divergence) -> String {
    var parts = decision.evicted.prefix(3).map { eviction in
      "\(eviction.image.name) (\(words(eviction.image, divergence)))"
    }
    if decision.evicted.count > 3 {
      parts.append(Words.count(decision.evicted.count - 3, "other image"))
    }
    let evicts = parts.isEmpty ? nil : "evicts \(StoryText.list(parts))"
    guard divergence.offered != nil else { return evicts ?? "keeps what it has" }
    guard decision.keepsOffered else {
      return evicts.map { "\($0) and does not keep it" } ?? "does not keep it"
    }
    return evicts ?? "has room for it"
  }

  private func words(_ image: Image, _ divergence: Divergence) -> String {
    var parts = [NumberText.mebibytes(ByteCount(image.bytes))]
    switch image.distance {
    case nil: break
    case .some(0): parts.append("on screen")
    case .some(let points):
      let screens = NumberText.fixed(abs(points) / divergence.extent, decimals: 1)
      parts.append("\(screens) screens \(points > 0 ? "ahead" : "behind")")
    }
    parts.append(
      image.lastAsked.map { "asked for \(StoryText.span(divergence.time - $0)) before" }
        ?? "never asked for")
    return parts.joined(separator: ", ")
  }

  private func holdings(of divergence: Divergence) -> String {
    func words(_ holding: Holding) -> String {
      "\(Words.count(holding.images, "image")) "
        + "(\(NumberText.mebibytes(ByteCount(holding.bytes))))"
    }
    return "From there on \(names.a) holds \(words(divergence.a.holding)), "
      + "\(names.b) \(words(divergence.b.holding)); "
      + "\(Words.count(divergence.overlap, "image is", "images are")) in both."
  }

  /// Where a side is worse than the other by most; nil if it never is.
  private func greatestLoss(_ side: Side) -> String? {
    guard let stretch = stretches.first(where: { $0.worse == side }) else { return nil }
    let difference = side == .a ? stretch.a - stretch.b : stretch.b - stretch.a
    let amount =
      difference.weights[0] != 0
      ? "\(Self.seconds(difference.stallSeconds)) screen-seconds"
      : difference.waited != .zero
        ? "\(StoryText.span(difference.waited)) of waiting"
        : Words.count(-difference.hits, "hit")
    let because = stretch.reasons.isEmpty ? "" : " (\(stretch.because))"
    return "\(name(side)) loses most from \(StoryText.moment(stretch.start)) to "
      + "\(StoryText.moment(stretch.end)), by \(amount) over "
      + "\(Words.count(stretch.items.count, "item"))\(because)."
  }
}

extension RunDiff.Stretch {
  /// Why the worse one's images were absent: `evicted 7, asked late 2`; empty if none was.
  package var because: String {
    reasons.map { "\($0.reason.shortName) \($0.count)" }.joined(separator: ", ")
  }
}
