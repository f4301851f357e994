import Foundation
import ScrollCaching
package import ScrollCore
import ScrollPages
package import ScrollSimulation
package import ScrollTraces

/// One run and its figures.
package struct RunRecord: Sendable, Equatable {
  /// The digest of scenario, policy, settings, budget, seed and model version.
  package var key: ContentKey
  /// The key of everything except the cache.
  package var scenario: ContentKey
  /// The name of the policy or cache model; `nil`, like the next three properties, if the loader
  /// has no cache.
  package var policy: String?
  /// All settings, as a JSON object of strings.
  package var settings: String?
  /// The policy as requested, such as `distance:lead=2`.
  package var label: String?
  /// The limit of the cache, in bytes.
  package var budgetBytes: Int?
  /// The seed of random draws.
  package var seed: Int
  /// The version of the simulation model; runs of different versions are not comparable.
  package var modelVersion: Int
  /// The reason why the device killed the app; `nil` if it did not.
  package var killed: String?
  /// The time when the device killed the app, in milliseconds of simulated time.
  package var killedMilliseconds: Double?
  /// The figures, as many as `ResultStore.figureColumns`, and in their order.
  package var figures: [StoredValue]
  /// The parts of the figures; parts that are zero are left out.
  ///
  /// A run that was read from a store has them in order of kind and name.
  package var parts: [Part]
  /// The misses of the run above the optimum; `nil` if they were not computed.
  package var regret: RegretRecord?
  /// The known bounds of the least stall; `nil` if they were not requested.
  package var stallRegret: StallRegretRecord?

  package init(
    key: ContentKey, scenario: ContentKey, policy: String?, settings: String?, label: String?,
    budgetBytes: Int?, seed: Int, modelVersion: Int, killed: String?, killedMilliseconds: Double?,
    figures: [StoredValue], parts: [Part], regret: RegretRecord?,
    stallRegret: StallRegretRecord? = nil
  ) {
    self.key = key
    self.scenario = scenario
    self.policy = policy
    self.settings = settings
    self.label = label
    self.budgetBytes = budgetBytes
    self.seed = seed
    self.modelVersion = modelVersion
    self.killed = killed
    self.killedMilliseconds = killedMilliseconds
    self.figures = figures
    self.parts = parts
    self.regret = regret
    self.stallRegret = stallRegret
  }

  /// Returns the figure of a column; `nil` if there is no such column.
  ///
  /// - Complexity: O(*n*) in the columns. To read many rows, look up the index once.
  package func figure(_ column: String) -> StoredValue? {
    ResultStore.figureColumns.firstIndex(of: column).map { figures[$0] }
  }
}

extension RunRecord {
  /// A part of a run's figures: images for absences and removals, otherwise milliseconds.
  package struct Part: Sendable, Equatable {
    /// The kind: `absence`, `wait`, `cause`, `removal`, `lane` or `room`.
    ///
    /// The parts of kind `room` count images. They exist if the budget is too small for the policy:
    /// `had` is the number that fits, and `needed` the number that the policy needs.
    package var kind: String
    /// The name of the reason, the kind of work or the lane.
    package var name: String
    package var value: Double

    package init(kind: String, name: String, value: Double) {
      self.kind = kind
      self.name = name
      self.value = value
    }
  }
}

extension RunRecord {
  /// Returns a figure of the run; null for the time of an event that never happened, `nil` for a
  /// value that the store does not have.
  package func value(_ figure: Figure) -> StoredValue? {
    if let place = Self.places[figure.name] { return figures[place] }
    return switch figure.name {
    case Figure.regretBound.name: regret.map { StoredValue($0.bound) }
    case Figure.leastMisses.name: regret.map { StoredValue($0.leastMisses) }
    case Figure.regret.name: regret.map { StoredValue($0.misses) }
    case Figure.provenStall.name: stallRegret.map { StoredValue($0.proven) }
    case Figure.reachedStall.name: stallRegret.map { StoredValue($0.reached) }
    case Figure.reachedBy.name: stallRegret.map { StoredValue($0.reachedBy) }
    case Figure.lruStall.name: stallRegret.map { StoredValue($0.lru) }
    case Figure.stallRegret.name: stallRegret.map { _ in StoredValue(stallRegretShare) }
    default: nil
    }
  }

