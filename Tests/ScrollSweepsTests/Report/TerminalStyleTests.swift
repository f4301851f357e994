import ScrollPages
import Testing

struct TerminalStyleTests {
  @Test(
    arguments: [
      (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false),
      (true, ["NO_COLOR": ""], true), (true, ["TERM": "dumb"], false),
      (true, ["TERM": "xterm-256color"], true),
    ] as [(Bool, [String: String], Bool)])
  func `color requires a terminal without a setting for plain text`(
    isTerminal: Bool, environment: [String: String], isStyled: Bool
  ) {
    let style = TerminalStyle.fitting(isTerminal: isTerminal, environment: environment)
    #expect(style.isStyled == isStyled)
  }

  @Test func `a plain style leaves text unchanged`() {
    #expect(TerminalStyle.plain.bold("no") == "no")
    #expect(TerminalStyle.styled.bold("no") == "\u{1b}[1mno\u{1b}[0m")
    #expect(TerminalStyle.styled.bold("") == "")
  }
}
