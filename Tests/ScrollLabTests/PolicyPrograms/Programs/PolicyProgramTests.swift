import Foundation
import ScrollCaching
import ScrollCore
import ScrollSimCommands
import Testing
import scrollsim_lab

@Suite struct PolicyProgramTests {
  @Test func `the greeting of a program states its name and its wishes`() throws {
    let plain = try ShellProgram.start(ShellProgram.greeting(version: nil)).statement
    #expect(plain.policy == "p")
    #expect(plain.version == nil && plain.text == nil)
    #expect(plain.wants.isEmpty)
    let curious = try ShellProgram.start(
      ShellProgram.greeting(version: "2.1", wants: "viewport")
    ).statement
    #expect(curious.text == "p 2.1")
    #expect(curious.wants == [.viewport])
  }

  @Test func `a program receives notices before the question, in order`() throws {
    let program = try ShellProgram.start(
      ShellProgram.greeting()
        + #"read a; read b; read c; [ "$a$b" = "onetwo" ] && echo '{"victim":3}'; read line"#)
    try program.tell("one")
    try program.tell("two")
    #expect(try program.victim(sparing: []) == 3)
  }

  @Test func `a program receives the pinned residents`() throws {
    let program = try ShellProgram.start(
      ShellProgram.greeting()
        + """
        read q
        [ "$q" = '{"op":"victim","pinned":[1,4]}' ] && echo '{"victim":2}'
        read q
        [ "$q" = '{"op":"victim"}' ] && echo '{"victim":null}'
        read line
        """)
    #expect(try program.victim(sparing: [1, 4]) == 2)
    #expect(try program.victim(sparing: []) == nil)
  }

  @Test(arguments: [
    ("exit 3", "the program ended with status 3 instead of answering 'hello'"),
    ("no-such-program-as-this 2> /dev/null", "ended with status 127"),
    ("kill -9 $$", "the program was ended by signal 9"),
    ("read line; echo nonsense; read line", "the program answered 'nonsense' to 'hello'"),
    (
      #"read line; echo '{"protocol":"scrollsim-policy","version":2,"policy":"p"}'; read line"#,
      #"expected {"protocol":"scrollsim-policy","version":1,"#
    ),
    (ShellProgram.greeting(version: "") + "read line", "expected 1 to 100 visible characters"),
    (
      ShellProgram.greeting(wants: "money") + "read line",
      "expected wants to have only viewport and admit"
    ),
  ])
  func `a program without a valid greeting is an error`(command: String, sentence: String) throws {
    let failure = #expect(throws: ProgramFailure.self) { try ShellProgram.start(command) }
    let said = failure?.description ?? ""
    #expect(said.hasPrefix("policy 'exec: \(command)': "), "\(said)")
    #expect(said.contains(sentence), "\(said)")
  }

  @Test(arguments: [
    ("read line; exit 4", "the program ended with status 4 instead of answering 'victim'"),
    ("read line; echo 7; read line", "the program answered '7' to 'victim'"),
    (#"read line; echo '{"victim":"a"}'; read line"#, "expected {\"victim\":KEY}"),
    ("read line; echo '{}'; read line", "expected {\"victim\":KEY}"),
  ])
  func `a wrong answer of a program ends the questions`(rest: String, sentence: String) throws {
    let program = try ShellProgram.start(ShellProgram.greeting() + rest)
    let failure = #expect(throws: ProgramFailure.self) { try program.victim(sparing: []) }
    #expect(failure?.description.contains(sentence) == true, "\(String(describing: failure))")
    // The program has been ended, and a further request does not hang.
    #expect(throws: ProgramFailure.self) { try program.victim(sparing: []) }
  }

  @Test func `a timeout ends a silent program and its children`() throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent(
      "scrollsim-program-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: place) }
    let program = try ShellProgram.start(
      "echo $$ > \(place.path); " + ShellProgram.greeting() + "read line; sleep 600", seconds: 2)
    let failure = #expect(throws: ProgramFailure.self) { try program.victim(sparing: []) }
    #expect(failure?.cause == .silent(asked: "victim", seconds: 2))
    #expect(failure?.isBadAnswer == false)
    let number = try String(contentsOf: place, encoding: .utf8).dropLast()
    let id = try #require(pid_t(number), "\(number)")
    #expect(kill(id, 0) == -1, "process \(id) still runs")
  }

  @Test func `a program that reads nothing does not block the sender`() throws {
    let program = try ShellProgram.start(ShellProgram.greeting() + "sleep 600", seconds: 2)
    let line = String(repeating: "x", count: 100_000)
    let failure = #expect(throws: ProgramFailure.self) {
      for _ in 0..<100 { try program.tell(line) }
    }
    #expect(failure?.cause == .deaf(seconds: 2))
  }
}
