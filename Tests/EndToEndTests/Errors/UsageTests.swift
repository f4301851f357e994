import Foundation
import Testing

/// Commands that were used wrongly: one sentence, status 64.
@Suite struct UsageTests {
  private static let scroll = "Traces/recorded/slow-reading.scroll"

  private static func run(_ name: String, _ options: String, says: String...) -> Refusal {
    var refusal = Refusal(name, "run \(scroll) \(options)", 64)
    refusal.says = says
    return refusal
  }

  private static func replay(_ name: String, _ options: String, says: String...) -> Refusal {
    var refusal = Refusal(name, "replay \(scroll) \(options)", 64)
    refusal.says = says
    return refusal
  }

  private static func generate(_ name: String, _ options: String, says: String...) -> Refusal {
    let usual = options.contains("--catalogue") ? "" : "--catalogue items=90 "
    var refusal = Refusal(name, "trace generate --duration 5s \(usual)\(options)", 64)
    refusal.says = says
    return refusal
  }

  static let names = [
    run("an unknown policy", "--policy lrv", says: "no policy 'lrv'", "did you mean 'lru'?"),
    run("a policy far from any", "--policy zebra", says: "no policy 'zebra'", "there are", "sieve"),
    run("one unknown among several", "--policy lru,zebra,fifo", says: "'zebra'"),
    run("an empty name in a list", "--policy lru,,fifo", says: "--policy: '' has no name"),
    run("no name", "--policy _", says: "--policy: '' has no name"),
    run("an unknown device", "--device nokia", says: "no device 'nokia'", "iphone-5"),
    run("an unknown loader", "--loader lazy", says: "no loader 'lazy'", "cached"),
    run(
      "an unknown prefetcher", "--prefetch psychic", says: "no prefetcher 'psychic'", "neighbours"),
    run(
      "a prefetcher for a loader that keeps nothing", "--loader main-thread --prefetch neighbours",
      says: "--prefetch neighbours", "'main-thread'", "a loader with a cache"),
    run("an unknown layout", "--layout pile", says: "--layout", "no layout 'pile'", "grid"),
    run("an unknown format", "--format xml", says: "'xml'", "--format", "'json'"),
    run("an unknown option", "--polcy lru", says: "'--polcy'"),
    run("an argument too many", "more", says: "'more'"),
    run("a policy that knows the future", "--policy lru,belady", says: "'belady'", "replay"),
    Refusal("no trace", "run", 64, says: "<trace>"),
    Refusal("an unknown subcommand", "jump", 64, says: "'jump'"),
    Refusal("an unknown subcommand of trace", "trace jump", 64, says: "'jump'"),
    Refusal(
      "help on an unknown subcommand", "help advice", 64,
      says: "there is no command 'advice'; did you mean 'advise'?"),
    Refusal("help on an unknown subcommand of trace", "help trace foo", 64, says: "'foo'"),
    Refusal(
      "help on a subcommand of none", "help run foo", 64, says: "'run' has no command 'foo'"),
    Refusal("an unknown policy to list", "list policies zebra", 64, says: "no policy 'zebra'"),
    Refusal("an unknown loader to list", "list loaders zebra", 64, says: "no loader 'zebra'"),
    Refusal("an unknown prefetcher to list", "list prefetchers zebra", 64, says: "'zebra'"),
    Refusal("an unknown device to list", "list devices zebra", 64, says: "no device 'zebra'"),
    Refusal("an unknown layout to list", "list layouts zebra", 64, says: "no layout 'zebra'"),
    replay("an unknown unit", "--capacity 9 --unit apples", says: "'apples'", "'items'"),
    replay(
      "an unknown trace format", "--capacity 9 --trace-format gif",
      says: "'gif'", "auto", "oracle-general"),
    generate("an unknown style", "--style flying", says: "'flying'", "'browsing'"),
    generate("an unknown direction", "--direction up", says: "'up'", "'forward'"),
    generate("an unknown rate", "--deceleration-rate slow", says: "'slow'", "'normal'"),
  ]

  static let settings = [
    run(
      "an unknown setting", "--policy s3fifo:heat=3", says: "'s3fifo' has no setting 'heat'",
      "promotesAtFrequency"),
    run(
      "a setting out of range", "--policy clock:bits=9", says: "'bits' of 'clock' is '9'",
      "from 1 to 8"),
    run("a setting that is no number", "--policy clock:bits=two", says: "'two'", "a whole number"),
    run("a setting that is not a number", "--policy distance:lead=nan", says: "'nan'", "a number"),
    run("a setting without end", "--policy distance:lead=inf", says: "'inf'"),
    run("a hexadecimal setting", "--policy distance:lead=0x10", says: "'0x10'"),
    run("a setting without value", "--policy clock:bits", says: "'bits'", "KEY=VALUE"),
    run("a setting without name", "--policy clock:=2", says: "'=2'", "KEY=VALUE"),
    run("a colon and nothing", "--policy lru:", says: "'lru:'"),
    run("a set without name", "--set bits=2", says: "--set 'bits=2'", "NAME.SETTING=VALUE"),
    run("a set without value", "--set clock.bits", says: "--set 'clock.bits'"),
    run("garbage to set", "--set ;;=;;", says: "--set ';;=;;'"),
    run("nothing to set", "--set _", says: "--set ''"),
    run("a set for nothing that takes part", "--set clock.bits=2", says: "'clock'"),
    run(
      "a setting in two places", "--policy clock:bits=2 --set clock.bits=3",
      says: "--set clock.bits", "is also set by"),
    run("a set twice", "--set clock.bits=2 --set clock.bits=3", says: "expected it once"),
    run("an unknown setting to set", "--set lru.heat=2", says: "'lru' has no setting 'heat'"),
    run(
      "a set out of range", "--set cached.lanes=65", says: "'lanes' of 'cached' is '65'", "0 to 64"),
    run(
      "a set that is no flag", "--set cached.coalescing=perhaps", says: "'perhaps'", "true or false"
    ),
    run("a set that is no choice", "--set cached.cost=gold", says: "'gold'", "one of bytes"),
    run("a prefetcher's setting out of range", "--prefetch neighbours:k=0", says: "'k'", "'0'"),
    run("a layout's setting out of range", "--layout grid:columns=0", says: "'columns'", "'0'"),
    run(
      "a layout without room for the scroll", "--layout grid:columns=1000", says: "--layout", "fit"),
  ]

