import ArgumentParser
import ScrollCaching
import ScrollCore

/// The policies and cache models, with their rules and settings.
struct PoliciesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policies", abstract: "Lists the policies, or describes one.",
    discussion: """
      Example:
        scrollsim list policies s3fifo
      """)

  @Argument(help: "A policy (default: all).", completion: .policies) var name: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    try CatalogListing.print(name, of: ScrollSim.policies, discussion: { $0.fullText }, output)
  }
}

extension Choice where Entry == PolicyDescriptor {
  /// The discussion and the facts for choosing.
  fileprivate var fullText: String {
    let facts = entry.facts
    var lines = [facts.discussion].filter { !$0.isEmpty }
    lines.append(
      entry.makePolicy == nil
        ? "A cache model: \(facts.limits); \(facts.refusal.statement)."
        : "An eviction policy: \(facts.limits); \(facts.refusal.statement).")
    if let leastRoom { lines.append(leastRoom) }
    if facts.needsFuture { lines.append("Knows the future: only replay can use it.") }
    if entry.isSpatial { lines.append("Spatial: decides by where images are.") }
    let claims = PolicyClaims.statements.filter {
      facts.claims.contains($0.claim)
        && (entry.isSpatial || !PolicyClaims.ofSpatialPolicies.contains($0.claim))
    }
    if !claims.isEmpty {
      let statements = claims.map(\.statement).joined(separator: "; ")
      lines.append("Properties, with the defaults: \(statements).")
    }
    return lines.joined(separator: "\n")
  }

  /// From which room on it is of use, as the tables of runs judge it; nil if any will do.
  private var leastRoom: String? {
    let ofBytes = smallestUsefulCapacity(countsImages: false)
    let ofImages = smallestUsefulCapacity(countsImages: true)
    guard max(ofBytes, ofImages) > 1 else { return nil }
    let images = "\(Words.count(ofBytes, "image")) of equal size"
    return ofBytes == ofImages
      ? "Useful from \(images) on."
      : "Useful from \(images) on where bytes count, from \(ofImages) where images do."
  }
}

extension PolicyClaims {
  /// Claims that say nothing about other policies.
  fileprivate static let ofSpatialPolicies: PolicyClaims = [.mirrors, .scales]
}
