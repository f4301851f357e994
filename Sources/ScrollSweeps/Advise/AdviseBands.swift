package import ScrollSimulation

/// The uncertainty of an advice, given the errors that are stated for the figures of devices and
/// networks.
///
/// The present and the advised settings run again in several random draws. Each draw varies the
/// figures at random, as far as their stated errors allow.
package struct AdviseBands: Sendable {
  /// The number of draws.
  package static let count = 20

  /// The bands of one setting.
  package struct Bands: Sendable {
    package let blank: FigureBand, hitches: FigureBand, memory: FigureBand
    /// The number of draws in which the app is killed in some session.
    package let killedIn: Int

    init(_ runs: [AdvisedRuns]) {
      let drawn = runs.map(\.candidate)
      blank = FigureBand(drawn.map(\.blank.mean))
      hitches = FigureBand(drawn.map(\.hitches.mean))
      memory = FigureBand(drawn.map(\.memory.mean))
      killedIn = drawn.count { $0.killed > 0 }
    }
  }

  package let now: Bands, advised: Bands
  /// The number of draws in which the rule prefers the advised settings.
  package let preferredIn: Int

  /// A Boolean value that indicates whether so few draws prefer the advised settings that the toss
  /// of a coin may do the same.
  ///
  /// A fair coin shows heads in 15 or more of 20 tosses with a probability of 2 %, in 14 or more with
  /// one of 6 %.
  package var isUncertain: Bool { preferredIn < Self.count * 3 / 4 }

  /// The jobs of all draws, in the order in which the initializer expects their reports.
  package static func jobs(for answer: AdviseAnswer) -> [AdviseJob] {
    (0..<count).flatMap { draw in
      settings(of: answer).flatMap {
        AdviseJob.all(of: answer.question, [$0], draw: draw)
      }
    }
  }

  private static func settings(of answer: AdviseAnswer) -> [AdvisedSetting] {
    answer.keepsAll ? [answer.now.setting] : [answer.now.setting, answer.advised.setting]
  }

  /// Creates the bands from the reports of all jobs.
  package init(_ answer: AdviseAnswer, _ reports: [[RunReport]]) {
    let (settings, sessions) = (Self.settings(of: answer), answer.question.sessions.count)
    var drawn = settings.map { _ in [AdvisedRuns]() }
    for draw in 0..<Self.count {
      for (place, setting) in settings.enumerated() {
        let first = (draw * settings.count + place) * sessions
        drawn[place].append(
          AdvisedRuns(
            setting, reports[first..<first + sessions].flatMap { $0 }, of: answer.question))
      }
    }
    now = Bands(drawn[0])
    advised = Bands(drawn[settings.count - 1])
    preferredIn =
      settings.count == 1
      ? Self.count : zip(drawn[1], drawn[0]).count { answer.question.prefers($0, to: $1) }
  }
}
