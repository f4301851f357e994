import ScrollPages
import Testing

@Suite struct TerminalBarsTests {
  private var table: Table {
    var table = Table([.left("policy"), .right("s")])
    table.append(["lru", "2.0"])
    table.append(["sieve", "1.0"])
    table.append(["fifo", "0.0"])
    return table
  }

  @Test func `bars are proportional to their values, and the longest fills the line`() {
    let text = TerminalBars([2, 1, 0], header: "stalls").beside(table, width: 30).text()
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[0] == "policy    s  stalls")
    #expect(lines[1] == "lru     2.0  " + String(repeating: "█", count: 17))
    #expect(lines[2] == "sieve   1.0  ████████▌")
    #expect(lines[3] == "fifo    0.0")
  }

  @Test func `a narrow terminal has no bars`() {
    #expect(TerminalBars([2, 1, 0], header: "stalls").beside(table, width: 20) == table)
  }

  @Test func `an infinite value has an arrow`() {
    let bars = TerminalBars([2, .infinity, 0], header: "stalls").beside(table, width: 30)
    #expect(bars.rows[1].last == String(repeating: "█", count: 16) + "▶")
  }
}