  /// Returns a figure as a number: infinite for the time of an event that never happened, NaN for a
  /// text.
  package func number(_ figure: Figure) -> Double { (value(figure) ?? .null).number ?? .nan }

  /// The index of each figure among those of a run.
  static let places = Dictionary(
    uniqueKeysWithValues: FigureCatalog.stored.enumerated().map { ($1.name, $0) })
}

extension RunRecord {
  /// The number of images that fit into the budget and the number that the policy needs, if too few
  /// fit.
  package var shortage: (room: Double, needed: Int)? {
    func part(_ name: String) -> Double? {
      parts.first { $0.kind == "room" && $0.name == name }?.value
    }
    guard let room = part("had"), let needed = part("needed") else { return nil }
    return (room, Int(needed))
  }
}

extension RunScore {
  /// Creates the score of a run in the store.
  package init(_ run: RunRecord) {
    self.init(
      isKilled: run.killed != nil, overBudgetSeconds: run.number(.overBudget),
      durationSeconds: run.number(.duration), stallSeconds: run.number(.stall),
      hitchRatio: run.number(.hitchRatio), hitRate: run.number(.hitRate))
    tooSmallShare = run.shortage == nil ? 0 : 1
  }
}

/// The distance of a run from the fewest misses.
package struct RegretRecord: Sendable, Equatable {
  /// The name of the bound, `min-bypass` or `pfoo-l`; `nil`, like the other properties, if nothing
  /// bounds the run.
  var bound: String?
  /// The fewest possible misses.
  package var leastMisses: Int?
  /// The misses above the fewest.
  package var misses: Int?

  package init(bound: String?, leastMisses: Int?, misses: Int?) {
    self.bound = bound
    self.leastMisses = leastMisses
    self.misses = misses
  }

  /// The record of a run that has no bound.
  static let none = RegretRecord(bound: nil, leastMisses: nil, misses: nil)
}

/// The known bounds of the least stall for a run's scenario with its budget, in seconds.
package struct StallRegretRecord: Sendable, Equatable {
  /// The lower bound for every cache that keeps the budget; `nil`, like the other properties, if
  /// nothing bounds the run.
  package var proven: Double?
  /// The best stall found; `nil` if the app was killed in every trial.
  package var reached: Double?
  /// The policy with the best stall.
  var reachedBy: String?
  /// The stall with `lru`; `nil` if the app was killed.
  var lru: Double?

  package init(proven: Double?, reached: Double?, reachedBy: String?, lru: Double?) {
    self.proven = proven
    self.reached = reached
    self.reachedBy = reachedBy
    self.lru = lru
  }

  /// The record of a run that has no bound.
  static let none = StallRegretRecord(
    proven: nil, reached: nil, reachedBy: nil, lru: nil)

  /// Returns the remaining share of the difference between the stall with `lru` and the best stall
  /// found.
  ///
  /// It is zero for a run as good as the best found, one for `lru`, and below zero for a better
  /// run.
  ///
  /// - Parameters:
  ///   - stall: The stall of the run, or of several together.
  ///   - lru: The stall of the same scenarios with `lru`.
  ///   - reached: The best stall found for them.
  ///   - isWay: Returns `true` if `lru` and the best stall differ by enough for a share of the
  ///     difference to be meaningful.
  /// - Returns: `nil` if they do not differ by enough.
  static func share(
    of stall: Double, lru: Double, reached: Double, isWay: (Double, Double) -> Bool
  ) -> Double? {
    lru > reached && isWay(lru, reached) ? (stall - reached) / (lru - reached) : nil
  }
}

