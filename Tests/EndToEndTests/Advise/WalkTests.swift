import Foundation
import Testing

/// Tests of the pages that lead an app developer, a maintainer and a researcher to their answer.
///
/// `.ci/release/pages` runs the commands.
@Suite struct WalkTests {
  @Test(arguments: ["WalkAppDeveloper", "WalkMaintainer", "WalkResearcher"])
  func `a page leads to its answer by advise and in at most five commands`(name: String) throws {
    let page = try String(
      contentsOf: PackageRoot.url.appendingPathComponent(
        "Sources/ScrollSimCommands/ScrollSimCommands.docc/\(name).md"), encoding: .utf8)
    let commands = page.matches(of: /(?ms)^```sh\n(.*?)^```$/).map { String($0.output.1) }
    #expect((1...5).contains(commands.count), "\(commands.count) commands")
    #expect(commands.contains { $0.contains("scrollsim advise ") })
  }
}
