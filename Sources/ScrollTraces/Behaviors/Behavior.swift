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