  static let amounts = [
    run("no budget", "--budget 0", says: "--budget 0 and none mean no limit", "policy 'lru'"),
    run("a negative budget", "--budget -5MiB", says: "--budget '-5MiB' is not positive"),
    run("an empty budget", "--budget _", says: "--budget ''", "64MiB"),
    run("a budget in a unit of its own", "--budget 5XiB", says: "--budget '5XiB'", "64MiB"),
    run("a budget that is no number", "--budget nan", says: "--budget 'nan'"),
    run("a budget without end", "--budget inf", says: "--budget 'inf'"),
    run("a fraction of a byte", "--budget 1.5", says: "--budget '1.5'"),
    run("more than there are bytes", "--budget 99999999999999999999", says: "--budget '9999"),
    run("more than there are bytes, in a unit", "--budget 9999999999999GB", says: "--budget '9999"),
    run("a list with nothing in it", "--budget 32MiB,,64MiB", says: "--budget ''"),
    run("a range without end", "--budget 32MiB..", says: "'32MiB..' is not a range"),
    run("a range without step", "--budget 32MiB..64MiB", says: "is not a range", "..512MiB:x2"),
    run("a range that stands still", "--budget 1MiB..2MiB:x1", says: "is not a range"),
    run("a range that adds nothing", "--budget 1MiB..2MiB:+0", says: "is not a range"),
    run("a range that goes back", "--budget 1MiB..2MiB:x0.5", says: "is not a range"),
    run("a range by no number", "--budget 1MiB..2MiB:xnan", says: "is not a range"),
    run("a range backwards", "--budget 2MiB..1MiB:x2", says: "ends before it begins"),
    run("a range of millions", "--budget 1..99999999:+1", says: "at most 10000"),
    run("a range of tiny steps", "--budget 1..8000000000GB:x1.0000001", says: "at most 10000"),
    replay("no capacity", "--policy lru", says: "--capacity"),
    replay("a capacity of nothing", "--capacity 0", says: "--capacity '0' is not positive"),
    replay("a negative capacity", "--capacity -9", says: "--capacity '-9' is not positive"),
    replay(
      "a capacity in bytes for items", "--capacity 64MiB --unit items", says: "64MiB", "items"),
    Refusal(
      "a percentage that is no number", "report x.sqlite --least-percent x", 64,
      says: "--least-percent", "expected a number"),
    Refusal(
      "a number of items that is none", "trace import x.csv --items 1.5", 64,
      says: "--items", "expected a whole number"),
    run("a negative seed", "--seed -1", says: "'-1'", "--seed", "a whole number"),
    run(
      "a seed too large", "--seed 99999999999999999999999", says: "--seed", "18446744073709551615"),
    generate("a negative duration", "--duration -5s", says: "--duration '-5s'", "90s"),
    generate("a duration without unit", "--duration 5", says: "--duration '5'", "90s"),
    generate("no duration", "--duration 0s", says: "--duration '0s'"),
    generate("a duration without end", "--duration infs", says: "--duration 'infs'"),
    generate("a duration of years", "--duration 1e9s", says: "--duration '1e9s'"),
    generate("no screen", "--viewport 0x0", says: "--viewport '0x0'", "WIDTHxHEIGHT"),
    generate("a screen that is no number", "--viewport nanxnan", says: "--viewport 'nanxnan'"),
    generate("a screen with one side", "--viewport 390", says: "--viewport '390'"),
    generate("no images", "--catalogue items=0", says: "--catalogue", "'items'", "'0'"),
    generate("too many images", "--catalogue items=99999999999", says: "--catalogue", "2000000"),
    generate("an empty catalogue", "--catalogue _", says: "--catalogue", "'items'", "missing"),
    generate("garbage for a catalogue", "--catalogue ;;;", says: "--catalogue", "';;;'"),
    generate("a mix of nothing", "--catalogue items=9,mix=jpeg:0", says: "--catalogue"),
  ]

  @Test(arguments: names)
  func `an unknown name is an error with status 64`(refusal: Refusal) throws {
    try refusal.check(in: .withTraces())
  }

  @Test(arguments: settings)
  func `an invalid setting is an error with status 64`(refusal: Refusal) throws {
    try refusal.check(in: .withTraces())
  }

  @Test(arguments: amounts)
  func `an invalid amount is an error with status 64`(refusal: Refusal) throws {
    try refusal.check(in: .withTraces())
  }

  @Test func `bytes as the unit of a trace without sizes are a usage error`() throws {
    let folder = try TemporaryFolder()
    try folder.write("1\n2\n1\n", to: "ids.txt")
    try Refusal(
      "bytes", "replay ids.txt --capacity 9 --unit bytes", 64,
      says: "'ids.txt' has no sizes", "--unit items"
    ).check(in: folder)
  }
}
