import ArgumentParser
import Foundation
import ScrollCaching
import ScrollCore

/// A command that writes the streams of the benchmarks as files that other simulators also read.
struct StreamFile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stream",
    abstract: "Writes a stream in libCacheSim's oracleGeneral format.",
    discussion: "Example: scrollsim-bench stream zipf --output zipf.oracleGeneral.bin")

  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case zipf, scroll
  }

  @Argument(help: "Which stream.") var kind: Kind
  @Option(help: "How many requests.") var requests = 10_000_000
  @Option(help: "Where to write it.") var output: String

  func validate() throws {
    guard requests > 0 else {
      throw ValidationError("--requests \(requests) is not positive; expected at least 1")
    }
  }

  /// Writes the file and prints its numbers of requests and ids.
  func run() throws {
    let stream = Self.make(kind, requests)
    do { try Self.bytes(of: stream).write(to: URL(fileURLWithPath: output)) } catch {
      throw ValidationError("--output \(output): it cannot be written there")
    }
    print(stream.images.count, Set(stream.images).count)
  }

  static func make(_ kind: Kind, _ requests: Int) -> RequestStream {
    switch kind {
    case .zipf: Streams.zipf(requests: requests, images: 1_000_000, seed: 1)
    case .scroll: Streams.scroll(requests: requests, images: 100_000, seed: 2)
    }
  }

  /// Returns packed records: u32 seconds, u64 id, u32 size, i64 next request, from 1.
  ///
  /// Ids are scattered over 64 bits like hashes of names; every size is 4096.
  private static func bytes(of stream: RequestStream) -> Data {
    let nextUses = stream.nextUses()
    var data = Data(capacity: stream.images.count * 24)
    for (position, image) in stream.images.enumerated() {
      var record = (
        time: UInt32(position / 1000).littleEndian, id: scattered(image).littleEndian,
        size: UInt32(4096).littleEndian,
        next: (nextUses[position] == .max ? -1 : Int64(nextUses[position]) + 1).littleEndian
      )
      withUnsafeBytes(of: &record.time) { data.append(contentsOf: $0) }
      withUnsafeBytes(of: &record.id) { data.append(contentsOf: $0) }
      withUnsafeBytes(of: &record.size) { data.append(contentsOf: $0) }
      withUnsafeBytes(of: &record.next) { data.append(contentsOf: $0) }
    }
    return data
  }

  /// Returns the first number drawn from a seed, which differs between any two seeds.
  private static func scattered(_ image: ImageID) -> UInt64 {
    var random = SeededRandom(seed: UInt64(image.index))
    return random.next()
  }
}
