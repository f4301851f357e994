import ScrollLayout

/// Which columns of a recording are its times, offsets and touches, found by their names.
struct ScrollColumns {
  /// A column of numbers.
  struct Numbers: Equatable {
    let name: String
    /// Milliseconds, or points, per one of it.
    let factor: Double
  }

  let time: Numbers, offset: Numbers
  let touch: String?
  /// Columns that mean in every recording what they mean in a CSV of scrollsim.
  let others: [String]

  /// Names that are known, in small letters and without a unit; the first that is there counts.
  private static let times = ["t", "time", "timestamp"]
  private static let touches = ["touch", "touching", "dragging", "isdragging", "tracking"]
  private static let kept = ["phase", "width", "height", "visible", "src"]

  private static func offsets(along axis: Layout.Axis) -> [String] {
    let (letter, side) = axis == .vertical ? ("y", "top") : ("x", "left")
    return [
      "scroll_\(letter)", "scroll\(letter)", "scroll\(side)", "offset", "offset_\(letter)",
      "offset\(letter)", "contentoffset.\(letter)", "nativeevent.contentoffset.\(letter)", letter,
    ]
  }

  /// Finds the columns.
  /// - Throws: `TraceError` where one that is needed is not there, with those that are.
  init(
    among names: [String], _ asked: RecordingReader, at place: RecordingPlace,
    in source: RecordingSource
  ) throws(TraceError) {
    func missing(_ what: String, _ option: String) -> TraceError {
      let shown = names.prefix(12).map { "\(ClippedText($0))" }.joined(separator: ", ")
      return source.error(
        place, .fact("has \(names.isEmpty ? "nothing" : shown)\(names.count > 12 ? " ..." : "")"),
        expected: "\(what), or \(option) NAME[:UNIT] to name it")
    }
    func find(
      _ choice: ColumnChoice?, _ known: [String], _ what: String, _ option: String, isTime: Bool
    ) throws(TraceError) -> Numbers {
      let found: (name: String, unit: RecordingUnit?)
      if let choice {
        guard names.contains(choice.name) else {
          throw missing("'\(ClippedText(choice.name))', as \(option) says", option)
        }
        found = (choice.name, choice.unit ?? RecordingUnit.split(choice.name)?.unit)
      } else {
        guard let column = Self.find(known, among: names) else { throw missing(what, option) }
        found = column
      }
      let unit = found.unit ?? (isTime ? .milliseconds : .points)
      guard unit.isTime == isTime else {
        throw source.error(
          place, field: found.name, .fact("counts \(unit.rawValue)"),
          expected: isTime ? "s, ms, us or ns" : "pt or px")
      }
      return Numbers(name: found.name, factor: unit.factor(scale: asked.scale))
    }
    time = try find(asked.time, Self.times, "a time, as t_ms", "--time-column", isTime: true)
    offset = try find(
      asked.offset, Self.offsets(along: asked.axis), "an offset, as scroll_y", "--offset-column",
      isTime: false)
    if let touch = asked.touch {
      guard names.contains(touch) else {
        throw missing("'\(ClippedText(touch))', as --touch-column says", "--touch-column")
      }
      self.touch = touch
    } else {
      touch = Self.find(Self.touches, among: names)?.name
    }
    others = Self.kept.filter(names.contains)
  }

  private static func find(
    _ known: [String], among names: [String]
  ) -> (name: String, unit: RecordingUnit?)? {
    for word in known {
      for name in names {
        if name.lowercased() == word { return (name, nil) }
        if let (bare, unit) = RecordingUnit.split(name), bare.lowercased() == word {
          return (name, unit)
        }
      }
    }
    return nil
  }
}
