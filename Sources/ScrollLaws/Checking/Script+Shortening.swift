extension Script {
  /// Takes operations out for as long as what is left fails: long runs first, then single ones.
  ///
  /// For scripts without choices behind them, and after shrinking: one choice can stand for
  /// several operations, such as those of a fling.
  ///
  /// - Parameters:
  ///   - arena: what the script must go on being about.
  ///   - attempts: counts the candidates that are tried.
  ///   - fails: whether a script is a counter-example to the same law; this one is.
  /// - Returns: a script that fails, of which no single operation can be left out.
  func shortened(
    in arena: Arena, attempts: inout Int, while fails: (Script) -> Bool
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
