import Foundation
import Testing

@Suite struct PopulationReportTests {
  private func folder(_ population: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder.withTraces()
    try folder.write(population, to: "users.yml")
    let made = try Scrollsim.run(
      [
        "sweep", "--trace", "Traces/tall-feed.scroll", "--device", "iphone-5,iphone-8", "--budget",
        "1%<=16MiB,10%", "--store", "r.sqlite",
      ], in: folder.url)
    #expect(made.status == 0, "\(made.complaint)")
    return folder
  }

  @Test func `the report lists the size of each rule on every device, weighted by users`() throws {
    let folder = try folder(
      "devices: {iphone-5: 0.5, iphone-8: 0.5}\nlimits: {stallSeconds: 1 s}\n")
    let told = try Scrollsim.run(
      ["report", "r.sqlite", "--population", "users.yml"], in: folder.url)
    #expect(told.status == 0, "\(told.complaint)")
    for part in ["1%<=16MiB", "10%", "Budget rules by device", "50.0 %", "stallSeconds <= 1 s"] {
      #expect(told.text.contains(part), "\(part): \(told.text)")
    }
    let json = try Scrollsim.run(
      ["report", "r.sqlite", "--population", "users.yml", "--format", "json"], in: folder.url)
    #expect(json.text.contains("\"population\""))
  }

  @Test(arguments: [
    ("devices: {iphone-5: 0.5}\n", "users.yml:1"), ("devices: {pixel: 1}\n", "users.yml:1"),
    ("devices: {iphone-5: x, iphone-8: 1}\n", "users.yml:1"), ("shares: 1\n", "users.yml:1"),
  ])
  func `a population that does not match is an error with its place`(
    population: String, place: String
  ) throws {
    let folder = try folder(population)
    let outcome = try Scrollsim.run(
      ["report", "r.sqlite", "--population", "users.yml"], in: folder.url)
    #expect((64...78).contains(outcome.status), "\(outcome.status): \(outcome.complaint)")
    #expect(outcome.complaint.contains(place), "\(outcome.complaint)")
    #expect(outcome.complaint.count { $0.isNewline } == 1)
  }
}
