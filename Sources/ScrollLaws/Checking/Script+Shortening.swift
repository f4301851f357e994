extension Script {
  /// Returns the script without unnecessary operations.
  ///
  /// It removes long runs of operations first, then single ones, as long as the rest still fails.
  ///
  /// The function is for scripts without recorded choices. It also runs after shrinking, because
  /// one choice can represent several operations, such as those of a fling.
  ///
  /// - Parameters:
  ///   - arena: The arena for which the script must remain suitable.
  ///   - attempts: The counter of the tried candidates.
  ///   - fails: Returns whether a script breaks the same law. This script must break it.
  /// - Returns: A failing script of which no single operation can be removed.
  func shortened(
    in arena: ScriptKind, attempts: inout Int, while fails: (Script) -> Bool
  ) -> Script {
    var best = self
    var run = max(1, operations.count / 2)
    while true {
      var isShorter = false
      var end = best.operations.count
      while end > 0 {
        let start = max(0, end - run)
        var candidate = best
        candidate.operations.removeSubrange(start..<end)
        if candidate.suits(arena) {
          attempts += 1
          if fails(candidate) { (best, isShorter) = (candidate, true) }
        }
        end = start
      }
      if run > 1 { run /= 2 } else if !isShorter { return best }
    }
  }
}
