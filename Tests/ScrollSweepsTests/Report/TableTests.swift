import ScrollPages
import Testing

struct TableTests {
  static let sample: Table = {
    var table = Table([.left("policy"), .right("hit rate"), .right("blank s"), .left("note")])
    table.append(["lru", "81.2 %", "0.4", "best"])
    table.append(["distance", "9.0 %", "never", ""])
    table.append(["a|b\\", "", "-1", "say \"hi\", twice"])
    return table
  }()

  @Test func `columns are aligned with two spaces between them and none at the end`() {
    #expect(
      Self.sample.text() == """
        policy    hit rate  blank s  note
        lru         81.2 %      0.4  best
        distance     9.0 %    never
        a|b\\                     -1  say "hi", twice

        """)
  }

  @Test func `only the header is bold, and only in a style with bold`() {
    let lines = Self.sample.text(style: .styled).split(separator: "\n")
    #expect(lines[0] == "\u{1b}[1mpolicy    hit rate  blank s  note\u{1b}[0m")
    #expect(lines.dropFirst().allSatisfy { !$0.contains("\u{1b}") })
  }

  @Test func `markdown escapes bars and marks right-aligned columns`() {
    #expect(
      Self.sample.markdown() == """
        | policy   | hit rate | blank s | note            |
        | -------- | -------: | ------: | --------------- |
        | lru      |   81.2 % |     0.4 | best            |
        | distance |    9.0 % |   never |                 |
        | a\\|b\\\\   |          |      -1 | say "hi", twice |

        """)
  }

  @Test func `csv quotes the fields that RFC 4180 requires`() {
    var table = Self.sample
    table.append(["two\nlines", " padded", "1,5", "\r\n"])
    #expect(
      table.csv() == """
        policy,hit rate,blank s,note
        lru,81.2 %,0.4,best
        distance,9.0 %,never,
        a|b\\,,-1,"say ""hi"", twice"
        "two
        lines"," padded","1,5","'\r\n"

        """)
  }

  @Test func `a table without rows has only its header`() {
    let table = Table([.left("name"), .right("n")])
    #expect(table.text() == "name  n\n")
    #expect(table.csv() == "name,n\n")
    #expect(table.markdown() == "| name |   n |\n| ---- | --: |\n")
  }

  @Test func `wide, combining and invisible characters keep the columns aligned`() {
    var table = Table([.left("name"), .right("n")])
    table.append(["日本語", "1"])
    table.append(["e\u{301}te\u{301}", "2"])
    table.append(["👨‍👩‍👧", "3"])
    table.append(["ｶﾅ", "4"])
    table.append(["a\u{200b}b", "5"])
    table.append(["🇩🇪", "6"])
    table.append(["❤\u{fe0f}", "7"])
    #expect(
      table.text() == """
        name    n
        日本語  1
        e\u{301}te\u{301}     2
        👨‍👩‍👧      3
        ｶﾅ      4
        a\u{200b}b      5
        🇩🇪      6
        ❤\u{fe0f}      7

        """)
  }

  @Test func `no cell can break a line or control the terminal`() {
    var table = Table([.left("name"), .right("n")])
    table.append(["a\nb\u{1b}[31m\u{7f}", "1"])
    #expect(table.text() == "name       n\na␊b␛[31m␡  1\n")
    #expect(table.markdown().split(separator: "\n").count == 3)
  }
}
