import ScrollCore
import ScrollLayout
import ScrollSimCommands
import ScrollTraces

/// What a thumb does at most: the limits of every session that a hunt makes up.
///
/// Times are in milliseconds, lengths in points. How content moves under a finger and afterwards is
/// the physics of generated traces (`GesturePlayer`).
package enum Thumb {
  /// The fastest release of a flick, in points per second.
  ///
  /// No finger of the recorded scrolls was faster: `Traces/recorded/record.py` draws releases up to
  /// it, and its README says that none moved faster. `FlickSession` draws none that is faster,
  /// either.
  package static let fastest = 8000
  /// The slowest release that is called a flick, as `FlickSession` has it.
  package static let slowest = 100
  /// From one touch to the next: four a second.
  package static let period = 250
  /// From the end of a touch to the next one, or to what the system does.
  package static let shortestPause = 100
  /// Longer looks make a session longer, not worse.
  package static let longestPause = 4000
  /// How far one drag moves the content, as `Traces/recorded/record.py` has it.
  package static let longestDrag = 600

  /// How long the finger of a flick touches.
  static let flick = Int(Gesture.flickContact.milliseconds)

  /// How long a drag takes: half a millisecond a point, and 200 ms.
  static func drag(over points: Int) -> Int { 200 + abs(points) / 2 }

  /// How long the app is away when it goes to the background.
  static let absence = 1000
  /// How long the screen is looked at after the last touch: the fastest flick comes to rest in it.
  static let lastLook = 5000
}
