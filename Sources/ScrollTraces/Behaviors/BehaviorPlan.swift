public import ScrollCore
import ScrollLayout

/// Behaviors in sequence: `browse=60s,search,scroll-to-top,read=30s`.
///
/// A behavior with a time is repeated for that time; a behavior without a time is performed once. A
/// behavior that has begun is finished, so a part of the plan may take longer than its time. The
/// behavior `away` is never repeated: the app is away once, for the time of the part.
public struct BehaviorPlan: Sendable, Equatable {
  public struct Part: Sendable, Equatable {
    public let behavior: Behavior
    /// The time for which the behavior is repeated, in whole milliseconds from 1 ms to a week;
    /// `nil` to perform it once.
    public let duration: SimTime?

    /// - Precondition: a duration is from 1 ms to a week.
    public init(_ behavior: Behavior, for duration: SimTime? = nil) {
      precondition(
        duration.map { $0 >= SimTime(milliseconds: 1) && $0 <= BehaviorPlan.longest } ?? true,
        "\(behavior) for \(String(describing: duration))")
      self.behavior = behavior
      self.duration = duration
    }
  }

  /// The parts of the plan, at least one.
  public let parts: [Part]

  /// The maximum number of parts.
  public static let most = 1000
  /// The longest time of all parts together: a week.
  public static let longest = ScrollMotion.longest

  /// - Precondition: there are 1 to 1000 parts.
  public init(_ parts: [Part]) {
    precondition(1...Self.most ~= parts.count, "a plan of \(parts.count) parts")
    self.parts = parts
  }

  /// The error of a text that is not a plan; its description completes a message that quotes the
  /// text.
  public struct ParsingError: Error, Equatable, CustomStringConvertible {
    public let description: String
  }

  /// Parses `browse=60s,search,scroll-to-top,read=2min`.
  /// - Throws: `ParsingError` for the first part that is not valid.
  public init(parsing text: String) throws(ParsingError) {
    let texts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard texts.count <= Self.most else {
      throw ParsingError(description: "has \(texts.count) parts; expected at most \(Self.most)")
    }
    var (parts, whole) = ([Part](), SimTime.zero)
    for text in texts {
      let part = try Self.part(text)
      whole += part.duration ?? .zero
      guard whole <= Self.longest else {
        throw ParsingError(description: "takes more than a week up to '\(text)'")
      }
      parts.append(part)
    }
    self.init(parts)
  }

  private static func part(_ text: Substring) throws(ParsingError) -> Part {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(sides[0])
    guard let behavior = Behavior(rawValue: name) else {
      let names = Behavior.allCases.map(\.rawValue)
      let near = NameMatch.suggestion(for: name, among: names)
      throw ParsingError(
        description:
          "has the unknown behavior '\(name)'\(near.map { " (did you mean '\($0)'?)" } ?? ""); "
          + "expected one of \(names.joined(separator: ", ")), with or without a time like "
          + "browse=60s")
    }
    guard sides.count == 2 else { return Part(behavior) }
    guard let duration = duration(sides[1]) else {
      throw ParsingError(
        description: "has '\(text)'; expected a time like \(name)=30s, \(name)=2min or "
          + "\(name)=3h, a week at most")
    }
    return Part(behavior, for: duration)
  }

  private static func duration(_ text: Substring) -> SimTime? {
    let units = [("ms", 1.0), ("min", 60_000), ("s", 1000), ("h", 3_600_000), ("d", 86_400_000)]
    for (unit, milliseconds) in units where text.hasSuffix(unit) {
      guard let number = Millionths(parsing: Array(text.dropLast(unit.count).utf8)[...]) else {
        return nil
      }
      let time = (number.double * milliseconds).rounded()
      guard (1...longest.milliseconds) ~= time else { return nil }
      return SimTime(milliseconds: time)
    }
    return nil
  }

  /// A Boolean value that indicates whether any part rotates the device.
  var rotates: Bool { parts.contains { $0.behavior == .rotate } }
}

extension BehaviorPlan: CustomStringConvertible {
  /// The text that `init(parsing:)` parses as the same plan.
  public var description: String {
    parts.map { part in
      part.behavior.rawValue + (part.duration.map { "=\($0.option)" } ?? "")
    }.joined(separator: ",")
  }
}

/// A way in which people use a scroll view; sessions consist of several behaviors.
public enum Behavior: String, Sendable, CaseIterable {
  case browse
  case read
  case search
  case scrub
  case doomScroll = "doom-scroll"
  case carousel
  case flickAndCatch = "flick-and-catch"
  case scrollToTop = "scroll-to-top"
  case rotate
  case away

  /// A summary in one sentence.
  public var summary: String {
    switch self {
    case .browse: "A burst of flicks, mostly onward, a look of about a second."
    case .read: "A drag without a fling, a look of seconds."
    case .search: "Several screens on, a long look, and back to the start."
    case .scrub: "The scroll bar dragged to another place, then a look."
    case .doomScroll: "Flick after flick onward, one post each, never back."
    case .carousel: "Page after page, now and then one back."
    case .flickAndCatch: "A hard flick that a finger stops, then moves back and forth."
    case .scrollToTop: "A tap on the status bar, then a look."
    case .rotate: "The device turned, content kept in place, then a look."
    case .away: "The app in the background while others take memory, then a look."
    }
  }
}
