import Foundation
import Testing

/// Logs and questions that are refused in one sentence.
@Suite struct IdentifyErrorTests {
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let header = #"{"scrollsim-cache-log":1,"count":2,"evictions":false}"#
    for (name, text) in [
      ("box.jsonl", "\(header)\n{\"op\":\"set\",\"key\":\"a\"}\n"), ("empty.jsonl", ""),
      ("prose.jsonl", "a cache\n"), ("version.jsonl", "{\"scrollsim-cache-log\":9}\n"),
      ("cost.jsonl", "\(header)\n{\"op\":\"set\",\"key\":\"a\",\"cost\":\"much\"}\n"),
      ("word.jsonl", "\(header)\n\n{\"op\":\"put\",\"key\":\"a\"}\n"),
      ("ids.txt", "1\n2\n"),
    ] {
      try folder.write(text, to: name)
    }
    return folder
  }

  @Test(arguments: [
    Refusal("no log", "identify none.jsonl", 66, says: "none.jsonl: the file does not exist"),
    Refusal("a folder", "identify .", 66, says: "is a directory"),
    Refusal("an empty log", "identify empty.jsonl", 65, says: "empty.jsonl: the file is empty"),
    Refusal("prose", "identify prose.jsonl", 65, says: "prose.jsonl:1:", "an object"),
    Refusal(
      "another version", "identify version.jsonl", 65,
      says: "version.jsonl:1: field 'scrollsim-cache-log' is '9'; expected 1"),
    Refusal(
      "a cost that is none", "identify cost.jsonl", 65,
      says: "cost.jsonl:2: field 'cost' is 'much'; expected a whole number"),
    Refusal(
      "an unknown operation", "identify word.jsonl", 65,
      says: "word.jsonl:3: field 'op' is 'put'; expected one of set, get"),
    Refusal(
      "an unknown policy", "identify box.jsonl --policy lfru", 64, says: "no policy 'lfru'"),
    Refusal(
      "a policy that needs the future", "identify box.jsonl --policy belady", 64,
      says: "--policy 'belady' needs to know the future"),
    Refusal(
      "too many operations", "identify box.jsonl --next 201", 64,
      says: "--next 201", "from 1 to 200"),
    Refusal(
      "a format of proposals", "identify box.jsonl --next 9 --format json", 64,
      says: "--next", "--format json"),
    Refusal("standard input twice", "identify - -", 64, says: "- appears twice"),
    Refusal(
      "a replay of a broken log", "replay word.jsonl --policy lru", 65,
      says: "word.jsonl:3: field 'op' is 'put'"),
    Refusal(
      "a replay without capacity", "replay ids.txt", 64,
      says: "--capacity is missing", "ids.txt", "100,1000"),
    Refusal(
      "a replayed log with the future", "replay box.jsonl --policy belady", 64,
      says: "--policy 'belady'", "log of operations"),
    Refusal(
      "a replayed log with a warm-up", "replay box.jsonl --warm-up 10%", 64,
      says: "--warm-up", "log of operations"),
    Refusal(
      "a replayed log with regret", "replay box.jsonl --regret", 64,
      says: "--regret", "log of operations"),
  ])
  func `an invalid log or question is an error with a message`(refusal: Refusal) throws {
    try refusal.check(in: Self.folder())
  }
}
