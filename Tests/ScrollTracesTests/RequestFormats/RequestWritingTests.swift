import Foundation
import ScrollCaching
import ScrollCore
import ScrollTraces
import Testing

struct RequestWritingTests {
  private func written(_ format: String, _ requests: [TimedRequest]) throws -> [UInt8] {
    try RequestWriter.builtIn.choose(format).entry.bytes(requests)
  }

  @Test(arguments: ["oracle-general", "csv", "txt", "lcs"])
  func `written requests are detected and read back`(format: String) throws {
    for seed in UInt64(0)..<200 {
      let requests = randomRequests(seed: seed)
      let bytes = try written(format, requests)
      let found = try RequestFormatCatalog.builtIn.detect(RequestFile(bytes))
      #expect(found.name == format, "seed \(seed)")
      let stream = try found.read(RequestFile(bytes)).stream
      let ids = stream.images.map { stream.keys[Int($0.index)] }
      #expect(ids == requests.map { UInt64($0.image.index) }, "seed \(seed)")
      #expect(stream.sizes == (format == "txt" ? nil : requests.map(\.size)), "seed \(seed)")
    }
  }

  @Test func `lcs version 3 holds sizes beyond 32 bits, and oracle-general refuses them`() throws {
    let requests = randomRequests(seed: 3, sizes: 1...9_000_000_000)
    let stream = try RequestFormatCatalog.builtIn.choose("lcs").entry
      .read(RequestFile(written("lcs", requests))).stream
    #expect(stream.sizes == requests.map(\.size))
    let error = #expect(throws: RequestWritingError.self) {
      try written("oracle-general", requests)
    }
    #expect(
      error.map { "\($0)".hasSuffix("holds at most 4294967295; expected lcs or csv") } == true)
  }

  @Test func `a size that readers skip is an error`() {
    let request = TimedRequest(time: .zero, image: ImageID(7), size: 0)
    for format in ["oracle-general", "lcs"] {
      #expect(throws: RequestWritingError.sizeZero(image: ImageID(7), format: format)) {
        try written(format, [request])
      }
    }
    #expect(throws: Never.self) { try written("csv", [request]) }
  }

  @Test func `oracle-general writes the second and the next request of the image`() throws {
    let seed: UInt64 = 11
    let requests = randomRequests(seed: seed)
    let bytes = try written("oracle-general", requests)
    for (index, request) in requests.enumerated() {
      let record = Array(bytes[index * 24..<index * 24 + 24])
      func number(_ range: Range<Int>) -> Int64 {
        Int64(bitPattern: range.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(record[$1]) })
      }
      #expect(number(0..<4) == request.time.nanoseconds / 1_000_000_000, "seed \(seed)")
      let next = requests[(index + 1)...].firstIndex { $0.image == request.image }
      #expect(number(16..<24) == next.map { Int64($0 + 1) } ?? -1, "seed \(seed), \(index)")
    }
  }

  @Test func `csv writes time, item and kind`() throws {
    let requests = [
      TimedRequest(
        time: SimTime(milliseconds: 16.667), image: ImageID(4), size: 9, item: ItemID(5)),
      TimedRequest(time: SimTime(seconds: 2), image: ImageID(1), size: 7, isPrefetch: true),
    ]
    #expect(
      String(decoding: try written("csv", requests), as: UTF8.self) == """
        time_s,id,size,item,kind
        0.016667,4,9,5,shown
        2,1,7,,prefetch

        """)
  }

  @Test func `requests of a scroll equal its stream, with ascending times`() throws {
    for seed in UInt64(0)..<40 {
      let trace = try randomTrace(seed: seed)
      let (requests, stream) = (trace.timedRequests(), trace.requestStream())
      #expect(requests.map(\.image) == stream.images, "seed \(seed)")
      #expect(requests.map(\.size) == stream.sizes, "seed \(seed)")
      #expect(requests.compactMap(\.item) == stream.items, "seed \(seed)")
      #expect(zip(requests, requests.dropFirst()).allSatisfy { $0.time <= $1.time }, "seed \(seed)")
      #expect(requests.allSatisfy { $0.time <= trace.duration }, "seed \(seed)")
    }
  }
}
