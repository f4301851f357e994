extension Palette {
  /// The colors of what an image was doing; the worst stands out most, in gray, too.
  package struct States: Sendable {
    /// On screen without its own full picture.
    package var missing: String
    /// On its way.
    package var loading: String
    /// On screen as it should be.
    package var shown: String
    /// In memory, not on screen.
    package var kept: String

    /// Each with the name of its variable, the worst first.
    package var named: [(name: String, color: String)] {
      [("missing", missing), ("loading", loading), ("shown", shown), ("kept", kept)]
    }
  }
}
