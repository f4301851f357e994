public import ScrollLayout

/// How a trace says where the viewport went.
public enum TraceMovement: Sendable, Equatable {
  /// Sample by sample.
  case samples(ScrollMotion)
  /// As the gestures of a hand; the motion is computed from them when the trace is read.
  case gestures(GestureScript)
}
