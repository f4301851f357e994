import ScrollSimCommands
import Testing
import scrollsim_lab

@Suite struct ModelServerTests {
  private static let hello = #"{"scrollsim-cache-log":1,"policy":"lru","count":2}"#
  private static let greeting = #"{"scrollsim":"1.2.3","scrollsim-cache-log":1}"#

  @Test func `the server reports hits, stores and evictions`() throws {
    var dialogue = ServerDialogue()
    let lines = [
      Self.hello,
      #"{"op":"get","key":"a"}"#, #"{"op":"set","key":"a","cost":3}"#,
      #"{"op":"set","key":"b"}"#, #"{"op":"get","key":"a"}"#, #"{"op":"set","key":"c"}"#,
      #"{"op":"stats"}"#, #"{"op":"remove","key":"a"}"#, #"{"op":"remove","key":"a"}"#,
      #"{"op":"set","key":"d"}"#, #"{"op":"warning"}"#, #"{"op":"quit"}"#,
    ]
    let answers = try dialogue.say(lines)
    #expect(
      answers == [
        Self.greeting,
        #"{"evicted":[],"hit":false}"#, #"{"evicted":[],"stored":true}"#,
        #"{"evicted":[],"stored":true}"#, #"{"evicted":[],"hit":true}"#,
        #"{"evicted":["b"],"stored":true}"#,
        #"{"cost":4,"count":2,"hits":1,"keys":["a","c"],"requests":2}"#,
        #"{"evicted":[],"removed":true}"#, #"{"evicted":[],"removed":false}"#,
        #"{"evicted":[],"stored":true}"#, #"{"evicted":["c","d"]}"#, #"{"end":true}"#,
      ])
  }

  @Test func `the server answers limits, uses and values that are too large`() throws {
    var dialogue = ServerDialogue()
    let lines = [
      #"{"scrollsim-cache-log":1,"policy":"lru","cost":10}"#,
      #"{"op":"set","key":"a","cost":11}"#, #"{"op":"set","key":"a","cost":4}"#,
      #"{"op":"set","key":"b","cost":4}"#, #"{"op":"use","key":"a"}"#,
      #"{"op":"limits","cost":7}"#, #"{"op":"limits","cost":3}"#,
      #"{"op":"release","key":"a"}"#, #"{"op":"limits","count":1}"#,
      #"{"op":"limits","cost":0,"count":0}"#, #"{"op":"clear"}"#,
    ]
    let answers = try dialogue.say(lines)
    #expect(
      answers.dropFirst() == [
        #"{"evicted":[],"stored":false}"#, #"{"evicted":[],"stored":true}"#,
        #"{"evicted":[],"stored":true}"#, #"{"evicted":[]}"#, #"{"evicted":["b"]}"#,
        #"{"evicted":[]}"#, #"{"evicted":[]}"#, #"{"evicted":["a"]}"#,
        """
        {"error":"line 10: policy 'lru' never evicts without a limit; expected count or \
        cost above 0","line":10}
        """, #"{"evicted":[]}"#,
      ])
  }

  @Test func `the server distinguishes caches by their ids`() throws {
    var dialogue = ServerDialogue(policy: "fifo")
    let lines = [
      #"{"scrollsim-cache-log":1,"count":1}"#,
      #"{"op":"open","id":"b","policy":"lru","count":1,"keys":["y","x"]}"#,
      #"{"op":"set","key":"x"}"#, #"{"op":"get","key":"x","id":"b"}"#,
      #"{"op":"set","key":"x","id":"b"}"#, #"{"op":"stats","id":"b"}"#,
      #"{"op":"close","id":"b"}"#, #"{"op":"stats","id":"b"}"#, #"{"op":"stats"}"#,
    ]
    let answers = try dialogue.say(lines)
    #expect(answers[1] == #"{"opened":"b"}"#)
    #expect(answers[3] == #"{"evicted":[],"hit":false}"#)
    #expect(answers[5] == #"{"cost":1,"count":1,"hits":0,"keys":["x"],"requests":1}"#)
    #expect(answers[6] == #"{"closed":"b"}"#)
    #expect(answers[7].contains("there is no cache 'b'"))
    #expect(answers[8].contains(#""keys":["x"]"#))
  }

  @Test(arguments: [
    ("what?", "'what?' is not a JSON object"), ("[]", "is not a JSON object"),
    (#"{"key":"a"}"#, "there is no field 'op'; expected a text"),
    (#"{"op":"gett","key":"a"}"#, "there is no operation 'gett'; expected one of get, set,"),
    (#"{"op":"evicted","key":"a"}"#, "'evicted' is an answer of a cache, not an operation"),
    (#"{"op":"get"}"#, "there is no field 'key'"),
    (#"{"op":"get","key":7}"#, "field 'key' is not a text"),
    (#"{"op":"get","key":"a","cots":1}"#, "field 'cots' is not known here"),
    (#"{"op":"set","key":"a","cost":-1}"#, "field 'cost' is -1; expected a whole number from 0"),
    (#"{"op":"set","key":"a","cost":1.5}"#, "field 'cost' is 1.5; expected a whole number"),
    (#"{"op":"set","key":"a","as":"seen"}"#, "field 'as' is 'seen'; expected viewed or prefetched"),
    (#"{"op":"warning","level":"high"}"#, "expected warning or critical or normal"),
    (#"{"op":"wait"}"#, "there is no field 'ms'"),
    (#"{"op":"viewport","lower":3,"upper":3}"#, "expected upper above lower"),
    (#"{"op":"get","key":"a","id":"z"}"#, "there is no cache 'z'"),
    (#"{"op":"open","id":"z","policy":"lru","count":1,"images":0}"#, "field 'images' is 0"),
    (#"{"op":"open","id":"z","policy":"lur","count":1}"#, "did you mean 'lru'?"),
    (#"{"op":"open","id":"z","policy":"belady","count":1}"#, "needs to know the future"),
    (#"{"op":"open","id":"z","policy":"lru"}"#, "expected count or cost above 0"),
  ])
  func `the server answers a malformed line with an error and continues`(
    line: String, sentence: String
  ) throws {
    var dialogue = ServerDialogue()
    _ = try dialogue.say([Self.hello, #"{"op":"set","key":"a"}"#])
    let answer = try dialogue.say(line)
    #expect(answer.hasPrefix(#"{"error":"line 3: "#), "\(answer)")
    #expect(answer.hasSuffix(#","line":3}"#), "\(answer)")
    #expect(answer.contains(sentence), "\(answer)")
    let next = try dialogue.say(#"{"op":"stats"}"#)
    #expect(next.contains(#""keys":["a"]"#), "\(next)")
  }

  @Test func `the server refuses only unknown keys beyond the number of images`() throws {
    var dialogue = ServerDialogue()
    _ = try dialogue.say(
      #"{"scrollsim-cache-log":1,"policy":"lru","count":5,"images":2,"keys":["a","b"]}"#)
    let refused = try dialogue.say(#"{"op":"set","key":"c"}"#)
    #expect(refused.contains("too many keys, from 'c' on; expected at most 2"), "\(refused)")
    let known = try dialogue.say(#"{"op":"set","key":"b"}"#)
    #expect(known == #"{"evicted":[],"stored":true}"#)
  }

  @Test(arguments: [
    "", "{}", #"{"op":"get","key":"a"}"#, #"{"scrollsim-cache-log":2}"#,
    #"{"scrollsim-cache-log":1,"policy":"lru"}"#, #"{"scrollsim-cache-log":1,"plicy":"lru"}"#,
  ])
  func `an invalid first line ends the dialogue`(line: String) throws {
    let error = #expect(throws: ModelServerError.self) {
      var dialogue = ServerDialogue()
      return try dialogue.say(line)
    }
    #expect(error?.description.hasPrefix("line 1: ") == true, "\(String(describing: error))")
  }

  @Test func `the head of a log opens a cache of the default policy`() throws {
    var dialogue = ServerDialogue(policy: "nscache-corelibs")
    let answers = try dialogue.say([
      #"{"scrollsim-cache-log":1,"cache":"mine","count":1,"evictions":true,"operations":["set"]}"#,
      #"{"op":"set","key":"a"}"#, #"{"op":"set","key":"b"}"#,
    ])
    #expect(answers[0] == Self.greeting)
    // Among equal costs the newcomer is the first to go.
    #expect(answers[2] == #"{"evicted":["b"],"stored":true}"#)
  }
}
