import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// An advice as one JSON document, from which the text and the page are made.
struct AdviseDocument: Encodable {
  let scrollsim = ScrollSim.version
  let modelVersion = ModelVersion.current
  /// The answer in one sentence.
  let sentence: String
  /// The rule that chooses between settings, as a sentence.
  let rule = ChoiceRule.sentence
  let scroll: String
  /// The way in which the scroll was read; null for a trace.
  @OrNull var read: String?
  let library: String
  /// A Boolean value that indicates whether the advice is to keep the present settings.
  let keepsAll: Bool
  let now: Setting, advised: Setting
  /// The changes, the most valuable first.
  let changes: [Change]
  /// The properties whose tried values all make no visible difference.
  let noVisibleDifference: [String]
  /// The properties whose tried values make visible differences, all of them for the worse.
  let noGain: [String]
  /// The warning that a cache has too little room; null if there is none.
  @OrNull var warning: String?
  /// The number of settings that were tried.
  let tried: Int
  /// The number of draws from the errors of the devices' figures, and the number of draws in which
  /// the rule prefers the advised settings.
  let draws = AdviseBands.count
  let preferredInDraws: Int
  let sessions: [Session]
  /// The command that writes the advised settings as code, and the command that shows them.
  let writeCommand: [String], showCommand: [String]

  /// A figure over the sessions.
  struct Spread: Encodable {
    let mean: Double
    /// The 95th percentile of sessions.
    let p95: Double
    /// The ends of the mean's error band, which contains 90 % of the draws from the errors of the
    /// devices' figures.
    ///
    /// Both are null for a change alone.
    @OrNull var low: Double?
    @OrNull var high: Double?

    init(_ spread: ChoiceRule.Spread, _ band: FigureBand? = nil) {
      mean = spread.mean
      p95 = spread.high
      low = band?.low
      high = band?.high
    }
  }

  struct Figures: Encodable {
    let blankSeconds: Spread
    /// The hitches in milliseconds per second of scrolling.
    let hitchRatio: Spread
    let footprintPeakBytes: Spread
    /// The number of sessions in which the app is killed, and the number that break a limit.
    let killedSessions: Int, brokenSessions: Int

    init(_ runs: AdvisedRuns, _ bands: AdviseBands.Bands? = nil) {
      let candidate = runs.candidate
      blankSeconds = Spread(candidate.blank, bands?.blank)
      hitchRatio = Spread(candidate.hitches, bands?.hitches)
      footprintPeakBytes = Spread(candidate.memory, bands?.memory)
      killedSessions = runs.reports.count { $0.death != nil }
      brokenSessions = runs.broken.count { $0 }
    }
  }

  struct Setting: Encodable {
    let loader: String, prefetcher: String
    /// The policy; null for a loader without a memory cache.
    @OrNull var policy: String?
    /// The limit of the cache as typed: `64MiB`, a share of memory, `own` or `none`.
    let budget: String
    let figures: Figures
    /// The number of draws in which the app is killed in some session.
    let killedInDraws: Int
    let runs: [Run]
  }

  /// A run in one session.
  struct Run: Encodable {
    let device: String, network: String
    /// The command that makes the run.
    let command: [String]
    let blankSeconds: Double, hitchRatio: Double
    let footprintPeakBytes: Int
    /// The reason why the device killed the app; null if it did not.
    @OrNull var killed: String?
  }

  struct Change: Encodable {
    let property: String, text: String
    /// The figures with this change alone.
    let alone: Figures
    /// The visible differences of this change alone, as texts.
    let differences: [String]
    /// The visible differences that this change makes after all other changes, as texts.
    let differencesWithOthers: [String]
    /// The visible differences that this change and all later ones make together, after those before
    /// it, as texts.
    let differencesFromHere: [String]
    /// A Boolean value that indicates whether the change improves nothing without the other
    /// changes.
    let needsOthers: Bool
  }

  struct Session: Encodable {
    let device: String, network: String
    /// The share of all sessions, from 0 to 1.
    let share: Double
    let limits: [String]
  }

  /// Creates the document of an answer.
  /// - Parameters:
  ///   - answer: The answer.
  ///   - bands: The bands of its figures.
  ///   - read: The way in which the scroll was read; `nil` for a trace.
  ///   - command: The arguments of the command line, without the options for output.
  init(_ answer: AdviseAnswer, _ bands: AdviseBands, read: String?, command: [String]) {
    let question = answer.question
    sentence = AdviseHeadline(answer, bands).text
    scroll = question.path
    self.read = read
    library = question.library.name
    keepsAll = answer.keepsAll
    now = Setting(answer.now, bands.now, question)
    advised = Setting(answer.advised, bands.advised, question)
    let rule = question.rule
    func effects(from old: AdvisedRuns, to new: AdvisedRuns) -> [String] {
      ComplaintEffects(from: old.candidate, to: new.candidate, rule).texts
    }
    changes = answer.changes.map { change in
      let others = change.without.map { effects(from: $0, to: answer.advised) }
      return Change(
        property: change.change.lever.rawValue, text: change.change.text,
        alone: Figures(change.alone),
        differences: effects(from: answer.now, to: change.alone),
        differencesWithOthers: others ?? [],
        differencesFromHere: change.before.map { effects(from: $0, to: answer.advised) } ?? [],
        needsOthers: !question.prefers(change.alone, to: answer.now))
    }
    noVisibleDifference = answer.idle.map(\.words)
    noGain = answer.harmful.map(\.words)
    warning = answer.warning?.sentence
    tried = answer.tried
    preferredInDraws = bands.preferredIn
    sessions = question.sessions.map { session in
      Session(
        device: session.device.name, network: session.network.name, share: session.share,
        limits: question.judge(of: session).limits.map(\.description))
    }
    writeCommand = command + ["--emit", "FeedCache.\(answer.question.library.fileEnding)"]
    showCommand = command + ["--html", "advice.html"]
  }

  /// The sentence that names the parts of a figure, in their order.
  var figureText: String {
    "Figures: mean of \(Phrase.count(sessions.count, "run")) (its error band), then 95th "
      + "percentile of runs"
  }
}

extension AdviseDocument.Setting {
  init(_ runs: AdvisedRuns, _ bands: AdviseBands.Bands, _ question: AdviseQuestion) {
    let setting = runs.setting
    self.init(
      loader: setting.loader.label, prefetcher: setting.prefetcher.label,
      policy: setting.policy?.label, budget: setting.budget.text,
      figures: AdviseDocument.Figures(runs, bands), killedInDraws: bands.killedIn,
      runs: runs.reports.enumerated().map { session, report in
        let run = question.run(session, setting)
        return AdviseDocument.Run(
          device: run.device.name, network: run.network.name, command: run.arguments,
          blankSeconds: report.stalls.blankAreaSeconds, hitchRatio: report.hitches.timeRatio,
          footprintPeakBytes: report.memory.peakFootprint.bytes,
          killed: report.death.map { "\($0.reason)" })
      })
  }
}

extension AdvisedLibrary {
  /// The file extension of source code for the library.
  fileprivate var fileEnding: String {
    (try? EmitTarget.choose(name))?.language.fileEnding ?? "swift"
  }
}
