import ScrollCore
import Testing

struct ViewportTests {
  @Test func `a viewport computes its center and its extent`() {
    let viewport = Viewport(lower: 100, upper: 668)
    #expect(viewport.center == 384)
    #expect(viewport.extent == 568)
    #expect(viewport.phase == .idle)
    #expect(viewport.direction.sign == 1)
    #expect(ScrollDirection.backward.sign == -1)
  }
}
