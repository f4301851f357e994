import Foundation
import Testing

/// An input that names a program that must not run.
struct UntrustedInput: Sendable, CustomTestStringConvertible {
  let name: String
  /// The command line, for the shell.
  let command: String
  /// The file that names the program, and its text.
  let file: (name: String, text: String)
  /// The field that the error names.
  let field: String
  var advice = "expected "

  var testDescription: String { "\(name): \(command)" }

  /// Runs the command and checks that it ends with one sentence and has started no program.
  func check(in folder: TemporaryFolder) throws {
    try folder.write(file.text, to: file.name)
    let outcome = try Scrollsim.paste(command, in: folder.url)
    #expect(try !folder.names().contains("ran"), "\(testDescription) ran the program")
    #expect(outcome.status == 65, "\(testDescription)\n\(outcome.complaint)")
    #expect(outcome.output.isEmpty, "\(testDescription)\n\(outcome.text)")
    let complaint = outcome.complaint
    #expect(complaint.count { $0.isNewline } == 1, "\(testDescription)\n\(complaint)")
    for fragment in [
      file.name == "lines" ? "standard input" : file.name, field,
      "policy 'exec'", advice,
    ] {
      #expect(complaint.contains(fragment), "\(testDescription): '\(fragment)'\n\(complaint)")
    }
  }
}

/// Tests that commands run no program that an untrusted file names.
@Suite struct UntrustedPolicyTests {
  private static let axes = """
    axes:
      trace: Traces/recorded/slow-reading.scroll
      device: iphone-5
      budget: 8MiB

    """

  /// Every field of a spec that can name a policy, with its text.
  private static let fields: [(field: String, text: String)] = [
    ("axes.policy", axes + "  policy: ['exec: touch ran']\n"),
    ("axes.policy", axes + "  policy: [lru, 'EXEC: touch ran']\n"),
    ("axes.policy", axes + "  policy: exec\n  set: {exec.command: [touch ran]}\n"),
    ("axes.policy", axes + "  policy: exec\n"),
    ("exclude", axes + "  policy: [lru, fifo]\nexclude: [{policy: 'exec: touch ran'}]\n"),
    ("include", axes + "  policy: lru\ninclude: [{policy: 'exec: touch ran'}]\n"),
    (
      "include",
      axes + "  policy: lru\ninclude: [{policy: exec, set: {exec.command: touch ran}}]\n"
    ),
  ]

  private static let sweeps = [
    "sweep s.yml --dry-run", "sweep s.yml --store r.sqlite",
    "sweep plan s.yml --shards 2 --output plan", "sweep shard 1/2 s.yml --store r.sqlite",
    "tune s.yml --limit 'stallSeconds <= 2 s' --store r.sqlite",
    "tune s.yml --space exec.timeout=1,2 --store r.sqlite", "tune s.yml --jointly --store r.sqlite",
  ]

  private static let specs = sweeps.flatMap { command in
    fields.map { field, text in
      UntrustedInput(
        name: "a spec's \(field)", command: "scrollsim \(command)", file: ("s.yml", text),
        field: field, advice: "--allow-exec if you trust")
    }
  }

  private static let limits =
    (fields.map { ($0.field, "\($0.text)limits: [stallSeconds <= 2 s]\n") } + [
      (
        "limits[0].when",
        axes
          + "  policy: lru\nlimits: [{when: {policy: 'exec: touch ran'}, keep: [p95Milliseconds <= 9 ms]}]\n"
      )
    ]).map { field, text in
      UntrustedInput(
        name: "a limit file's \(field)", command: "scrollsim check l.yml --store r.sqlite",
        file: ("l.yml", text), field: field, advice: "--allow-exec if you trust")
    }

  /// Commands that combine a settings axis of a file with a policy from the command line.
  private static let mixed = [
    "sweep s.yml --policy exec --store r.sqlite",
    "tune s.yml --policy exec --limit 'stallSeconds <= 2 s' --store r.sqlite",
  ].map {
    UntrustedInput(
      name: "a spec's setting of a typed policy", command: "scrollsim \($0)",
      file: ("s.yml", axes + "  policy: lru\n  set: {exec.command: [touch ran]}\n"),
      field: "axes.set", advice: "--allow-exec if you trust")
  }

