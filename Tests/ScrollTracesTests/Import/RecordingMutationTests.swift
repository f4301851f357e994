import Foundation
import ScrollCore
import ScrollTraces
import Testing

/// Twenty thousand changed files per reader, or as many as `SCROLL_MUTATIONS` says: each gives a
/// trace or a sentence, and soon.
struct RecordingMutationTests {
  static let cases =
    ProcessInfo.processInfo.environment["SCROLL_MUTATIONS"].flatMap { Int($0) } ?? 20_000

  /// Files that are read, small ones, so that a change is likely to matter.
  static let originals: [(format: String, files: [String])] = [
    (
      "csv",
      [
        "time (s);offset [px];touch;phase\n0;0;1;tracking\n0.0165;10.25;1;idle\n0.033;20;0;idle\n",
        "\"t_us\",\"y\",width,height\n0,0,390,844\n16500,10.25,390,844\n2016500,99,390,844\n",
      ]
    ),
    (
      "json",
      [
        #"{"n":[1],"samples":[{"time":0,"y":0,"touch":1},{"time":1.65e1,"y":10.25,"touch":0}]}"#,
        #"{"t_ms":[0,16.5,33],"scroll_y":[0,10.25,20],"touch":[1,1,0]}"#,
        #"{"t":0,"contentOffset":{"y":0}}"# + "\n" + #"{"t":16,"contentOffset":{"y":"10"}}"#,
      ]
    ),
    (
      "trace-events",
      [
        #"""
        {"traceEvents":[{"args":{"scroll_deltas":{"visual_offset_x":0,"visual_offset_y":12}},
        "cat":"input","name":"InputHandlerProxy::HandleGestureScrollUpdate_Result","ph":"X","pid":7,"ts":19280960000},
        {"name":"EventLatency","ph":"b","ts":19280964000,"pid":7,"args":{"event_latency":{"event_type":"TOUCH_PRESSED"}}},
        {"args":{"scroll_deltas":{"visual_offset_y":40}},"ph":"X","pid":7,"ts":19280979225,
        "name":"InputHandlerProxy::HandleGestureScrollUpdate_Result"}],"metadata":{}}
        """#
      ]
    ),
    (
      "pointer-events",
      [
        PointerEventTests.swipe,
        #"[{"type":"pointerdown","timeStamp":5,"clientY":90,"isPrimary":true},"#
          + #"{"type":"pointermove","timeStamp":20,"clientY":50},"#
          + #"{"type":"pointerup","timeStamp":30,"clientY":10}]"#,
      ]
    ),
    (
      "measured",
      [
        "name,value,unit\nhitchRatio,3.5,ms/s\nhitches,12,\nblankSeconds,0.4,s\n",
        "t_ms,late_ms\n0,0\n16.7,33\n500,16.7\n", "t_ms,blank,x\n100,0.5,\n200,0,\n",
      ]
    ),
  ]

  @Test(arguments: originals.map(\.format))
  func `a changed file gives a trace or a sentence`(format: String) throws {
    let files = try #require(Self.originals.first { $0.format == format }).files
      .map { Array($0.utf8) }
    let told = try Recordings.reader(RecordingFormat(rawValue: format))
    let guessing = try Recordings.reader()
    let clock = ContinuousClock()
    var (read, longest) = (0, Duration.zero)
    for seed in 0..<Self.cases {
      var mutation = Mutation(seed: UInt64(seed))
      let bytes = mutation.changed(
        files[seed % files.count], and: files[(seed / 7) % files.count])
      let began = clock.now
      if let sentence = Self.complaint(
        about: bytes, of: format, by: seed % 3 == 0 ? guessing : told)
      {
        guard sentence.hasPrefix("m.csv"), sentence.contains("; expected "),
          !sentence.contains("\n"), sentence.utf8.count < 2000
        else {
          Issue.record("seed \(seed) of \(format): \(sentence)")
          return
        }
      } else {
        read += 1
      }
      longest = max(longest, clock.now - began)
    }
    #expect(read > Self.cases / 50, "\(read) of \(Self.cases) \(format) files can still be read")
    #expect(longest < .seconds(10), "\(longest) for one file of \(format)")
  }

  /// What a reader says of a file; nil if it can be read.
  private static func complaint(
    about bytes: [UInt8], of format: String, by reader: RecordingReader
  ) -> String? {
    do throws(TraceError) {
      if format == "measured" {
        _ = try MeasuredFile.parse(bytes, file: "m.csv")
      } else {
        _ = try Recordings.trace(bytes, by: reader, file: "m.csv")
      }
      return nil
    } catch {
      return error.description
    }
  }
}
