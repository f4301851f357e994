import Foundation
import Testing

/// Names typed as people type them.
@Suite struct NameTests {
  private static let scroll = "Traces/recorded/slow-reading.scroll"

  private static func refusal(_ command: String, says: String...) -> Refusal {
    var refusal = Refusal(command, command, 64)
    refusal.says = says
    return refusal
  }

  private static func run(_ options: String, says: String...) -> Refusal {
    var refusal = Refusal(options, "run \(scroll) \(options)", 64)
    refusal.says = says
    return refusal
  }

  static let slips = [
    refusal("runn", says: "no command 'runn'; did you mean 'run'?"),
    refusal("trace improt", says: "no command 'improt'; did you mean 'import'?"),
    refusal("jump", says: "no command 'jump'; there are advise, run, sweep"),
    run("--device iphone-13", says: "did you mean 'iphone-13-pro'?"),
    run("--network 4g", says: "no network '4g'; there are", "lte"),
    run("--loader kingfischer", says: "did you mean 'kingfisher'?"),
    run("--prefetch rnig", says: "did you mean 'ring'?"),
    run("--policy clock:bit=2", says: "'clock' has no setting 'bit'; did you mean 'bits'?"),
    run("--set cached.lane=2", says: "'cached' has no setting 'lane'; did you mean 'lanes'?"),
    run("--policy score:idel", says: "no such variable; did you mean 'idle'?"),
    refusal("list formats jpge", says: "did you mean 'jpeg'?"),
    refusal(
      "replay \(scroll) --capacity 9 --trace-format oracle-genral",
      says: "did you mean 'oracle-general'?"),
  ]

  @Test(arguments: slips)
  func `a misspelled name gets a helpful suggestion`(refusal: Refusal) throws {
    try refusal.check(in: TemporaryFolder.withTraces())
  }

  static let lists = [
    run("--device iphone-5,iphone-8", says: "--device", "has 2 values", "`scrollsim sweep`"),
    run("--network wifi,lte", says: "--network", "`scrollsim sweep`"),
    run("--loader nuke,cached", says: "--loader", "`scrollsim sweep`"),
    run("--prefetch none,ring:ahead=1", says: "--prefetch", "`scrollsim sweep`"),
    run("--layout grid,list", says: "--layout", "`scrollsim sweep`"),
    run("--seed 0..9", says: "--seed", "`scrollsim sweep` takes several"),
  ]

  @Test(arguments: lists)
  func `several values for a single-valued option suggest sweep`(refusal: Refusal) throws {
    try refusal.check(in: TemporaryFolder.withTraces())
  }

  @Test func `the error recognizes a device name with spaces`() throws {
    let outcome = try Scrollsim.run(["list", "devices", "iPhone 13 Pro"])
    #expect(outcome.status == 64)
    #expect(outcome.complaint.contains("did you mean 'iphone-13-pro'?"), "\(outcome.complaint)")
  }

  @Test(arguments: [
    ["list", "policies", "LRU"], ["list", "prefetchers", "Neighbours"],
    ["list", "networks", "LTE"], ["List", "DEVICES", "iPhone-8"],
  ])
  func `names are case-insensitive`(typed: [String]) throws {
    let canonical = [
      "LRU": "lru", "Neighbours": "neighbours", "LTE": "lte", "List": "list",
      "DEVICES": "devices", "iPhone-8": "iphone-8",
    ]
    let meant = typed.map { canonical[$0] ?? $0 }
    let outcome = try Scrollsim.run(typed)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.output == (try Scrollsim.run(meant)).output)
  }

  @Test func `a run prints names as in the lists`() throws {
    let options = ["--budget", "1MiB", "--format", "JSON"]
    let typed = try Scrollsim.run(
      ["run", Self.scroll, "--policy", "CLOCK:Bits=2", "--prefetch", "Neighbours"] + options)
    let listed = try Scrollsim.run(
      ["run", Self.scroll, "--policy", "clock:bits=2", "--prefetch", "neighbours"] + options)
    #expect(typed.status == 0, "\(typed.complaint)")
    #expect(typed.output == listed.output)
  }

  @Test func `the error for a recording names its importer`() throws {
    let outcome = try Scrollsim.run(["run", "Traces/recorded/one-hard-fling.csv"])
    #expect(outcome.status == 65)
    #expect(outcome.complaint.contains("'scrollsim trace import FILE'"), "\(outcome.complaint)")
  }
}
