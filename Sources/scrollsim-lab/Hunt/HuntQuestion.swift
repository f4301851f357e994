import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// The options for the policy, its opponent and the metric of a hunt.
struct HuntQuestion: ParsableArguments {
  enum Metric: String, ExpressibleByArgument, CaseIterable {
    case stall, misses
  }

  /// The value of `--against` for the best built-in policy.
  static let best = "best"
  static let bound = "bound"

  @Option(
    help: ArgumentHelp(
      "NAME[:KEY=VALUE...], or own: the loader's default.", valueName: "policy"),
    completion: .policies)
  var policy: String
  @Option(
    help: ArgumentHelp(
      "The reference: a policy that keeps its budget, best (of the built-in policies) or "
        + "bound (the lower bound).", valueName: "policy"), completion: .policies)
  var against = HuntQuestion.best
  @Option(
    help: "The measure of a bad session: seconds of stall, or misses (default: stall).")
  var metric: Metric?
  @Flag(help: "Search for a stream of requests for images of equal size.") var requests = false
  @Option(
    help: ArgumentHelp(
      "With --requests: the number of images that fit (default: 8).", valueName: "k"))
  var images: Int?

  func validate() throws {
    guard requests else {
      if let images {
        throw ValidationError("--images \(images) needs --requests")
      }
      return
    }
    if metric == .stall {
      throw ValidationError("--metric stall: requests take no time; expected --metric misses")
    }
    if let images, !(1...1000).contains(images) {
      throw ValidationError("--images \(images) is out of range; expected 1 to 1000")
    }
  }

  /// Returns the policy, which must be a single one that does not need to know the future.
  /// - Parameter own: The policy for which the word `own` stands; nil if the word is not allowed.
  /// - Returns: The policy with its settings.
  /// - Throws: `CommandError` if it is unknown, or needs to know the future.
  func chosenPolicy(own: String?) throws(CommandError) -> Choice<PolicyDescriptor> {
    try Self.choose(policy, option: "--policy", own: own)
  }

  /// Returns the opponent of the policy.
  func opponent() throws(CommandError) -> HuntSetup.Opponent {
    switch against {
    case Self.best: return .best
    case Self.bound: return .bound
    default:
      let choice = try Self.choose(against, option: "--against", own: nil)
      let limits = choice.entry.facts.limits
      guard [.always, .apartFromPinned, .afterStores].contains(limits) else {
        throw .usage(
          "--against '\(choice.text)' \(limits), so it may hold more than others; expected "
            + "a policy that keeps its budget, \(Self.best) or \(Self.bound)")
      }
      return .policy(choice)
    }
  }

  private static func choose(
    _ text: String, option: String, own: String?
  ) throws(CommandError) -> Choice<PolicyDescriptor> {
    var overrides = try SettingOverrides(parsing: [])
    let choices = try overrides.chooseAll(
      [text], own: own, from: ScrollSim.typedPolicies, option: option)
    guard let choice = choices.first, choices.count == 1 else {
      throw .usage("\(option) '\(text)' has \(choices.count) policies; expected one")
    }
    guard !choice.entry.facts.needsFuture else {
      throw .usage(
        "\(option) '\(choice.text)' needs to know the future, which no run does; expected "
          + "another policy" + (option == "--against" ? ", or \(bound)" : ""))
    }
    return choice
  }
}