extension RunRecord {
  /// The run's own remaining share; `nil` if it is not known, if the difference is too small, or if
  /// the cache exceeds its budget.
  var stallRegretShare: Double? {
    guard let known = stallRegret, let lru = known.lru, let reached = known.reached,
      killed == nil, RunScore(self).keepsBudget
    else { return nil }
    let materiality = Materiality.standard
    let frames = materiality.leastSeconds(
      over: number(.duration), at: Materiality.assumedRefreshRate)
    return StallRegretRecord.share(of: number(.stall), lru: lru, reached: reached) {
      materiality.matters($0, $1, frames: frames)
    }
  }
}

/// A run in a sweep, with its scenario.
package struct RunRow: Sendable, Equatable {
  /// The position of the run in the sweep, from 0.
  package var position: Int
  package var run: RunRecord
  package var scenario: ScenarioRecord

  package init(position: Int, run: RunRecord, scenario: ScenarioRecord) {
    self.position = position
    self.run = run
    self.scenario = scenario
  }
}

extension RunRecord {
  /// The budget as text: `64MiB`, `none` if nothing limits the cache, `-` without a cache.
  package var budgetText: String {
    budgetBytes.map { "\(ByteCount($0))" } ?? (policy == nil ? "-" : "none")
  }
}

extension RunReport {
  /// The parts of the figures that are not zero, in the format of the store.
  var storedParts: [RunRecord.Part] {
    var parts: [RunRecord.Part] = []
    func add(_ kind: String, _ name: String, _ value: Double) {
      if value != 0 { parts.append(RunRecord.Part(kind: kind, name: name, value: value)) }
    }
    for reason in AbsenceReason.allCases {
      add("absence", "\(reason)", Double(stalls.absences(because: reason)))
    }
    for part in hitches.causes.parts { add("cause", part.name, Double(part.nanoseconds) / 1e6) }
    for (lane, time) in work.laneBusy.enumerated() { add("lane", "\(lane)", time.milliseconds) }
    for reason in RemovalReason.allCases {
      add("removal", "\(reason)", Double(cache.removals(because: reason)))
    }
    for kind in WaitTimes.Kind.allCases { add("wait", "\(kind)", Double(stalls.waits[kind]) / 1e6) }
    return parts
  }
}

extension RunRecord.Part {
  /// Returns the number of images that fit into the budget and the number that the policy needs, if
  /// too few fit.
  static func room(_ shortage: (room: Double, needed: Int)?) -> [RunRecord.Part] {
    guard let shortage else { return [] }
    return [
      RunRecord.Part(kind: "room", name: "had", value: shortage.room),
      RunRecord.Part(kind: "room", name: "needed", value: Double(shortage.needed)),
    ]
  }
}

extension ResultStore {
  /// The names of a run's figures, in the order of the store's columns.
  package static let figureColumns = FigureCatalog.stored.map { $0.column }
}

/// The kinds of regret to compute for a run.
package struct RegretKinds: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The misses above the fewest that are possible for the requests of the run.
  package static let misses = RegretKinds(rawValue: 1)
  /// The stall above the least that is known.
  ///
  /// Finding the least takes some forty runs for each scenario and budget.
  package static let stalls = RegretKinds(rawValue: 2)
  package static let all: RegretKinds = [.misses, .stalls]
}

extension RegretKinds {
  /// Creates the kinds that a figure requires.
  init(_ figure: Figure) {
    let ofMisses = [Figure.regretBound, .leastMisses, .regret]
    switch figure.source {
    case .report: self = []
    case .regret: self = ofMisses.contains { $0.name == figure.name } ? .misses : .stalls
    }
  }

  /// Creates the kinds that several figures require.
  init(_ figures: some Sequence<Figure>) {
    self = figures.reduce(into: []) { $0.formUnion(RegretKinds($1)) }
  }
}

