public import ScrollCore
public import ScrollLayout

/// The header of a trace: its description, and the screen on which it was recorded or made.
public struct TraceHeader: Sendable, Equatable {
  /// The origin of the movement.
  public enum Kind: String, Sendable, CaseIterable {
    /// A movement made by a generator, or by hand.
    case synthetic
    /// The scrolling of a person or a browser.
    case recorded
  }

  /// The title: one line.
  public let title: String
  /// The maker of the trace, its source and date: one line.
  public let provenance: String
  public let kind: Kind
  /// The size in points, rounded to six decimals, each side from 1 to 100 000.
  public let viewport: ViewportSize
  /// The direction before any movement.
  public let direction: ScrollDirection
  public let decelerationRate: DecelerationRate
  /// The platform whose scroll view plays gestures; it has no effect on samples.
  public let physics: ScrollPhysics
  public let layout: Layout

  /// Creates a header.
  ///
  /// Line breaks and control characters in its texts become blanks, and texts are cut after 4000
  /// characters.
  /// - Precondition: the sides of the viewport are from 1 to 100 000 points.
  public init(
    title: String, provenance: String, kind: Kind, viewport: ViewportSize,
    direction: ScrollDirection = .forward, decelerationRate: DecelerationRate = .normal,
    physics: ScrollPhysics = .ios, layout: Layout
  ) {
    precondition(
      Self.sides.contains(viewport.width) && Self.sides.contains(viewport.height),
      "a viewport of \(viewport)")
    self.title = Self.oneLine(title)
    self.provenance = Self.oneLine(provenance)
    self.kind = kind
    self.viewport = ViewportSize(
      width: Millionths(viewport.width).double, height: Millionths(viewport.height).double)
    self.direction = direction
    self.decelerationRate = decelerationRate
    self.physics = physics
    self.layout = layout
  }

  static let sides = 1...Double(TraceLimits.side)

  /// Returns a text in the form that a reader returns: no line breaks, no blanks at the ends.
  private static func oneLine(_ text: String) -> String {
    let blanked = text.unicodeScalars.prefix(4000).map { scalar in
      scalar.properties.generalCategory == .control || scalar.properties.isWhitespace
        ? " " : Character(scalar)
    }
    return Array(String(blanked).utf8)[...].trimmed.text
  }

  /// The length of the viewport along the scroll axis in points.
  public var viewportLength: Double { layout.extent(of: viewport) }

  /// Returns the same header for another screen.
  public func seen(in viewport: ViewportSize) -> TraceHeader {
    TraceHeader(
      title: title, provenance: provenance, kind: kind, viewport: viewport,
      direction: direction, decelerationRate: decelerationRate, layout: layout)
  }

  /// Returns the same header for another layout.
  public func laidOut(as layout: Layout) -> TraceHeader {
    TraceHeader(
      title: title, provenance: provenance, kind: kind, viewport: viewport,
      direction: direction, decelerationRate: decelerationRate, physics: physics,
      layout: layout)
  }
}

extension ScrollDirection {
  /// The word in a trace.
  var word: String { self == .forward ? "forward" : "backward" }
}
