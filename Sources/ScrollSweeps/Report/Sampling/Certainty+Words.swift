extension Certainty {
  /// Where a saving lies over all sessions: `it saves 0.10 s to 0.30 s with 95 %`, `it leaves from
  /// 0.01 s more to 0.14 s less with 95 %`; nil without an interval.
  package var savingWords: String? {
    interval.map { interval in
      let ends = [interval.lowerBound, interval.upperBound].map { SecondsText.of(abs($0)) }
      let range =
        interval.lowerBound >= 0
        ? "saves \(ends[0]) to \(ends[1])"
        : interval.upperBound > 0
          ? "leaves from \(ends[0]) more to \(ends[1]) less"
          : "leaves \(ends[1]) to \(ends[0]) more"
      return "it \(range) with 95 %"
    }
  }
}
