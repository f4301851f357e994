import ArgumentParser
import Foundation
import ScrollDevice

/// Times every picture of some lists.
struct ReadingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "readings",
    abstract: "Reads, decodes, redraws and copies every picture, several times.",
    discussion: """
      One round after the other over all pictures, so that what the machine does meanwhile falls on \
      all of them alike. A row is one picture in one round: 'ms' is the processor time of decoding, \
      what scrollsim calibrate reads; 'wall_ms' the same by the clock; the others are processor time.

      Example:
        lab readings lists/grid.csv --pictures work/pictures --rounds 5 > READINGS.csv
      """)

  @Argument(help: "Lists of pictures.")
  var lists: [String]
  @Option(help: "The folder of the pictures.")
  var pictures: String
  @Option(help: "How often each is decoded.")
  var rounds = 5
  @Option(help: "Milliseconds of rest before each, as an app has that waits for its user.")
  var rest = 16
  @Option(help: "Seconds between rounds, since the machine is not always as fast.")
  var pause = 0

  private static let warmUp = 40

  func validate() throws {
    guard rounds > 0 else { throw ValidationError("--rounds is \(rounds); expected 1 or more") }
  }

  func run() throws {
    let files = try lists.flatMap { try PictureList($0, in: pictures).files }
    let screen = Screenful()
    screen.makeRoom(files.map { ($0.width + 16) * $0.height * 4 }.max() ?? 1)
    print(
      "file,width,height,bytes,format,repetition,ms,wall_ms,read_ms,redraw_ms,upload_ms,bitmap_bytes"
    )
    // Some pictures warm up and are not told of.
    for file in files.prefix(Self.warmUp) { try measure(file, 0, on: screen) }
    for round in 1...rounds {
      for file in files { try measure(file, round, on: screen) }
      if round < rounds { sleep(UInt32(max(0, pause))) }
    }
  }

  private func measure(_ file: PictureFile, _ round: Int, on screen: Screenful) throws {
    usleep(UInt32(max(0, rest) * 1000))
    let (content, read) = try timed { try file.read() }
    let (decoded, decode) = try timed { try file.decode(content) }
    let (bitmap, redraw) = timed { decoded.redrawn(width: file.width, height: file.height) }
    let (_, upload) = timed { screen.take(bitmap) }
    guard round > 0 else { return }
    let name = URL(fileURLWithPath: file.path).lastPathComponent
    let times = [decode.cpu, decode.wall, read.cpu, redraw.cpu, upload.cpu].map {
      String(format: "%.4f", Double($0) / 1e6)
    }
    print(
      "\(name),\(file.width),\(file.height),\(file.bytes),\(file.format.rawValue),\(round),"
        + times.joined(separator: ",") + ",\(bitmap.bytes)")
  }

  private func timed<Result>(
    _ body: () throws -> Result
  ) rethrows -> (Result, (wall: Int64, cpu: Int64)) {
    let watch = Stopwatch()
    let result = try body()
    return (result, watch.elapsed)
  }
}
