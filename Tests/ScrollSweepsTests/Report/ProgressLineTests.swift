import ScrollPages
import ScrollSweeps
import Testing

struct ProgressLineTests {
  /// The output of a line, and a clock that changes only when it is set.
  final class Stage {
    var time = Duration.seconds(100)
    var written: [String] = []

    func line(isTerminal: Bool = true) -> ProgressLine {
      ProgressLine(
        isTerminal: isTerminal, now: { self.time }, write: { self.written.append($0) })
    }
  }

  @Test func `a short job prints no progress`() {
    let stage = Stage()
    var line = stage.line()
    line.update("1 of 2")
    stage.time += .milliseconds(1999)
    line.update("2 of 2")
    line.finish()
    #expect(stage.written.isEmpty)
  }

  @Test func `a long job prints at most ten lines a second and erases the last`() {
    let stage = Stage()
    var line = stage.line()
    stage.time += .seconds(2)
    line.update("1 of 3")
    stage.time += .milliseconds(99)
    line.update("2 of 3")
    stage.time += .milliseconds(1)
    line.update("3 of 3")
    line.finish()
    line.finish()
    #expect(stage.written == ["\r1 of 3\u{1b}[K", "\r3 of 3\u{1b}[K", "\r\u{1b}[K"])
  }

  @Test func `a job without a terminal prints and computes no text`() {
    let stage = Stage()
    var line = stage.line(isTerminal: false)
    var made = 0
    func text() -> String {
      made += 1
      return "text"
    }
    stage.time += .seconds(10)
    line.update(text())
    line.finish()
    #expect(stage.written.isEmpty)
    #expect(made == 0)
  }

  @Test func `a progress line never wraps and contains no control characters`() {
    let stage = Stage()
    var line = stage.line()
    stage.time += .seconds(3)
    line.update("\n" + String(repeating: "日", count: 60))
    line.finish()
    #expect(stage.written.first == "\r␊" + String(repeating: "日", count: 39) + "\u{1b}[K")
  }
}
