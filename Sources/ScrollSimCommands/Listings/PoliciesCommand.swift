import ArgumentParser
import ScrollCaching
import ScrollCore

/// The policies and cache models, with their rules and settings.
struct PoliciesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policies", abstract: "Lists the policies, or describes one.",
    discussion: """
      Example:
        scrollsim policies s3fifo
      """)

  @Argument(help: "A policy (default: all).", completion: .policies) var name: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    try CatalogListing.print(name, of: ScrollSim.policies, discussion: { $0.fullText }, output)
  }
}

extension PolicyDescriptor {
  /// The discussion and the facts for choosing.
  fileprivate var fullText: String {
    var lines = [facts.discussion].filter { !$0.isEmpty }
    lines.append(
      makePolicy == nil
        ? "A cache model: \(facts.limits); \(facts.refusal.statement)."
        : "An eviction policy: \(facts.limits); \(facts.refusal.statement).")
    if facts.smallestUsefulCapacity > 1 {
      lines.append("Useful from \(facts.smallestUsefulCapacity) images of equal size on.")
    }
    if facts.needsFuture { lines.append("Knows the future: only replay can use it.") }
    if isSpatial { lines.append("Spatial: decides by where images are.") }
    let claims = PolicyClaims.statements.filter {
      facts.claims.contains($0.claim) && (isSpatial || !Self.spatial.contains($0.claim))
    }
    if !claims.isEmpty {
      let statements = claims.map(\.statement).joined(separator: "; ")
      lines.append("Properties, with the defaults: \(statements).")
    }
    return lines.joined(separator: "\n")
  }

  /// Claims that say nothing about other policies.
  private static let spatial: PolicyClaims = [.mirrors, .scales]
}
