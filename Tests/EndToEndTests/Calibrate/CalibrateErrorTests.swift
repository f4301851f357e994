import Testing

/// Tests that `calibrate` reports an invalid request in one sentence, before it measures or writes
/// anything.
@Suite struct CalibrateErrorTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try .withTraces()
    try folder.write("file,width,height,bytes,format,ms\na,9,9,99,png,1\n", to: "r.csv")
    try folder.write("file,width,height,bytes,format,ms\na,9,9,99,png,none\n", to: "bad.csv")
    try folder.write("name: x\n", to: "d.yml")
  }

  static let refusals = [
    Refusal("nothing at all", "calibrate", 64, says: "expected READINGS.csv or --measure"),
    Refusal("no such file", "calibrate none.csv", 66, says: "none.csv: the file does not exist"),
    Refusal(
      "bad data", "calibrate bad.csv", 65, says: "bad.csv:2: field 'ms' is 'none'", "milliseconds"),
    Refusal(
      "a profile of nothing", "calibrate --measure --output p.yml --base pixel-8", 64,
      says: "--output 'p.yml' needs decode times"),
    Refusal(
      "no base", "calibrate r.csv --output p.yml --machine m --date d", 64, says: "expected --base"),
    Refusal("a base for nothing", "calibrate r.csv --base pixel-8", 64, says: "--base 'pixel-8'"),
    Refusal("a name for nothing", "calibrate r.csv --name phone", 64, says: "--name 'phone'"),
    Refusal(
      "no such base", "calibrate r.csv --output p.yml --base pixel-9 --machine m --date d", 64,
      says: "pixel-9", "pixel-8"),
    Refusal(
      "a base that is none", "calibrate r.csv --output p.yml --base d.yml --machine m --date d", 65,
      says: "d.yml:"),
    Refusal(
      "on nothing", "calibrate r.csv --output p.yml --base pixel-8 --date d", 64,
      says: "on what it was measured", "# machine: "),
    Refusal(
      "at no time", "calibrate r.csv --output p.yml --base pixel-8 --machine m", 64,
      says: "when it was measured", "# date: "),
    Refusal(
      "a name that is none",
      "calibrate r.csv --output p.yml --base pixel-8 --machine m --date d --name My_Phone", 64,
      says: "--name is 'My_Phone'"),
    Refusal(
      "onto the readings", "calibrate r.csv --output r.csv --base pixel-8 --machine m --date d", 64,
      says: "--output 'r.csv' is read by the same command"),
    Refusal(
      "onto the base", "calibrate r.csv --output d.yml --base d.yml --machine m --date d", 64,
      says: "--output 'd.yml'"),
    Refusal(
      "into no folder", "calibrate r.csv --output no/p.yml --base pixel-8 --machine m --date d", 73,
      says: "'no/p.yml' cannot be written"),
    Refusal("a folder for nothing", "calibrate r.csv --folder .", 64, says: "--folder '.'"),
    Refusal("reads of nothing", "calibrate r.csv --reads warm", 64, says: "--reads warm"),
    Refusal(
      "files in no folder", "calibrate --measure --folder no", 73, says: "cannot be written"),
  ]

  @Test(arguments: refusals)
  func `an invalid request is an error with a message`(refusal: Refusal) throws {
    try refusal.check(in: folder)
  }
}