  private static let log = """
    {"scrollsim-cache-log":2,"policy":"exec: touch ran","count":1,"evictions":true}
    {"op":"set","key":"a"}

    """

  private static let lines = [
    UntrustedInput(
      name: "a log's first line", command: "scrollsim replay log.jsonl", file: ("log.jsonl", log),
      field: "field 'policy'"),
    UntrustedInput(
      name: "a protocol's first line", command: "scrollsim-lab model-server < lines",
      file: ("lines", #"{"scrollsim-cache-log":1,"policy":"exec: touch ran","count":1}"#),
      field: "field 'policy'"),
  ]

  @Test(arguments: specs + limits + mixed + lines)
  func `a file that names a program is an error and starts nothing`(input: UntrustedInput) throws {
    try input.check(in: TemporaryFolder.withTracesAndSources())
  }

  @Test func `an import of a log with viewports starts nothing`() async throws {
    let folder = try TemporaryFolder()
    try await RecordedFeed(to: folder.path("cache.jsonl").path).use("lru", items: 60)
    let text = String(decoding: try folder.read("cache.jsonl"), as: UTF8.self)
    try #require(text.contains(#""policy":"lru""#))
    let input = UntrustedInput(
      name: "a log's first line", command: "scrollsim trace import log.jsonl --output feed.scroll",
      file: (
        "log.jsonl",
        text.replacing(#""policy":"lru""#, with: #""policy":"exec: touch ran""#, maxReplacements: 1)
      ), field: "field 'policy'")
    try input.check(in: folder)
  }

  @Test func `a log replays with typed policies in place of its program`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.log, to: "log.jsonl")
    let outcome = try Scrollsim.run(["replay", "log.jsonl", "--policy", "lru"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(try !folder.names().contains("ran"))
  }

  @Test func `a line that opens a cache with a program is refused`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"scrollsim-cache-log":1}
      {"op":"open","id":"a","policy":"exec: touch ran","count":1}
      """, to: "lines")
    let outcome = try Scrollsim.paste("scrollsim-lab model-server < lines", in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(
      outcome.lines.last?.hasPrefix(
        #"{"error":"line 2: field 'policy': only the command line may start"#) == true,
      "\(outcome.text)")
    #expect(try !folder.names().contains("ran"))
  }

  @Test(arguments: [
    ("evolve", "axes: {device: iphone-5, policy: 'exec: touch ran'}"),
    ("evolve", "search: {known: ['exec: touch ran']}"),
    ("evolve", "training: [{trace: Traces/photo-grid.scroll, policy: 'exec: touch ran'}]"),
  ])
  func `a file without policies starts nothing`(
    command: String, line: String
  ) throws {
    let folder = try TemporaryFolder.withTracesAndSources()
    let scene = "[{trace: Traces/recorded/slow-reading.scroll}]"
    let rest = [
      ("axes", "{device: iphone-5, budget: 8MiB}"), ("training", scene), ("validation", scene),
      ("sealed", scene),
    ].filter { !line.hasPrefix($0.0) }.map { "\($0.0): \($0.1)\n" }.joined()
    try folder.write("\(line)\n\(rest)", to: "e.yml")
    let outcome = try Scrollsim.paste(
      "scrollsim-lab \(command) e.yml --store r.sqlite", in: folder.url)
    #expect(outcome.status == 65, "\(outcome.complaint)")
    #expect(outcome.complaint.count { $0.isNewline } == 1, "\(outcome.complaint)")
    #expect(outcome.complaint.contains("e.yml"), "\(outcome.complaint)")
    #expect(try !folder.names().contains("ran"))
  }

  /// Commands that read a store whose policies were programs, and their exit status.
  private static let readers: [(command: String, status: Int32)] = [
    ("report s.sqlite", 0), ("report s.sqlite --output r.html --interactive", 65),
    ("report s.sqlite --band", 65), ("report s.sqlite --population p.yml", 0),
    ("doctor s.sqlite --worst", 65), ("emit s.sqlite --for swift", 65),
    ("sweep merge s.sqlite --store m.sqlite", 0),
  ]

  @Test(arguments: readers)
  func `a read of a store starts nothing`(reader: (command: String, status: Int32)) throws {
    let folder = try PolicyPrograms.folder()
    let made = try Scrollsim.run(
      [
        "sweep", "--trace", "Traces/recorded/slow-reading.scroll", "--policy", "exec: sh fifo.sh",
        "--budget", "8MiB", "--device", "iphone-5", "--store", "s.sqlite",
      ], in: folder.url)
    try #require(made.status == 0, "\(made.complaint)")
    try folder.write("devices: {iphone-5: 100%}\n", to: "p.yml")
    try FileManager.default.removeItem(at: folder.path("pids"))
    let outcome = try Scrollsim.paste("scrollsim \(reader.command)", in: folder.url)
    #expect(try !folder.names().contains("pids"), "\(reader.command) started it")
    #expect(outcome.status == reader.status, "\(reader.command)\n\(outcome.complaint)")
    if reader.status != 0 {
      let lines = outcome.complaint.split(separator: "\n").filter { !$0.hasPrefix("note: ") }
      #expect(lines.count == 1, "\(outcome.complaint)")
      #expect(lines.first?.contains("policy 'exec'") == true, "\(outcome.complaint)")
    }
  }

  @Test(arguments: [
    "sweep plan s.yml --shards 2 --output plan --allow-exec", "sweep s.yml --dry-run --allow-exec",
    "sweep s.yml --policy 'exec: touch ran' --dry-run", "list policies exec", "list policies",
    "emit --for swift --policy 'exec: touch ran' --budget 8MiB", "sweep s.yml --allow-exec",
    "tune s.yml --limit 'stallSeconds <= 2 s' --allow-exec",
  ])
  func `a command without runs starts nothing, even with permission`(command: String) throws {
    let folder = try TemporaryFolder.withTracesAndSources()
    try folder.write(Self.fields[0].text, to: "s.yml")
    let outcome = try Scrollsim.paste("scrollsim \(command)", in: folder.url)
    #expect(try !folder.names().contains("ran"), "\(command) ran the program")
    let isListing = command.hasPrefix("list")
    #expect((outcome.status == 0) == isListing, "\(outcome.complaint)")
    #expect(outcome.complaint.count { $0.isNewline } == (isListing ? 0 : 1), "\(outcome.complaint)")
  }

  @Test(arguments: [
    "sweep s.yml --store r.sqlite", "sweep shard 1/1 s.yml --store r.sqlite",
    "check s.yml",
  ])
  func `a file with permission runs its program after showing it`(
    command: String
  ) throws {
    let folder = try PolicyPrograms.folder()
    let limits = command.hasPrefix("check") ? "limits: [stallSeconds <= 100 s]\n" : ""
    try folder.write(Self.axes + "  policy: ['exec: sh fifo.sh']\n" + limits, to: "s.yml")
    let outcome = try Scrollsim.paste("scrollsim \(command) --allow-exec", in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.complaint.hasPrefix("note: s.yml runs: sh fifo.sh\n"), "\(outcome.complaint)")
    let notes = outcome.complaint.components(separatedBy: " runs: ").count - 1
    #expect(notes == 1, "\(outcome.complaint)")
    #expect(try folder.names().contains("pids"))
  }

  @Test func `a long command is shown completely before it runs`() throws {
    let folder = try TemporaryFolder.withTracesAndSources()
    let command = "true " + String(repeating: "x", count: 5000) + "; touch ran; exit 3"
    try folder.write(Self.axes + "  policy: ['exec: \(command)']\n", to: "s.yml")
    let outcome = try Scrollsim.run(
      ["sweep", "s.yml", "--store", "r.sqlite", "--allow-exec"], in: folder.url)
    #expect(outcome.status == 69, "\(outcome.complaint)")
    #expect(try folder.names().contains("ran"))
    let shown = outcome.complaint.split(separator: "\n").compactMap { line in
      line.hasPrefix("note: s.yml runs: ") ? line.dropFirst("note: s.yml runs: ".count) : nil
    }
    #expect(shown.joined() == command)
  }
}
