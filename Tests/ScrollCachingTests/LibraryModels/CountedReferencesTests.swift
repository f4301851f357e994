import ScrollCaching
import ScrollCore
import Testing

/// Glide, Fresco, Coil and Flutter: sequences derived from what their sources say.
///
/// A pin is a view that holds the image.
@Suite struct CountedReferencesTests {
  @Test(arguments: [
    // What is displayed leaves the cache proper and comes back as the newest.
    (10, "!a ^a a:4 !b ^b b:4 _a _b ?a ^a !c ^c c:4 _c _a>b", ["a", "c"]),
    // As large as the limit is dropped when it is let go, or refused if nobody holds it.
    (10, "!a ^a a:4 _a !x ^x x:10 _x>x y:10x y:9>a", ["y"]),
    // Half of the limit, nothing, all.
    (12, "^a a:3 ^b b:3 ^c c:3 ^d d:3 _a _b _c _d warning>a,b normal background>c,d", []),
    // What is on screen counts against nothing and survives everything.
    (10, "^a a:8 ^b b:8 c:9 critical>c background ?a ?b _a _b>a", ["b"]),
    // A refused new value leaves the old one.
    (10, "a:4 a:10x ?a", ["a"]),
  ])
  func `Glide keeps displayed images outside its limit`(
    cost: Int, script: String, residents: [String]
  ) {
    let outcome = LibraryScript(script).play(cost: cost) { GlideCache($0) }
    #expect(outcome.surprises == [])
    #expect(outcome.residents.sorted() == residents)
  }

  @Test func `Glide may keep half its images in the background`() {
    let script = LibraryScript("a:3 b:3 c:3 background>a")
    #expect(script.play(cost: 12) { GlideCache($0, background: .half) }.surprises == [])
  }

  @Test(arguments: [
    // The order is that of the last release.
    (10, "^a a:4 ^b b:4 _b _a ^c c:4>b", ["a", "c"]),
    // What is in use leaves no room.
    (10, "^a a:5 ^b b:5 ^c c:1x _a c:1>a", ["b", "c"]),
    // Found and let go: the end of the queue.
    (12, "^a a:4 _a ^b b:4 _b ?a ^a _a ^c c:4 _c ^d d:4>b", ["a", "c", "d"]),
    // Half of everything, what is in use counted first.
    (10, "^p p:4 ^a a:2 _a ^b b:2 _b warning>a,b", ["p"]),
    (10, "^p p:4 a:2 b:2 critical>a,b background", ["p"]),
    // A refused new value costs the old one.
    (10, "^a a:4 b:4 b:7x !b", ["a"]),
  ])
  func `Fresco evicts only unused images`(cost: Int, script: String, residents: [String]) {
    let outcome = LibraryScript(script).play(cost: cost) { FrescoCache($0) }
    #expect(outcome.surprises == [])
    #expect(outcome.residents.sorted() == residents)
  }

  @Test func `Fresco applies its limits for entries and queue`() {
    var parameters = FrescoCache.Parameters()
    (parameters.maxEntries, parameters.maxEntrySize) = (3, 5)
    (parameters.maxQueueSize, parameters.maxQueueEntries) = (7, 2)
    let script = LibraryScript("a:6x a:5 b:3>a c:3 d:1>b ^d ^e e:5 ^f f:5>c g:1x")
    let outcome = script.play(cost: 100) { FrescoCache($0, parameters) }
    #expect(outcome.surprises == [])
    #expect(outcome.evictions.map(\.reason) == [.cost, .count, .count])
  }

  @Test(arguments: [
    // Nobody holds them: what leaves is gone, what is too large was never there.
    ("a:4 b:4 ?a c:4>b big:11x !b !big", ["a", "c"]),
    // A view holds them: both are found, without coming back.
    ("^b ^big a:4 b:4 ?a c:4 big:11 ?b ?big ?a ?c _b>b _big>big", ["a", "c"]),
    // Too large a value costs the old one.
    ("a:4 a:11x !a", []),
    // Half of what is there, not of the limit.
    ("a:2 b:2 c:2 warning>a,b normal critical>c", ["_"]),
  ])
  func `Coil finds an image that a view holds`(script: String, residents: [String]) {
    let outcome = LibraryScript(script).play(cost: 10) { CoilCache($0) }
    #expect(outcome.surprises == [])
    #expect(outcome.residents.sorted() == residents.filter { $0 != "_" })
  }

  @Test(arguments: [
    // No longer kept but still displayed: found, and back as the newest.
    ("^a !a a:6 ^b !b b:6 ?a _b>b _a ?a", ["a"]),
    // The same where the loader has the live images: it stores what it finds.
    ("!a a:6 !b b:6>a !a a:6>b", ["a"]),
    // No longer displayed: loaded again.
    ("^a !a a:6 _a ^b !b b:6>a !a", ["b"]),
    // Too large is live as long as it is displayed, and evicts nothing.
    ("^a !a a:6 ^x !x x:11 ?x _x>x !x ?a", ["a"]),
    // A warning leaves what is live, the background everything.
    ("a:3 ^b b:3 background warning>a ?b c=0 ?b _b>b", []),
  ])
  func `Flutter finds live images`(script: String, residents: [String]) {
    let outcome = LibraryScript(script).play(cost: 10) { FlutterImageCache($0) }
    #expect(outcome.surprises == [])
    #expect(outcome.residents.sorted() == residents)
  }

  @Test func `Flutter keeps a thousand images unless the run sets a count`() {
    let some = FlutterImageCache(PolicySetup(imageCount: 2000, limits: CacheLimits()))
    let all = FlutterImageCache(PolicySetup(imageCount: 2000, limits: CacheLimits(count: 1500)))
    for image in 0..<2000 {
      let request = Request(image: ImageID(image), cost: 1, time: .zero)
      _ = some.store(request, as: .viewed)
      _ = all.store(request, as: .viewed)
    }
    #expect(some.residentCount == 1000)
    #expect(all.residentCount == 1500)
  }
}
