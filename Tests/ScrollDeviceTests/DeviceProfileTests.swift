import ScrollCore
import ScrollDevice
import Testing

struct DeviceProfileTests {
  @Test func `a read takes the latency and then the bandwidth`() {
    let flash = FlashStorage(latency: SimTime(milliseconds: 0.3), bandwidth: 80e6)
    #expect(flash.readTime(of: .zero) == SimTime(milliseconds: 0.3))
    #expect(flash.readTime(of: ByteCount(800_000)) == SimTime(milliseconds: 10.3))
  }

  @Test func `upload and redraw go by the bytes of the bitmap`() {
    let figures = MainThreadFigures(
      cellWork: SimTime(milliseconds: 1), uploadBandwidth: 1e9, redrawBandwidth: 5e8)
    let bitmap = ByteCount(2_000_000)
    #expect(figures.uploadTime(of: bitmap) == SimTime(milliseconds: 2))
    #expect(figures.redrawTime(to: bitmap) == SimTime(milliseconds: 4))
  }

  @Test func `a figure says whether it is an estimate`() {
    #expect(DeviceProfile.Figure(name: "a", text: "1", source: "estimate: a guess").isEstimate)
    #expect(!DeviceProfile.Figure(name: "a", text: "1", source: "a book").isEstimate)
  }
}
