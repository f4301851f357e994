import ScrollCore
import ScrollPages
import ScrollSimulation

/// A comparison in words.
extension RunDiff {
  /// The answer first: which of the two is better and by how much; where they diverge; and where
  /// each of them is worse than the other by most.
  package var sentences: [String] {
    guard let divergence else {
      // Without a frame there is no first and no last one.
      let hasFrame = a.frames.changes.contains { $0.frame.isPresented }
      let span = hasFrame ? "from the first frame to the last" : "to the end"
      return deathSentences + shortageSentences + [
        "\(names.a) and \(names.b) never diverge: both hold the same images \(span)."
      ]
    }
    return deathSentences + shortageSentences + [verdict] + lateFrames + [
      sentence(of: divergence), holdings(of: divergence),
    ]
      + Side.allCases.compactMap(greatestLoss)
  }

  private var deathSentences: [String] {
    if let death = deaths.a, death == deaths.b {
      return ["With both the app was killed at \(StoryText.moment(death.time)): \(death.reason)."]
    }
    return [(names.a, deaths.a), (names.b, deaths.b)].compactMap { name, death in
      death.map {
        "With \(name) the app was killed at \(StoryText.moment($0.time)): \($0.reason)."
      }
    }
  }

  private var shortageSentences: [String] {
    let sides = [(names.a, shortages.a), (names.b, shortages.b)]
    let sentences = sides.compactMap { name, shortage in
      shortage.map {
        "\(name) has too small a budget to be what its name says: room for "
          + "\(NumberText.fixed($0.room, decimals: 1)) images, and it needs \($0.needed)."
      }
    }
    // The same policy twice has one.
    return sentences.first == sentences.last ? Array(sentences.prefix(1)) : sentences
  }

  /// The part of the stalls that is in no stretch; none where both have as much of it.
  private var lateFrames: [String] {
    let (ours, theirs) = (figures.a.lateFrameSeconds, figures.b.lateFrameSeconds)
    guard abs(ours - theirs) > 1e-9 else { return [] }
    return [
      "Of the stalls, late frames make up \(Self.seconds(ours)) screen-seconds with \(names.a), "
        + "\(Self.seconds(theirs)) with \(names.b)."
    ]
  }

  private func sentence(of divergence: Divergence) -> String {
    let place =
      (divergence.frame.map { "frame \($0), " } ?? "")
      + "offset \(NumberText.fixed(divergence.offset, decimals: 0)) pt"
    let offer =
      divergence.offered.map {
        "when \(divergence.isPrefetched ? "the prefetched " : "")\($0.name) is stored, "
      } ?? ""
    return "They diverge at \(StoryText.moment(divergence.time)) (\(place)): \(offer)"
      + "\(names.a) \(words(divergence.a, divergence)), "
      + "\(names.b) \(words(divergence.b, divergence))."
  }

  private func words(_ decision: Decision, _ divergence: Divergence) -> String {
    var parts = decision.evicted.prefix(3).map { eviction in
      "\(eviction.image.name) (\(words(eviction.image, divergence)))"
    }
    if decision.evicted.count > 3 {
      parts.append(Words.count(decision.evicted.count - 3, "other image"))
    }
    let evicts = parts.isEmpty ? nil : "evicts \(Words.list(parts))"
    guard divergence.offered != nil else { return evicts ?? "keeps what it has" }
    guard decision.keepsOffered else {
      return evicts.map { "\($0) and refuses it" } ?? "refuses it"
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
      image.lastAsked.map { "requested \(StoryText.span(divergence.time - $0)) before" }
        ?? "never requested")
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

  private static func seconds(_ seconds: Double) -> String {
    NumberText.fixed(seconds, decimals: abs(seconds) < 0.1 ? 4 : 3)
  }
}

extension RunDiff.Stretch {
  /// Why the worse one's images were absent: `evicted 7, requested late 2`; empty if none was.
  package var because: String {
    reasons.map { "\($0.reason.shortName) \($0.count)" }.joined(separator: ", ")
  }
}
