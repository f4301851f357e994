import ScrollCore

extension ScorePolicy {
  static let descriptor: PolicyDescriptor = described(.fast)

  /// What `descriptor` must be equal to: every eviction works the formula out for every resident.
  package static let plainDescriptor: PolicyDescriptor = described(.plain)

  private static func described(_ evaluation: ScoreEvaluation) -> PolicyDescriptor {
    PolicyDescriptor(
      "score", "Evicts the image with the highest score by your own formula.",
      settings: settings, facts: facts
    ) { ScorePolicy($0, evaluation) }
  }

  /// Those besides the formula came after runs had been stored.
  private static let settings: [Setting] =
    [
      Setting(
        "expression", .expression(language), standard: "idle",
        "Written right after the name; the highest leaves first."),
      Setting(
        "admit", .expression(admission), standard: "1",
        "An image is stored where this is above 0, or no number."
      ).later,
    ]
    + ScoreConstant.allCases.map { constant in
      Setting(
        constant.rawValue, .number(-1e6...1e6), standard: "1",
        "What \(constant.rawValue) stands for in the formulas."
      ).later
    }

  private static let language = Setting.Language(
    "a formula over the variables below",
    examples: [
      "idle", "distance * bytes / decodeMs + 0.2 * age", "-signedDistance / (1 + velocity)",
      "max(gap, 2 * (1 - viewed)) - hits", "timeToVisible - log(reloadMs / bytes)",
      "-pow(hits + prefetched, 2) * sqrt(reloadMs)", "a * idle - b * uses", "distance",
      "bytes / (1 + hits)", "3 - idle", "-age / (1 + pressure)",
    ],
    words: ScoreVariable.allCases.map {
      Setting.Language.Word($0.rawValue, $0.summary, supply: $0.supply)
    }
  ) { problem(in: $0) }

  private static let admission = Setting.Language(
    "a formula over the same variables",
    examples: [
      "1", "1 - prefetched * pressure", "uses - c", "200 - bytes", "viewed + visible", "0 / 0",
    ]
  ) { problem(in: $0) }

  private static func problem(in text: String) -> String? {
    do throws(ScoreError) {
      _ = try ScoreTree(parsing: text)
      return nil
    } catch { return "\(error)" }
  }

  private static var facts: PolicyDescriptor.Facts {
    let functions = ScoreFunction.allCases.map { $0.rawValue }.joined(separator: ", ")
    var facts = PolicyDescriptor.Facts(
      discussion: """
        --policy "score: distance * bytes / decodeMs + a * age:a=0.2:admit=viewed". Numbers, \
        + - * /, parentheses, the functions \(functions), the variables below, and the constants \
        a, b, c and d, which are settings. In replay times count requests, lengths count items, \
        and nothing takes time. Of several items of an image the one nearest to the middle \
        counts. Equal scores: the image stored first leaves. 0 / 0 counts as the lowest score. \
        Of images outside the cache, uses is remembered of the \(ScoreVariable.mostRemembered) \
        that were asked for or left last. In admit the variables are those of the newcomer, as \
        if it were stored at that moment. No publication.
        """,
      refusal: RefusalRule(
        "refuses images larger than the whole cache, and those for which admit is 0 or less"
      ) { cost, capacity, settings in
        cost > capacity ? true : settings["admit"] == "1" ? false : nil
      },
      claims: PolicyClaims.standard.subtracting(.scales).union(.reusesIDs))
    facts.ignoresViewport = { settings in
      let variables = formula("expression", settings).variables
        .union(formula("admit", settings).variables)
      return !variables.contains { $0.isSpatial }
    }
    return facts
  }

  /// By the settings of a set-up.
  private init(_ setup: PolicySetup, _ evaluation: ScoreEvaluation) {
    let admit = Self.formula("admit", setup.settings)
    let isAlways = admit.variables.isEmpty && !(admit { _ in .nan } <= 0)
    self.init(
      setup, score: Self.formula("expression", setup.settings), admit: isAlways ? nil : admit,
      evaluation: evaluation)
  }

  private static func formula(_ name: String, _ settings: SettingValues) -> ScoreExpression {
    // The setting was checked when it was read.
    guard var formula = try? ScoreExpression(settings[name]) else {
      preconditionFailure("'\(settings[name])' is no formula")
    }
    for constant in ScoreConstant.allCases {
      formula.constants[constant] = settings.number(constant.rawValue)
    }
    return formula
  }
}
