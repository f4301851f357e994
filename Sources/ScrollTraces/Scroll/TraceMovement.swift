public import ScrollLayout

/// How a trace says where the viewport went.
public enum TraceMovement: Sendable, Equatable {
  /// Sample by sample.
  case samples(ScrollMotion)
  /// As what the hand did; the motion is played from it when the trace is read.
  case gestures(GestureScript)
}
