import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation

/// The figures of a run as `scrollsim run --format json` has them: a line of text for each, and its
/// number beside it.
///
/// A line is a kind and a name: `number`, `null`, `word` with the word behind the name, `part` with
/// its kind before it, and `killed`, whose number is when, with the reason.
package struct FigureText {
  private(set) var text = ""
  private(set) var numbers: [Double] = []

  init(_ report: RunReport) {
    for figure in FigureCatalog.ofReports {
      switch figure.value(of: report) {
      case .null: append("null \(figure.name)", 0)
      case .integer(let value): append("number \(figure.name)", Double(value))
      case .real(let value): append("number \(figure.name)", value)
      case .text(let word): append("word \(figure.name) \(word)", 0)
      }
    }
    appendParts(of: report)
    if let death = report.death { append("killed \(death.reason)", death.time.milliseconds) }
  }

  private mutating func append(_ line: String, _ number: Double) {
    text += line + "\n"
    numbers.append(number)
  }

  /// The parts that are not zero.
  private mutating func appendParts(of report: RunReport) {
    for reason in AbsenceReason.allCases {
      part("absence", Self.absences[Int(reason.rawValue)], report.stalls.absences(because: reason))
    }
    for part in report.hitches.causes.parts {
      self.part("cause", part.name, Double(part.nanoseconds) / 1e6)
    }
    for (lane, time) in report.work.laneBusy.enumerated() {
      part("lane", "\(lane)", time.milliseconds)
    }
    for reason in RemovalReason.allCases {
      part("removal", Self.removals[Int(reason.rawValue)], report.cache.removals(because: reason))
    }
    for kind in WaitTimes.Kind.allCases {
      part("wait", Self.waits[Int(kind.rawValue)], Double(report.stalls.waits[kind]) / 1e6)
    }
  }

  private mutating func part(_ kind: String, _ name: String, _ count: Int) {
    part(kind, name, Double(count))
  }

  private mutating func part(_ kind: String, _ name: String, _ value: Double) {
    if value != 0 { append("part \(kind) \(name)", value) }
  }

  // Embedded Swift has no names of cases: these are they, by raw value.
  package static let absences = [
    "neverAsked", "askedLate", "cancelled", "refused", "evictedUnused", "evicted", "purged",
    "expired", "failed", "killed",
  ]
  package static let removals = [
    "cost", "count", "pressure", "background", "expired", "replaced", "removed", "discarded",
    "leftRange",
  ]
  package static let waits = [
    "queue", "flash", "network", "backOff", "decode", "nextFrame", "mainThread",
  ]
}
