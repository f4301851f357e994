import ArgumentParser
import ScrollCore

/// A setting as code: for a library, or a score as a policy of its own.
struct EmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "emit",
    abstract: "Prints a setting as Swift, for an image library.",
    discussion: #"""
      Targets: nuke, kingfisher, sdwebimage, nscache (an NSCache of one's own) and uikit (that, \#
      and UICollectionView's prefetching). The setting is that of the options, of a stored run \#
      (--run), or what a store's sweep recommends on a device. What the library cannot do is \#
      named in comments, so that the output can be pasted as it is.

      A budget that is a share of memory becomes an expression that the device evaluates.

      The target swift is ImageMemoryCache, the cache that was simulated, with the policy and the \#
      budget. Of --policy 'score: ...', of a store's score and of a certificate of scrollsim \#
      evolve (.json) it is the policy written out, a source file for ScrollCaching that makes its \#
      evictions; with --budget the cache around it follows.

      Example:
        scrollsim emit --for nuke --budget '15%<=768MiB' --prefetch ring:ahead=2
        scrollsim emit --for kingfisher --policy sieve --budget 64MiB
        scrollsim emit --for swift --policy arc --budget '15%<=768MiB'
        scrollsim emit --for swift --policy 'score: distance * bytes / decodeMs' \
          --name FoundPolicy
        scrollsim sweep Traces/demo.yml --store demo.sqlite
        scrollsim emit demo.sqlite --for nuke --device iphone-8 --network wifi
      """#)

  @Argument(
    help: "The results of a sweep; for swift also a certificate, .json.", completion: .file())
  var store: String?
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "nuke, kingfisher, sdwebimage, nscache, uikit or swift.", valueName: "target"))
  var target: String
  @Option(help: "NAME[:KEY=VALUE...] (default: the target's).", completion: .loaders)
  var loader: String?
  @Option(help: "NAME[:KEY=VALUE...] (default: the loader's).", completion: .policies)
  var policy: String?
  @Option(
    parsing: .unconditional,
    help: "64MiB, 15%<=768MiB, none or own (default: the loader's).")
  var budget: String?
  @Option(
    help: ArgumentHelp(
      "NAME[:KEY=VALUE...] (default: the loader's).", valueName: "prefetcher"),
    completion: .prefetchers)
  var prefetch: String?
  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("A run of the store: its key or a unique prefix.", valueName: "key"))
  var runKey: String?
  @Option(
    help: ArgumentHelp(
      "The sweep, if the store has several: a key prefix or the title.", valueName: "key"))
  var sweep: String?
  @Option(help: "The device of a recommendation, if the sweep has several.") var device: String?
  @Option(help: "The network of a recommendation, if it matters.") var network: String?
  @Option(
    help: ArgumentHelp("What you have now, as report takes it.", valueName: "row"))
  var baseline: String?
  @OptionGroup var materiality: MaterialityOptions
  @Option(
    help: ArgumentHelp(
      "For swift: what the policy's type is called (default: FormulaPolicy).", valueName: "type"))
  var name: String?
  @Option(
    help: ArgumentHelp("The file to write (default: standard output).", valueName: "file"),
    completion: .file(extensions: ["swift"]))
  var output: String?

  func run() throws {
    let target: EmitTarget
    do { target = try Catalog.targets.choose(self.target).entry } catch {
      throw CommandError.usage("\(error)")
    }
    try refuseOptions(ofOthersThan: target)
    if let output {
      try OutputCheck(reading: [store].compactMap { $0 }).require("--output", output)
      try Output.requireRoom(for: output)
    }
    var found = try setting(for: target)
    found.setting.namesBudget = budget != nil
    if let problem = target.problem(found.setting) { throw CommandError.usage(problem) }
    if let name {
      guard let score = found.setting.score else {
        throw CommandError.usage(
          "--name is of a score as a policy; expected it with --policy 'score: FORMULA'")
      }
      let words = ScoreCode(score, name: .none).words
      found.setting.typeName = try ScoreCodeName(name, notIn: words)
    }
    var code = target.code(found.setting)
    if let comparison = found.comparison(with: target) { code.note(comparison) }
    if let hint = found.setting.hint(for: target) { code.note(hint) }
    let text = code.text(title: title(found, for: target))
    if let output { try Output.write(Array(text.utf8), to: output) } else { try Output.print(text) }
  }

  private func title(_ found: FoundSetting, for target: EmitTarget) -> String {
    let setting = found.setting
    let policy = setting.policy.map { "policy \($0.text)" } ?? "no cache"
    let budget = setting.policy == nil ? "" : ", budget \(setting.budgetText)"
    if target.isPolicy, !isOfStore {
      // A score that was typed alone stands for nothing else.
      let isAlone = setting.score != nil && !setting.namesBudget
      return "\(policy)\(isAlone ? "" : budget); \(found.source)"
    }
    return "loader \(setting.loader.text), \(policy)\(budget), "
      + "prefetcher \(setting.prefetcher.text); \(found.source)"
  }
}
