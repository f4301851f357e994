import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

extension Formula {
  /// The description of the formula in at most three sentences.
  ///
  /// They state when an image is evicted earlier, when later, and when it is stored. The
  /// description is nil if such sentences cannot describe the formula. This is so if a variable
  /// raises the score in some states and lowers it in others, or if a variable is the same for all
  /// images and only weights the other variables.
  package var words: [String]? {
    let simple = simplified()
    guard let effects = simple.score.effects(), !effects.contains(where: { $0.variable.isCommon })
    else { return nil }
    var sentences: [String] = []
    if effects.isEmpty { sentences.append("The image that was stored first is evicted first.") }
    if let reasons = Self.reasons(effects, rising: true) {
      sentences.append("An image is evicted sooner\(reasons).")
    }
    if let reasons = Self.reasons(effects, rising: false) {
      sentences.append("\(sentences.isEmpty ? "An image" : "It") stays longer\(reasons).")
    }
    guard let admit = simple.admit else { return sentences }
    if admit == .number(0) { return sentences + ["No image is stored."] }
    guard let rule = admit.effects() else { return nil }
    if rule.isEmpty { return sentences }
    let reasons = Self.reasons(rule)
    return sentences + ["It is stored more readily\(reasons); beyond a threshold it is refused."]
  }

  /// A variable, and whether a value rises with it.
  fileprivate struct Effect {
    let variable: ScoreVariable
    let rises: Bool
  }

  /// Returns the causes that make a value rise, or fall; nil if there are none.
  private static func reasons(_ effects: [Effect], rising: Bool) -> String? {
    let causes = effects.filter { $0.rises == rising }
    guard !causes.isEmpty else { return nil }
    return reasons(causes.map { Effect(variable: $0.variable, rises: true) })
  }

  /// Returns the causes as text: ` if it has more bytes and it was prefetched`.
  private static func reasons(_ causes: [Effect]) -> String {
    let degrees = causes.filter { !$0.variable.isYesOrNo }
      .map { $0.variable.degree(more: $0.rises) }
    let conditions = causes.filter { $0.variable.isYesOrNo }
      .map { $0.variable.condition(holds: $0.rises) }
    return " if \((degrees + conditions).joined(separator: " or if "))"
  }
}

extension ScoreTree {
  /// Returns the direction in which each variable changes the value, in the order of the language.
  ///
  /// It returns nil if a variable has both directions.
  fileprivate func effects() -> [Formula.Effect]? {
    var effects: [Formula.Effect] = []
    for variable in ScoreVariable.allCases where variables.contains(variable) {
      switch effect(of: variable) {
      case .none: break
      case .rises: effects.append(Formula.Effect(variable: variable, rises: true))
      case .falls: effects.append(Formula.Effect(variable: variable, rises: false))
      case .mixed: return nil
      }
    }
    return effects
  }
}

extension ScoreVariable {
  /// Returns the phrase for more, or less, of the variable.
  func degree(more: Bool) -> String {
    let (most, least) = degrees
    return more ? most : least
  }

  /// Returns the phrase for a variable that is 0 or 1.
  func condition(holds: Bool) -> String {
    let not = holds ? "" : "not "
    return switch self {
    case .visible: "it is \(not)visible"
    case .viewed: "it has \(not)been viewed"
    case .prefetched: "it was \(not)prefetched"
    default: degree(more: holds)
    }
  }

  private var degrees: (more: String, less: String) {
    switch self {
    case .distance:
      ("it is farther from the middle of the screen", "it is nearer to the middle of the screen")
    case .signedDistance: ("it is farther ahead", "it is farther behind")
    case .gap: ("it is farther from the screen", "it is nearer to the screen")
    case .timeToVisible: ("it will be visible later", "it will be visible sooner")
    case .age: ("it was stored longer ago", "it was stored more recently")
    case .idle: ("it was last requested longer ago", "it was requested more recently")
    case .hits: ("it has more hits", "it has fewer hits")
    case .uses: ("it has more requests in total", "it has fewer requests in total")
    case .bytes: ("it has more bytes", "it has fewer bytes")
    case .cost: ("its cost is higher", "its cost is lower")
    case .decodeMs: ("it takes longer to decode", "it takes less time to decode")
    case .reloadMs: ("it takes longer to load again", "it takes less time to load again")
    case .velocity: ("the scroll is faster", "the scroll is slower")
    case .pressure: ("memory is scarcer", "memory is less scarce")
    case .visible, .viewed, .prefetched: ("that is so", "that is not so")
    }
  }
}
