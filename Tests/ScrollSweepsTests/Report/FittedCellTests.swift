import ScrollPages
import Testing

/// Tests of table cells that are dropped, shared or kept whole when a table is fitted.
@Suite struct FittedCellTests {
  @Test func `a command is complete on a line below its row`() {
    var table = Table([.left("what"), .right("stall s"), .command("option")])
    table.append(["decode at view size", "45.0", "--loader cached:decode=redraw-view-size"])
    table.append(["instant decode", "0.3", "-"])
    #expect(
      table.text(fitting: 44) == """
                             stall
        what                     s
        decode at view size   45.0
          --loader cached:decode=redraw-view-size
        instant decode         0.3

        """)
  }

  @Test func `an omitted column without data has no note`() {
    var table = Table([.left("policy"), .right("stall s"), .left("note"), .left("seen")])
    table.append(["least-recently-used", "1.5", "", "-"])
    table.append(["first-in-first-out", "2.5", "", "-"])
    let text = table.text(fitting: 30)
    #expect(!text.contains("note") && !text.contains("seen"), "\(text)")
  }

  @Test func `the key figure of a table stays in its rows`() {
    var table = Table([
      .left("policy"), .right("stall s").keeping(.key), .right("requests of the run"),
    ])
    table.append(["least-recently-used", "1.5", "7"])
    table.append(["first-in-first-out", "1.5", "7"])
    let text = table.text(fitting: 32)
    #expect(text.hasPrefix("All rows: requests of the run 7\n"), "\(text)")
    #expect(text.contains("least-recently-used      1.5\n"), "\(text)")
  }

  @Test(arguments: [24, 25, 26, 27, 28, 40])
  func `a band that all rows share keeps its color`(width: Int) {
    var table = Table([.left("policy"), .left("band").toned(["good": .good]), .right("requests")])
    table.append(["least-recently-used-of-all", "good", "1138720000"])
    table.append(["first-in-first-out", "good", "1138720001"])
    let text = table.text(fitting: width, style: .styled)
    #expect(text.contains("band \u{1b}[38;5;28mgood\u{1b}[0m"), "\(text)")
  }

  @Test func `a cut name keeps the values of its settings`() {
    var table = Table([.left("prefetcher"), .right("stalls")])
    for (ahead, behind) in [("0.5", "1"), ("2", "1"), ("2", "2")] {
      table.append(["ring:ahead=\(ahead):behind=\(behind)", "\(ahead)\(behind)"])
    }
    #expect(
      table.text(fitting: 25) == """
        prefetcher         stalls
        ring:a…=0.5:b…=1     0.51
        ring:ah…=2:be…=1       21
        ring:ah…=2:be…=2       22

        Names are shortened;
        --wide shows them in
        full.

        """)
  }
}
