import Foundation
package import ScrollCore
import ScrollPages
package import ScrollSimulation
package import ScrollTraces

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
