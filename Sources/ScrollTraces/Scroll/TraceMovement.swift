public import ScrollLayout

/// The movement of the viewport, in one of two forms.
public enum TraceMovement: Sendable, Equatable {
  /// Samples of the offset.
  case samples(ScrollMotion)
  /// The gestures of a hand; the motion is computed from them when the trace is read.
  case gestures(GestureScript)
}
