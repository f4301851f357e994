/// How hard somebody flicks, and how long somebody looks: what differs from person to person.
struct SessionHabits: Sendable, Equatable {
  /// Median release velocity, in points per second.
  var release: Double
  /// Median length of a look, in seconds.
  var look: Double
}

extension SessionStyle {
  /// Those of a middling person.
  var habits: SessionHabits { SessionHabits(release: 1400, look: self == .reading ? 5 : 1.1) }
}
