import ScrollSimCommands
import ScrollTraces

/// One action of the user or the system, and the pause before it.
package struct HuntStroke: Hashable, Sendable {
  package enum Move: Hashable, Sendable {
    /// A flick with a release velocity in points per second; positive scrolls forward.
    case flick(Int)
    /// A drag by a number of points that ends at rest.
    case drag(Int)
    /// A tap on the status bar: back to the top.
    case top
    /// A rotation of the device.
    case turn
    /// A memory warning of the system.
    case warning(isCritical: Bool)
    /// A trip to the background for a second.
    case background
  }

  /// The milliseconds after the end of the previous stroke.
  package var pause: Int
  package var move: Move

  package init(pause: Int, _ move: Move) {
    self.pause = pause
    self.move = move
  }
}

extension HuntStroke.Move {
  /// A Boolean value that indicates whether a finger makes the move.
  package var isTouch: Bool {
    switch self {
    case .flick, .drag, .top: true
    case .turn, .warning, .background: false
    }
  }
}
