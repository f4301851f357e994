import ScrollCore
import ScrollDevice
import ScrollLayout
import Testing
import scrollsim_lab

/// A second implementation of the rules for thumbs and for images.
enum ThumbLimits {
  /// Checks gestures: at most 8000 pt/s, at least a quarter of a second from touch to touch, and
  /// 0.1 s off the glass.
  static func check(_ gestures: [TimedGesture], _ comment: Comment) {
    var (touched, lifted) = (SimTime?.none, SimTime.zero)
    for timed in gestures {
      switch timed.gesture {
      case .wait, .scroll: continue
      case .flick(let velocity): #expect(abs(velocity) <= 8000, comment)
      case .drag(let travel, let duration, let release):
        #expect(release == 0, comment)
        #expect(abs(travel) / duration.seconds <= 8000, comment)
      case .scrollToTop: break
      }
      if let touched {
        #expect(timed.at - touched >= SimTime(milliseconds: 250), comment)
      }
      #expect(timed.at - lifted >= SimTime(milliseconds: 100), comment)
      (touched, lifted) = (timed.at, timed.end)
    }
  }

  /// Checks that images have sizes of the committed catalogs.
  static func check(_ images: ImageCatalog, _ comment: Comment) {
    for entry in Set(images.entries) {
      #expect(
        PictureSize.committed.contains { $0.width == entry.width && $0.height == entry.height },
        comment)
    }
  }
}
