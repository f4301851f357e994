import Testing

/// Tests of the policies that `scrollsim doctor` names, in runs that break the memory limit of its
/// rule, so that a policy that hardly stores anything would keep it.
@Suite struct DoctorPolicyTests {
  private func document(policy: String) throws -> [String: Any] {
    let outcome = try Scrollsim.run(
      [
        "doctor", "Traces/recorded/feed-to-and-fro.scroll", "--device", "pixel", "--loader", "coil",
        "--budget", "256MiB", "--policy", policy, "--format", "json",
      ], in: PackageRoot.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return try JSONText.object(outcome.output)
  }

  private func policyLever(_ document: [String: Any]) throws -> [String: Any] {
    let levers = try #require(document["levers"] as? [[String: Any]])
    return try #require(
      levers.first { ($0["text"] as? String)?.hasPrefix("policy ") == true })
  }

  @Test func `a policy that saves stall is found though another one needs less memory`() throws {
    let document = try document(policy: "lru")
    let saved = try #require(try policyLever(document)["savedSeconds"] as? Double)
    #expect(saved > 0)
    let sentence = try #require(document["sentence"] as? String)
    #expect(!sentence.contains("No other policy helps."), "\(sentence)")
  }

  @Test func `the best stall found is that of the run if no other policy stalls less`() throws {
    let document = try document(policy: "coil")
    let stall = try #require(document["stallSeconds"] as? Double)
    let bound = try #require(document["bound"] as? [String: Any])
    #expect(bound["reachedSeconds"] as? Double == stall)
    #expect(bound["reachedBy"] as? String == "coil")
    let saved = try #require(try policyLever(document)["savedSeconds"] as? Double)
    #expect(-0.2..<0 ~= saved, "the best of the others is close to the run")
  }
}
