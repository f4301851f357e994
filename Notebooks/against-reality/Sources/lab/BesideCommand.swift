import ArgumentParser
import Foundation

/// Times decoders alone and side by side.
struct BesideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "beside",
    abstract: "Decodes and redraws every picture of some lists on one thread and on two at a time.",
    discussion: """
      Some pictures alone, the same ones side by side, then the next ones, and in turn the other way \
      round, so that a machine that changes its speed changes it for both. Meanwhile a main thread works \
      half a millisecond in each frame. A row is one round of all \
      pictures: 'wall_ms' is what the decodes took by the clock on the wall, added up, 'cpu_ms' the \
      processor's time of them. What two lanes take from each other, and what everything else on the \
      machine takes from both, is in the first and not in the second.

      Example:
        lab beside lists/grid.csv --pictures work/pictures --rounds 8 > BESIDE.csv
      """)

  @Argument(help: "Lists of pictures.")
  var lists: [String]
  @Option(help: "The folder of the pictures.")
  var pictures: String
  @Option(help: "How often each is decoded alone, and side by side.")
  var rounds = 8

  func run() throws {
    let files = try lists.flatMap { try PictureList($0, in: pictures).files }
    let contents = try files.map { try $0.read() }
    print("round,lanes,decodes,wall_ms,cpu_ms")
    // The first round warms up and is not told of.
    for round in 0...rounds {
      var sums: [(wall: Int64, cpu: Int64)] = [(0, 0), (0, 0)]
      for (number, start) in stride(from: 0, to: files.count, by: Self.together).enumerated() {
        let part = start..<min(start + Self.together, files.count)
        for turn in 0..<2 {
          let lanes = 1 + (number + round + turn) % 2
          let time = Round(Array(files[part]), Array(contents[part])).time(lanes: lanes)
          sums[lanes - 1] = (sums[lanes - 1].wall + time.wall, sums[lanes - 1].cpu + time.cpu)
        }
      }
      for lanes in [1, 2] where round > 0 {
        let (wall, cpu) = sums[lanes - 1]
        print(
          "\(round),\(lanes),\(files.count),"
            + String(format: "%.3f,%.3f", Double(wall) / 1e6, Double(cpu) / 1e6))
      }
    }
  }

  /// Pictures that follow each other before lanes are added or taken away: a quarter of a second.
  private static let together = 24
}

/// Some pictures once, each decoded by the thread that is free first.
private final class Round: @unchecked Sendable {
  private let files: [PictureFile]
  private let contents: [[UInt8]]
  private let lock = NSLock()
  /// Under the lock: the picture that comes next, and what decodes took so far.
  private var next = 0
  private var sum: (wall: Int64, cpu: Int64) = (0, 0)

  init(_ files: [PictureFile], _ contents: [[UInt8]]) {
    self.files = files
    self.contents = contents
  }

  func time(lanes: Int) -> (wall: Int64, cpu: Int64) {
    let group = DispatchGroup()
    for _ in 0..<lanes {
      group.enter()
      Thread.detachNewThread { [self] in
        while let picture = takeNext() { decode(picture) }
        group.leave()
      }
    }
    // The main thread's frames, until the last decode is done.
    while group.wait(timeout: .now() + .nanoseconds(16_000_000)) == .timedOut {
      let end = Clocks.thread + 500_000
      while Clocks.thread < end {}
    }
    return lock.withLock { sum }
  }

  private func takeNext() -> Int? {
    lock.withLock {
      guard next < files.count else { return nil }
      next += 1
      return next - 1
    }
  }

  private func decode(_ picture: Int) {
    let (file, watch) = (files[picture], Stopwatch())
    do {
      _ = try file.decode(contents[picture]).redrawn(width: file.width, height: file.height)
    } catch { fatalError("\(error)") }
    let (wall, cpu) = watch.elapsed
    lock.withLock { sum = (sum.wall + wall, sum.cpu + cpu) }
  }
}
