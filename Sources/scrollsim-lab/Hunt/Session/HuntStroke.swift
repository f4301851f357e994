import ScrollSimCommands
import ScrollTraces

/// One thing that the user or the system does, and how long it waits for.
package struct HuntStroke: Hashable, Sendable {
  package enum Move: Hashable, Sendable {
    /// Lifts at some points per second; positive scrolls on.
    case flick(Int)
    /// Moves the content by some points, and lifts at rest.
    case drag(Int)
    /// A tap on the status bar: back to the top.
    case top
    /// The device is turned.
    case turn
    /// The system is short of memory.
    case warning(isCritical: Bool)
    /// The app is away for a second.
    case background
  }

  /// Milliseconds after the end of the stroke before it.
  package var pause: Int
  package var move: Move

  package init(pause: Int, _ move: Move) {
    self.pause = pause
    self.move = move
  }
}

extension HuntStroke.Move {
  /// Whether a finger does it.
  package var isTouch: Bool {
    switch self {
    case .flick, .drag, .top: true
    case .turn, .warning, .background: false
    }
  }
}