/// Everything about a run except its cache.
package struct ScenarioRecord: Sendable, Equatable {
  /// The digest of all fields below; the creator computes it.
  package var key: ContentKey
  /// The scrolled trace.
  package var trace: TraceRecord
  /// The layout of the items: the trace's own, or another.
  package var layout: String
  /// The device.
  package var device: ProfileRecord
  /// The network.
  package var network: ProfileRecord
  /// The loader, with the settings that differ from its defaults.
  package var loader: String
  /// All settings of the loader, as a JSON object of strings.
  var loaderSettings: String
  /// The prefetcher, with its settings.
  package var prefetcher: String
  /// The state of the caches at the start of the session: `cold`, `warm:after=600` or
  /// `warm-disk:after=600`.
  package var start: String

  package init(
    key: ContentKey, trace: TraceRecord, layout: String, device: ProfileRecord,
    network: ProfileRecord, loader: String, loaderSettings: String, prefetcher: String,
    start: String = "cold"
  ) {
    self.key = key
    self.trace = trace
    self.layout = layout
    self.device = device
    self.network = network
    self.loader = loader
    self.loaderSettings = loaderSettings
    self.prefetcher = prefetcher
    self.start = start
  }
}

extension ScenarioRecord {
  /// The kind of cost that the app passes to its cache for an image; the cache limits the sum of
  /// costs.
  package var cost: Loader.Cost {
    let settings = try? JSONDecoder().decode(
      [String: String].self, from: Data(loaderSettings.utf8))
    return settings?["cost"].flatMap(Loader.Cost.init(rawValue:)) ?? .bytes
  }

  /// Returns a budget with the quantity that the cache counts: `64MiB`, `64MiB as 67108864 pixels`.
  package func text(ofBudget budget: ByteCount) -> String {
    switch cost {
    case .bytes: NumberText.limit(budget)
    case .pixels: "\(budget) as \(budget.bytes) pixels"
    case .encoded: "\(budget) of encoded files"
    case .decodeTime: "\(budget) as \(budget.bytes) µs of decoding"
    case .zero: "\(budget), no limit, because images cost 0"
    }
  }
}

/// The record of a scroll trace.
package struct TraceRecord: Sendable, Equatable {
  /// The key of the trace: the SHA-256 of the file's bytes, in hexadecimal.
  package var digest: String
  /// The path as named; of several names the store keeps the alphabetically first.
  package var path: String
  var title: String
  /// The kind: `recorded` or `synthetic`.
  var kind: String
  /// The provenance of the trace.
  package var provenance: String
  /// The seconds from its first sample to its last.
  package var durationSeconds: Double
  /// The number of places in the layout.
  var items: Int
  /// The number of different images in these places.
  var images: Int
  /// The gestures of the scroll, which identify copies and parts of one session.
  package var gestures: GestureSketch

  package init(
    digest: String, path: String, title: String, kind: String, provenance: String,
    durationSeconds: Double, items: Int, images: Int, gestures: GestureSketch
  ) {
    self.digest = digest
    self.path = path
    self.title = title
    self.kind = kind
    self.provenance = provenance
    self.durationSeconds = durationSeconds
    self.items = items
    self.images = images
    self.gestures = gestures
  }

  /// The recording from which this trace was cut, by its name in the part; `nil` for a trace that
  /// was not cut.
  var recording: String? {
    let parts = provenance.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    let isPart =
      parts[0].hasSuffix(" of ")
      && (parts[0].hasPrefix("session ") || parts[0].hasPrefix("from "))
    return isPart && parts.count == 3 ? String(parts[1]) : nil
  }
}

extension TraceRecord {
  /// The name in tables: `photo-grid` for `Traces/photo-grid.scroll`, `mine#session-017` for
  /// `Traces/mine/#session-017.scroll`, `feed#3` for `cut:Traces/feed.scroll:pause=30#3`.
  package var name: String {
    guard let name = SessionName(parsing: path) else { return Self.fileName(path) }
    return "\(Self.sourceName(name.source))#\(Self.fileName(name.session))"
  }

