import ScrollCore
import ScrollTraces
import Testing

struct TraceFileTests {
  @Test(arguments: [
    (
      "",
      "x.scroll: the file is empty; expected 'scrollsim-trace 1', the first line of a scroll trace"
    ),
    (
      "hello\n",
      "x.scroll:1: the line does not begin a trace; expected 'scrollsim-trace 1', the first line of a scroll trace"
    ),
    (
      "scrollsim-trace 2\n",
      "x.scroll:1: field 'version' is '2'; expected 1, the only version"
    ),
    (
      "scrollsim-trace 1\n",
      "x.scroll:1: the file is cut off here; expected a last line 'end'"
    ),
    (
      "\u{89}PNG\r\n\u{1a}\n",
      "x.scroll:1: the line does not begin a trace; expected 'scrollsim-trace 1', the first line of a scroll trace"
    ),
    ("a\0b\n", "x.scroll:1: the line has a NUL byte, as in a binary file; expected text"),
  ])
  func `a file that is no trace is an error with a message`(text: String, sentence: String) {
    let error = #expect(throws: TraceError.self) {
      try TraceFile.parse(Array(text.utf8), file: "x.scroll")
    }
    #expect(error?.description == sentence)
    #expect(error?.isMissingInput == false)
  }

  @Test func `a header alone counts as truncated`() {
    #expect(
      refusal(TraceText().head + "\n")
        == "photos.scroll:10: the file is cut off here; expected a last line 'end'")
    #expect(
      refusal(TraceText().head + "\nend\n")
        == "photos.scroll:11: section '[samples]' is missing; expected it or [gestures]")
  }

  @Test func `a truncated trace is an error wherever it ends`() throws {
    let text = Array(TraceText().text.utf8)
    // Without its last line feed it is still whole.
    for length in 1..<(text.count - 1) {
      let error = #expect(throws: TraceError.self, "cut after \(length) bytes") {
        try TraceFile.parse(Array(text[..<length]), file: "cut.scroll")
      }
      if length > 20 {
        #expect(error?.description.contains("the file is cut off here") == true)
      }
    }
  }

  @Test func `bytes that are not UTF-8 are an error with their line`() {
    var bytes = Array(TraceText().text.utf8)
    bytes.insert(0xff, at: 30)
    let error = #expect(throws: TraceError.self) {
      try TraceFile.parse(bytes, file: "x.scroll")
    }
    #expect(error?.description == "x.scroll:2: the line is not UTF-8; expected text in UTF-8")
  }

  @Test func `a line of more than 64 KiB is an error`() {
    let longest = String(repeating: "x", count: 65_536 - 7)
    #expect(refusal(TraceText().replacing("A few rows", with: longest).text) == nil)
    #expect(
      refusal(TraceText().replacing("A few rows", with: longest + "x").text)
        == "photos.scroll:2: the line is longer than 64 KiB; expected a shorter line")
  }

  @Test func `the message clips a long value and escapes control characters`() {
    let long = "\u{1b}[31m" + String(repeating: "é", count: 100)
    let sentence = refusal(TraceText().replacing("tracking", with: long).text)
    #expect(
      sentence == "photos.scroll:15: field 'phase' is '\\u{1B}[31m"
        + String(repeating: "é", count: 55) + "...'; expected idle, tracking or decelerating")
  }

  @Test func `a loaded file has a digest`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/a.scroll"
      try write(Array(TraceText().text.utf8), to: path)
      #expect(try TraceFile.load(path) == TraceText().parse())
      #expect(try TraceFile.load(path).digest == TraceText().parse().digest)
      #expect(try TraceFile.validate(path).items == 40)
    }
  }

  @Test func `a missing file, a directory and an unreadable file are missing input`() throws {
    try withTemporaryFolder { folder in
      for (path, fact) in [
        (folder + "/none.scroll", "does not exist"), (folder, "is a directory"),
        (folder + "/none/a.scroll", "does not exist"),
      ] {
        let error = #expect(throws: TraceError.self) { try TraceFile.load(path) }
        #expect(error?.isMissingInput == true)
        #expect(
          error?.description == "\(path): the file \(fact); expected a readable text file")
      }
      let closed = folder + "/closed.scroll"
      try write([], to: closed)
      #expect(closeForEveryone(closed))
      // Whoever may read everything finds the file empty.
      let error = #expect(throws: TraceError.self) { try TraceFile.load(closed) }
      #expect(
        error?.description.contains("the file may not be read") == true
          || error?.description.contains("the file is empty") == true)
    }
  }

  @Test func `the reader stops at a line without an end`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/endless.scroll"
      var bytes = Array("scrollsim-trace 1\ntitle: ".utf8)
      bytes += [UInt8](repeating: UInt8(ascii: "x"), count: 5_000_000)
      try write(bytes, to: path)
      let error = #expect(throws: TraceError.self) { try TraceFile.load(path) }
      #expect(
        error?.description
          == "\(path):2: the line is longer than 64 KiB; expected a shorter line")
    }
  }
}
