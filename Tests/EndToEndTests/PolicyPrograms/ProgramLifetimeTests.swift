import Foundation
import Testing

/// A program that is a policy lives no longer than the command that started it.
@Suite struct ProgramLifetimeTests {
  private static let trace = "Traces/recorded/feed-to-and-fro.scroll"

  private static let commands = [
    ["replay", trace, "--capacity", "5", "--unit", "items"],
    [
      "sweep", "--trace", trace, "--budget", "8MiB", "--device", "iphone-5", "--store", "r.sqlite",
    ],
  ]

  /// A program that ignores signals, has a process in the background, and does not answer.
  private static let deaf = """
    trap '' INT TERM HUP
    sleep 600 &
    echo $! >> pids
    """

  private func folder(_ first: String, then rest: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder.withTracesAndSources()
    try folder.write(first + "\n" + PolicyPrograms.greeting(version: "1", then: rest), to: "p.sh")
    return folder
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL, SIGSEGV], commands)
  func `a signal ends the command and all processes of its program`(
    signal: Int32, command: [String]
  ) throws {
    let folder = try folder(
      Self.deaf,
      then: "while read -r line; do case $line in *victim*) touch asked; sleep 600 ;; esac; done")
    let running = try RunningScrollsim(
      command + ["--policy", "exec", "--set", "exec.command=sh p.sh", "--set", "exec.timeout=600"],
      in: folder.url)
    #expect(running.wait { (try? folder.names().contains("asked")) == true })
    #expect(try PolicyPrograms.started(in: folder).count >= 2)
    running.send(signal)
    let outcome = try running.outcome()
    #expect(outcome.status != 0, "\(outcome.complaint)")
    #expect(try PolicyPrograms.running(in: folder) == [], "after signal \(signal)")
  }

  @Test func `a background process ends with its program`() throws {
    let folder = try PolicyPrograms.folder()
    let fifo = String(decoding: try folder.read("fifo.sh"), as: UTF8.self)
    try folder.write(Self.deaf + "\n" + fifo, to: "p.sh")
    let words = Self.commands[0] + ["--policy", "exec: sh p.sh"]
    let outcome = try Scrollsim.run(words, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(try PolicyPrograms.running(in: folder) == [])
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    _ = try Scrollsim.paste("scrollsim \(line) | true", in: folder.url)
    #expect(try PolicyPrograms.running(in: folder) == [], "after a closed pipe")
  }

  struct Failing: Sendable {
    let answer: String, status: Int32, sentence: String
  }

  private static let failing = [
    Failing(
      answer: "printf '\\000\\033[2J\\377\\n'; cat", status: 65,
      sentence: "the program answered '␀␛[2J\u{fffd}' to 'victim'"),
    Failing(
      answer: "cat /dev/zero", status: 65,
      sentence: "the program answered 'a line of more than 1 MiB' to 'victim'"),
    Failing(
      answer: "cat /dev/urandom", status: 65, sentence: "the program answered '"),
    Failing(
      answer: "exec <&-; echo '{\"victim\":null}'; sleep 600", status: 65,
      sentence: "the program named no image to evict"),
  ]

  @Test(arguments: commands, failing)
  func `a program with invalid answers ends the command with an error`(
    command: [String], program: Failing
  ) throws {
    let folder = try folder(
      "", then: "while read -r line; do case $line in *victim*) \(program.answer) ;; esac; done")
    let start = ContinuousClock.now
    let outcome = try Scrollsim.run(command + ["--policy", "exec: sh p.sh"], in: folder.url)
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(outcome.status == program.status, "\(outcome.complaint)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.count { $0.isNewline } == 1, "\(outcome.complaint)")
    #expect(outcome.complaint.contains(program.sentence), "\(outcome.complaint)")
    #expect(!outcome.complaint.dropLast().unicodeScalars.contains { $0.value < 0x20 })
    #expect(try PolicyPrograms.running(in: folder) == [])
  }

  @Test func `a program has a separate session without a terminal`() throws {
    let folder = try folder(
      """
      ps -o pid=,sid=,tty= -p $$ > session
      (: < /dev/tty) 2> /dev/null && touch terminal
      """, then: "exit 3")
    _ = try Scrollsim.run(Self.commands[0] + ["--policy", "exec: sh p.sh"], in: folder.url)
    #expect(try !folder.names().contains("terminal"))
    let words = String(decoding: try folder.read("session"), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace)
    guard words.count == 3 else { return }
    #expect(words[1] != "0" && words[2].hasPrefix("?"), "\(words)")
  }

  @Test func `a program cannot read input from the terminal of the command`() throws {
    let folder = try folder(
      "(read -r typed <&2) 2> /dev/null && touch heard", then: "exit 3")
    let terminal = try Terminal.opened()
    defer { for descriptor in [terminal.user, terminal.program] { _ = close(descriptor) } }
    #expect(write(terminal.user, "secret\n", 7) == 7)
    _ = try Scrollsim.run(
      Self.commands[0] + ["--policy", "exec: sh p.sh"], in: folder.url,
      complaint: FileHandle(fileDescriptor: terminal.program, closeOnDealloc: false))
    #expect(try folder.names().contains("pids"))
    #expect(try !folder.names().contains("heard"))
  }
}
