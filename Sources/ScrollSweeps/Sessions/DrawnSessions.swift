import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces

/// Sessions that a seed draws, named by a text: `sessions:count=100:seed=1`.
struct DrawnSessions: Sendable {
  /// The kind of source of drawn sessions, with its settings.
  struct Kind: CatalogEntry {
    static let kind = "source of sessions"
    let name = "sessions"
    let summary = "Random sessions of many users, from a seed."
    let settings = [
      Setting(
        "count", .integer(1...SessionSet.largest), standard: "100", "The number of sessions."),
      Setting("seed", .integer(0...Int.max), standard: "1", "Seed of the random draws."),
      Setting(
        "style", .choice([any] + SessionStyle.allCases.map(\.rawValue)), standard: any,
        "The scroll style of all sessions; any draws it at random."),
      Setting(
        "duration", .integer(0...86_400), standard: "0",
        "The duration of every session in seconds; 0 draws it at random."),
      Setting(
        "origin", .choice(ImageOrigin.allCases.map(\.rawValue)), standard: "disk",
        "The layout of the images."),
    ]
  }

  private static let any = "any"
  private static let catalog = Catalog([Kind()])

  let count: Int
  /// A Boolean value that indicates whether the text states a count.
  ///
  /// Without a count, a session may have any number up to the largest that can be drawn.
  let countIsStated: Bool
  /// The text of the sessions in one spelling, without the count: `sessions:seed=1`.
  let source: String
  private let set: SessionSet

  /// Parses a text without a number.
  /// - Throws: `ChoiceError` for settings that do not exist or do not fit.
  init(parsing text: String) throws(ChoiceError) {
    let choice = try Self.catalog.choose(text)
    let settings = choice.settings
    count = settings.integer("count")
    countIsStated = choice.given.contains("count")
    var set = SessionSet(on: Self.layout)
    set.seed = UInt64(settings.integer("seed"))
    set.style = SessionStyle(rawValue: settings["style"])
    let seconds = settings.integer("duration")
    set.duration = seconds > 0 ? SimTime(seconds: Double(seconds)) : nil
    set.origin = ImageOrigin(rawValue: settings["origin"]) ?? .disk
    self.set = set
    source = zip(choice.entry.settings, settings.pairs).reduce(choice.entry.name) {
      let (setting, pair) = $1
      let value = setting.domain.canonical(pair.value)
      let isStated = pair.name == "seed" || value != setting.domain.canonical(setting.standard)
      return pair.name != "count" && isStated ? "\($0):\(pair.name)=\(value)" : $0
    }
  }

  /// The layout of drawn sessions; a sweep or a run may replace it.
  private static let layout: Layout = {
    do { return try Layout(parsing: "grid:columns=3") } catch {
      preconditionFailure("three columns are a layout: \(error)")
    }
  }()

  /// The maximum total length of the drawn sessions in one sweep, in seconds; sessions of this
  /// length take a gigabyte.
  static let mostSeconds = 360_000.0

  /// Returns the total length of some sessions, which determines the cost to draw them.
  func seconds(of numbers: ClosedRange<Int>) -> Double {
    if let duration = set.duration { return Double(numbers.count) * duration.seconds }
    return numbers.reduce(0) { $0 + set.duration(of: $1).seconds }
  }

  /// Returns a session, by its number from 1.
  func trace(_ number: Int) -> NamedTrace {
    let name = SessionName(source: source, session: "\(number)")
    do {
      return NamedTrace(
        path: name.text, trace: try set.trace(number, provenance: "drawn as \(name.text)"))
    } catch {
      preconditionFailure("three columns do not fit: \(error)")
    }
  }
}

/// A sweep over drawn sessions that doubles their number between looks.
package struct SessionDrawing {
  private static let first = 24

  /// The sweep with the current number of sessions.
  package private(set) var spec: SweepSpec
  /// The current number of sessions.
  package private(set) var count: Int
  private let source: String
  private var looks = 1

  /// Creates a drawing from a spec.
  /// - Returns: `nil` unless the only trace of the spec names drawn sessions, and the spec includes
  ///   no grids.
  package init?(_ spec: SweepSpec) {
    guard let traces = spec.base.axes[.trace], traces.count == 1, spec.include.isEmpty,
      case .drawn(let text) = TraceName(traces[0].text),
      let drawn = try? DrawnSessions(parsing: text)
    else { return nil }
    self.spec = spec
    source = drawn.source
    count = drawn.countIsStated ? drawn.count : Self.first
    draw()
  }

  /// Draws twice as many sessions for another look.
  /// - Returns: `false` after the last look, or if there are no more sessions.
  package mutating func next() -> Bool {
    guard looks < SweepTarget.looks, 2 * count <= SessionSet.largest else { return false }
    looks += 1
    count *= 2
    draw()
    return true
  }

  private mutating func draw() {
    let place = spec.base.axes[.trace]?[0].place ?? ""
    spec.base.axes[.trace] = [SweepValue("\(source):count=\(count)", place: place)]
  }
}
