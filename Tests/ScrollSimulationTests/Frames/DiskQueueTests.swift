import ScrollCore
import ScrollDevice
import ScrollSimulation
import Testing

/// A disk cache that holds encoded images, and its serial queue.
///
/// A screen is one item of 100 pt; frames are 10 ms apart. A read takes 4 ms, a decode 8 ms, and so
/// does encoding a JPEG, which is given the time of decoding the result.
struct DiskQueueTests {
  /// Passes items 0 to 5 in six frames and returns to item 0, whose image was evicted meanwhile.
  private func strip(_ contents: Loader.DiskContents, back: String) -> Strip {
    var strip = Strip(path: "0.......12345" + back, room: 1)
    strip.loader = Loader.multiLevel.with(\.diskHolds, contents)
    return strip
  }

  private let back = "0.............................."

  @Test func `the disk contains the encoded image`() throws {
    let size = EncodedSize.fullQualityJPEG(width: 16, height: 16, content: .photo)
    #expect(size.bytes > 100)
    #expect(try strip(.download, back: back).run().work.bytesWritten == ByteCount(6 * 100))
    #expect(try strip(.image, back: back).run().work.bytesWritten == ByteCount(6 * size.bytes))
  }

  @Test func `a read waits for the encodes before it`() throws {
    let (plain, queued) = (
      try strip(.download, back: back).run(), try strip(.image, back: back).run()
    )
    #expect(plain.work.diskHits == 1 && queued.work.diskHits == 1)
    let (soon, late) = (plain.stalls.blankAreaSeconds, queued.stalls.blankAreaSeconds)
    // The images of items 1 to 5 take 8 ms each, one after the other.
    #expect(late >= soon + 0.02, "\(soon) s and \(late) s")
  }

  @Test func `an image is on disk only after its encode`() throws {
    // Two frames after its download item 0 is requested again: its image waits to be encoded.
    var strip = Strip(path: "0..1.0.........", room: 1)
    strip.loader = Loader.multiLevel.with(\.diskHolds, .download)
    #expect(try strip.run().work.diskHits == 1)
    strip.loader.diskHolds = .image
    strip.decode = 30
    #expect(try strip.run().work.diskHits == 0)
  }

  @Test func `a read without a waiting item is dropped before it starts`() throws {
    // Item 0 is visible for one frame, while the images of the others are encoded.
    let passed = "0" + "99............................"
    var strip = strip(.image, back: passed)
    strip.loader.cancelOnLeave = true
    strip.loader.cancelQueued = false
    strip.loader.cancelDownload = false
    #expect(try strip.run().work.diskHits == 1)
    strip.loader.cancelRead = true
    #expect(try strip.run().work.diskHits == 0)
  }

  @Test func `a relaunch loses images that wait for their encode`() throws {
    var strip = strip(.image, back: back)
    strip.events = [(125, .relaunch)]
    let size = EncodedSize.fullQualityJPEG(width: 16, height: 16, content: .photo)
    let written = try strip.run().work.bytesWritten
    // Two of the six had not been encoded; only what is downloaded again is encoded again.
    #expect(written == ByteCount(4 * size.bytes), "\(written)")
  }

  @Test func `an image whose file was deleted before its read is stored again`() throws {
    // Item 0 is encoded from 0 to 30. At 60 its file is on disk, but the queue encodes item 1 until
    // 70, and then the file is too old: a transfer in the background brings it again.
    var strip = Strip(path: "0...1.0........", decode: 30)
    strip.loader = Loader.multiLevel.with(\.diskHolds, .image).with(\.diskAge, 0.035)
      .with(\.download, .main).with(\.cache, false)
    let size = EncodedSize.fullQualityJPEG(width: 16, height: 16, content: .photo)
    let work = try strip.run().work
    #expect(work.downloads == 3 && work.diskHits == 0)
    #expect(work.bytesWritten == ByteCount(3 * size.bytes), "\(work.bytesWritten)")
  }

  @Test func `an image is encoded to its end while its low variant is written`() throws {
    var strip = Strip(path: "0..........", phase: .tracking)
    strip.loader = Loader.multiLevel.with(\.diskHolds, .image).with(\.variants, .derived)
    let size = EncodedSize.fullQualityJPEG(width: 16, height: 16, content: .photo)
    let written = try strip.run().work.bytesWritten
    // The variant's file is smaller than the download.
    #expect(written > size && written < size + ByteCount(100), "\(written)")
  }
}
