import ScrollTraces
import Testing

/// The kind of a file by its first bytes.
struct FileKindTests {
  private static let files: [(text: String, kind: FileKind?, command: String)] = [
    ("scrollsim-trace 1\ntitle: a\n", .scroll, "scrollsim run"),
    ("SQLite format 3\0\u{10}\0", .store, "scrollsim report"),
    ("{ \"log\": {\"version\": \"1.2\", \"creator\": {}, \"entries\": []}}", .har, "--har"),
    ("t_ms,scroll_y\n0,0\n", .recording, "trace import"),
    ("# by hand\ntime;scrollTop\n0;0\n", .recording, "trace import"),
    ("title: a\naxes:\n  trace: a.scroll\n", .sweep, "scrollsim sweep"),
    ("axes:\n  trace: a\nlimits:\n  - stallSeconds <= 1 s\n", .limits, "scrollsim check"),
    ("id,size\n1,2\n", .requests, "scrollsim replay"), ("12 40 7\n", .requests, "scrollsim replay"),
    ("\u{1}\0\0\0\u{7}", .bytes, "scrollsim replay"), ("", nil, ""), ("Dear all,\n", nil, ""),
    ("{\"a\": 1}", nil, ""),
  ]

  @Test(arguments: files)
  func `the beginning of a file determines its kind and its command`(
    text: String, kind: FileKind?, command: String
  ) {
    let found = FileKind(Array(text.utf8))
    #expect(found == kind)
    if let found { #expect(found.door.contains(command)) }
  }

  @Test func `the error for a file of another kind names its command`() {
    let error = #expect(throws: TraceError.self) {
      try TraceFile.parse(Array("axes:\n  trace: a.scroll\n".utf8), file: "a.yml")
    }
    #expect(error.map { "\($0)" }?.contains("'scrollsim sweep FILE' runs it") == true)
  }
}
