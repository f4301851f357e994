/// The styles of generated sessions.
public enum SessionStyle: String, Sendable, CaseIterable {
  /// Bursts of flicks, mostly onward, with short looks in between.
  case browsing
  /// The same as `browsing`, but with long looks.
  case reading
  /// Repeated scrolling over several screens and back.
  case toAndFro = "to-and-fro"
  /// One page a second, to the last page or for half of the time, and then back to the first page.
  case carousel = "carousel-back-and-forth"

  /// A summary in one sentence.
  public var summary: String {
    switch self {
    case .browsing: "Bursts of flicks, mostly onward, with looks of about a second."
    case .reading: "Bursts of flicks, mostly onward, with looks of about five seconds."
    case .toAndFro: "Six to twelve screens forward and back over the same screens, repeatedly."
    case .carousel: "One page a second to the last page, or half of the time, and back."
    }
  }
}
