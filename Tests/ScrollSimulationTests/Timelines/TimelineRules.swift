import Foundation
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import TestSupport

extension TimelineExport {
  /// The whole document.
  var text: String {
    var text = ""
    write { text += $0 }
    return text
  }

  /// The document as others read it.
  func document(until end: SimTime) throws -> TimelineDocument {
    try TimelineDocument(Data(text.utf8), until: end.microseconds)
  }
}

extension SimTime {
  /// Exactly.
  var microseconds: Decimal { Decimal(nanoseconds) / 1000 }
}

extension TimelineSums {
  /// Returns the differences between the timeline of a run and its report.
  ///
  /// A loader that stores placeholders counts their removals, for which there is no decision.
  func differences(from report: RunReport, of loader: Loader) -> [String] {
    let removals = (decisions["evicts"] ?? 0) + (decisions["drops"] ?? 0)
    let stalls = report.stalls
    var sides: [(name: String, timeline: Decimal, report: Decimal)] = [
      ("late", Decimal(outcomes["late"] ?? 0), Decimal(stalls.late)),
      ("never shown", Decimal(outcomes["neverShown"] ?? 0), Decimal(stalls.neverShown)),
      ("unfinished", Decimal(outcomes["unfinished"] ?? 0), Decimal(stalls.unfinished)),
      ("waited", waited, stalls.waited.microseconds),
      ("hitches", Decimal(hitches), Decimal(report.hitches.count)),
      ("hitch time", late, report.hitches.time.microseconds),
      (
        "removals", Decimal(removals),
        Decimal(loader.nullEntries && loader.cache ? removals : report.cache.removals.reduce(0, +))
      ),
      ("refusals", Decimal(decisions["refuses"] ?? 0), Decimal(report.cache.refusals)),
    ]
    for kind in WaitTimes.Kind.allCases {
      sides.append(
        (
          "waits for \(kind)", waits["\(kind)"] ?? 0,
          SimTime(nanoseconds: stalls.waits[kind]).microseconds
        ))
    }
    for reason in AbsenceReason.allCases {
      sides.append(
        (
          reason.words, Decimal(reasons[reason.words] ?? 0),
          Decimal(stalls.absences(because: reason))
        ))
    }
    let areas = [
      ("blank", blank, stalls.blankAreaSeconds), ("wrong", wrong, stalls.wrongAreaSeconds),
      ("blank counted", counted.blank, stalls.blankAreaSeconds),
      ("wrong counted", counted.wrong, stalls.wrongAreaSeconds),
    ]
    return sides.filter { $0.timeline != $0.report }.map {
      "\($0.name): \($0.timeline) and \($0.report)"
    }
      + areas.filter { abs($0.1 - $0.2) > 1e-9 * max(1, $0.2) }.map {
        "\($0.0): \($0.1) and \($0.2)"
      }
  }
}