  /// The source of a session; for a single trace, the whole path.
  ///
  /// It is the path up to the `#` that `SessionName` finds.
  package var source: String { SessionName(parsing: path)?.source ?? path }

  /// The session's name in its source; `nil` for a single trace.
  package var session: String? { SessionName(parsing: path)?.session }

  /// Returns the name of a trace's file without its folder and its extension.
  package static func fileName(_ path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(".scroll") ? String(file.dropLast(7)) : file
  }

  private static func sourceName(_ source: String) -> String {
    guard source.hasPrefix(SessionName.cut) else {
      return source.hasPrefix(SessionName.drawn) ? source : fileName(source)
    }
    let file = source.dropFirst(SessionName.cut.count).split(separator: "/").last ?? ""
    return file.split(separator: ":").first.map { fileName(String($0)) } ?? source
  }
}

/// The name of a session: its source, and its place there.
///
/// The format has `#` in between, as the path of its trace:
///
/// - `sessions:seed=1#17`: the 17th that a seed draws;
/// - `cut:feed.scroll:pause=30#3`: the third part of a recorded trace cut at its pauses;
/// - `mine/#session-017.scroll`: a file of a folder of sessions.
///
/// Any other path names a single trace that is not a session, even if the path has a `#` in it.
package struct SessionName: Sendable, Equatable {
  /// The source of the sessions: `sessions:...`, `cut:...`, or a folder with its `/`.
  let source: String
  /// The session: a number from 1, or the name of a file in the folder.
  let session: String

  package init(source: String, session: String) {
    self.source = source
    self.session = session
  }

  /// Creates the name of the session at a path; `nil` for a single trace.
  package init?(parsing path: String) {
    if Self.schemes.contains(where: path.hasPrefix) {
      guard let mark = path.lastIndex(of: "#") else { return nil }
      let number = path[path.index(after: mark)...]
      guard !number.isEmpty, number.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
      self.init(source: String(path[..<mark]), session: String(number))
    } else {
      // The name of a folder may contain a `#`, and so may the name of a file.
      let marks = path.indices.dropFirst().filter { path[$0] == "#" }
      guard let mark = marks.first(where: { path[path.index(before: $0)] == "/" }) else {
        return nil
      }
      let file = path[path.index(after: mark)...]
      guard !file.isEmpty, !file.contains("/") else { return nil }
      self.init(source: String(path[..<mark]), session: String(file))
    }
  }

  /// The name as a path.
  package var text: String { "\(source)#\(session)" }

  /// The prefixes of sources that are not folders.
  package static let drawn = "sessions:", cut = "cut:"
  private static let schemes = [drawn, cut]
}

/// The record of a device or a network.
package struct ProfileRecord: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case device
    case network
  }

  /// The digest of every figure, so that two profiles with the same name differ.
  package var digest: ContentKey
  var kind: Kind
  /// The name in the catalog, or in the user's file.
  package var name: String
  /// The summary, one sentence.
  package var summary: String
  /// The number of figures.
  var figures: Int
  /// The number of figures that are estimates.
  var estimates: Int
  /// The refresh rate of the display, in hertz; `nil` for a network.
  var refreshRate: Int?
  /// The memory of the device; `nil` for a network.
  package var memoryBytes: Int?

  package init(
    digest: ContentKey, kind: Kind, name: String, summary: String, figures: Int, estimates: Int,
    refreshRate: Int? = nil, memoryBytes: Int? = nil
  ) {
    self.digest = digest
    self.kind = kind
    self.name = name
    self.summary = summary
    self.figures = figures
    self.estimates = estimates
    self.refreshRate = refreshRate
    self.memoryBytes = memoryBytes
  }
}
