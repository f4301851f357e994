import ScrollSweeps
import Testing

@Suite struct SessionNameTests {
  @Test(arguments: [
    ("sessions:seed=1#17", "sessions:seed=1", "17", "sessions:seed=1#17"),
    ("mine/#session-017.scroll", "mine/", "session-017.scroll", "mine#session-017"),
    ("/a#b/mine/#x#1.scroll", "/a#b/mine/", "x#1.scroll", "mine#x#1"),
    ("cut:Traces/feed.scroll:pause=30#3", "cut:Traces/feed.scroll:pause=30", "3", "feed#3"),
  ])
  func `the path of a session contains its source and its number`(
    path: String, source: String, session: String, name: String
  ) {
    let trace = Samples.trace(path: path)
    #expect(trace.source == source)
    #expect(trace.session == session)
    #expect(trace.name == name)
    #expect(SessionName(parsing: path)?.text == path)
  }

  @Test(arguments: [
    "feed.scroll", "Traces/feed#3.scroll", "#3.scroll", "mine/", "sessions:seed=1",
    "sessions:seed=1#", "sessions:seed=1#x", "mine/#", "mine/#a/b.scroll",
  ])
  func `any other path is a separate trace`(path: String) {
    let trace = Samples.trace(path: path)
    #expect(trace.source == path)
    #expect(trace.session == nil)
  }
}
