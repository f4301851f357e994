public import ScrollCaching

/// What happens when memory is short.
extension PolicyMemoryCache where Policy: ~Copyable {
  /// The system reports its memory state.
  /// - Parameters:
  ///   - level: as reported.
  ///   - reaction: what to keep; nil: as the options say.
  public func pressureChanged(to level: PressureLevel, _ reaction: MemoryReaction? = nil) {
    let chosen = level == .critical ? reactions.critical : reactions.warning
    let reaction = reaction ?? chosen
    changing { core, departures in core.pressureChanged(to: level, reaction, &departures) }
  }

  /// The app leaves the screen.
  /// - Parameter reaction: what to keep; nil: as the options say.
  public func enteredBackground(_ reaction: MemoryReaction? = nil) {
    let reaction = reaction ?? reactions.background
    changing { core, departures in core.enteredBackground(reaction, &departures) }
  }

  /// Reacts to what a system reports, until the token goes out of use.
  ///
  /// The cache is not kept alive for it.
  /// - Parameter events: of the system, or of a test.
  /// - Returns: the token.
  public func follow(_ events: some MemoryEvents) -> any Sendable {
    events.observe { [weak self] event in
      switch event {
      case .pressure(let level): self?.pressureChanged(to: level)
      case .background: self?.enteredBackground()
      }
    }
  }
}
