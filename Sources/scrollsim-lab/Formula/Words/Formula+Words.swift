import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

extension Formula {
  /// What the formula does, in at most three sentences: when an image leaves sooner, when later,
  /// and when it is stored.
  ///
  /// Nil where more than the sign of each figure would have to be said: a figure that moves the
  /// score up here and down there, or one that is the same for all images and so only weighs the
  /// others.
  package var words: [String]? {
    let simple = simplified()
    guard let effects = simple.score.effects(), !effects.contains(where: { $0.variable.isCommon })
    else { return nil }
    var sentences: [String] = []
    if effects.isEmpty { sentences.append("The image that was stored first leaves first.") }
    if let reasons = Self.reasons(effects, rising: true) {
      sentences.append("An image leaves the sooner\(reasons).")
    }
    if let reasons = Self.reasons(effects, rising: false) {
      sentences.append("\(sentences.isEmpty ? "An image" : "It") stays the longer\(reasons).")
    }
    guard let admit = simple.admit else { return sentences }
    if admit == .number(0) { return sentences + ["No image is stored."] }
    guard let rule = admit.effects() else { return nil }
    if rule.isEmpty { return sentences }
    let reasons = Self.reasons(rule)
    return sentences + ["It is stored the more readily\(reasons); beyond a bound it is not."]
  }

  /// A variable, and whether a value rises with it.
  fileprivate struct Effect {
    let variable: ScoreVariable
    let rises: Bool
  }

  /// What makes a value rise, or fall; nil where nothing does.
  private static func reasons(_ effects: [Effect], rising: Bool) -> String? {
    let causes = effects.filter { $0.rises == rising }
    guard !causes.isEmpty else { return nil }
    return reasons(causes.map { Effect(variable: $0.variable, rises: true) })
  }

  /// `, the more bytes it has, and if it was fetched ahead`.
  private static func reasons(_ causes: [Effect]) -> String {
    let degrees = causes.filter { !$0.variable.isYesOrNo }
      .map { $0.variable.degree(more: $0.rises) }
    let conditions = causes.filter { $0.variable.isYesOrNo }
      .map { $0.variable.condition(holds: $0.rises) }
    var text = degrees.isEmpty ? "" : ", \(Words.list(degrees))"
    if !conditions.isEmpty {
      text += "\(degrees.isEmpty ? "" : ", and") if \(Words.list(conditions))"
    }
    return text
  }
}

extension ScoreTree {
  /// Which way each variable moves the value, in the order of the language; nil where one goes
  /// both ways.
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
