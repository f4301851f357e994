package import Foundation

/// The sums over the events of a timeline, which must equal the figures of the run.
package struct TimelineSums {
  /// The number of items that waited, by outcome.
  package private(set) var outcomes: [String: Int] = [:]
  /// The reasons for the absence of the images of late and never shown items, in words.
  package private(set) var reasons: [String: Int] = [:]
  /// The microseconds for which late and never shown items were on screen without their images.
  package private(set) var waited = Decimal()
  /// The same microseconds, by what the items waited for.
  package private(set) var waits: [String: Decimal] = [:]
  /// The seconds of the screen that items left blank, and showed wrongly.
  package private(set) var blank = 0.0, wrong = 0.0
  /// The same seconds by the counter of the viewport.
  package private(set) var counted = (blank: 0.0, wrong: 0.0)
  /// The late frames, and their delay in microseconds.
  package private(set) var hitches = 0, late = Decimal()
  /// The decisions of the cache, by verb.
  package private(set) var decisions: [String: Int] = [:]

  /// Adds up a document.
  ///
  /// - Parameters:
  ///   - document: the timeline of a run.
  ///   - end: the end of the run in microseconds.
  package init(_ document: TimelineDocument, until end: Decimal) {
    addItems(document)
    for hitch in document.events("i", on: { $0 == "hitches" }) {
      hitches += 1
      late += hitch.arguments.decimal("lateMicroseconds") ?? 0
    }
    for decision in document.events("i", on: { $0 == "cache decisions" }) {
      let verb = (decision["name"] as? String)?.prefix { $0 != " " } ?? ""
      decisions[String(verb), default: 0] += 1
    }
    integrate(document, until: end)
  }

  private mutating func addItems(_ document: TimelineDocument) {
    var isWait = false
    for event in document.events("X", on: { $0.hasPrefix("waiting items ") }) {
      let (arguments, duration) = (event.arguments, event.decimal("dur") ?? 0)
      guard let outcome = arguments["outcome"] as? String else {
        // The background, within the item before it.
        if isWait { waited -= duration }
        continue
      }
      outcomes[outcome, default: 0] += 1
      blank += arguments["blankScreenSeconds"] as? Double ?? 0
      wrong += arguments["wrongScreenSeconds"] as? Double ?? 0
      isWait = outcome == "late" || outcome == "neverShown"
      guard isWait else { continue }
      waited += duration
      reasons[arguments["because"] as? String ?? "", default: 0] += 1
      for key in arguments.keys where key.hasSuffix("Microseconds") {
        waits[String(key.dropLast("Microseconds".count)), default: 0] += arguments.decimal(key) ?? 0
      }
    }
  }

  private mutating func integrate(_ document: TimelineDocument, until end: Decimal) {
    var changes: [(time: Decimal, blank: Double?, wrong: Double?, isOff: Bool?)] =
      document.events("C").filter { $0["name"] as? String == "viewport" }.map {
        (
          $0.decimal("ts") ?? 0, $0.arguments["blank"] as? Double,
          $0.arguments["wrong"] as? Double, nil
        )
      }
    for event in document.events("i", on: { $0 == "system" }) {
      switch event["name"] as? String {
      case "background": changes.append((event.decimal("ts") ?? 0, nil, nil, true))
      case "foreground", "relaunch": changes.append((event.decimal("ts") ?? 0, nil, nil, false))
      default: break
      }
    }
    var (since, isOff, blank, wrong) = (Decimal(), false, 0.0, 0.0)
    for change in changes.sorted(by: { $0.time < $1.time }) + [(end, nil, nil, nil)] {
      if !isOff {
        let seconds = NSDecimalNumber(decimal: change.time - since).doubleValue / 1e6
        counted.blank += blank * seconds
        counted.wrong += wrong * seconds
      }
      since = change.time
      blank = change.blank ?? blank
      wrong = change.wrong ?? wrong
      isOff = change.isOff ?? isOff
    }
  }
}
