import ScrollTraces
import Testing

/// Tests of damaged recordings and measurements: each gives a trace or a sentence.
@Suite(.serialized) struct RecordingMutationTests {
  /// The valid files, small ones, so that damage is likely to have an effect.
  private static let originals: [(format: String, files: [String])] = [
    (
      "csv",
      [
        "time (s);offset [pt];touch;phase\n0;0;1;tracking\n0.0165;10.25;1;idle\n0.033;20;0;idle\n",
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

  /// The readers of every format, stated and guessed.
  private static let readers: [MutatedReader] = originals.flatMap { format, files in
    let samples = files.map { Array($0.utf8) }
    let told = MutatedReader(
      name: format, samples: samples, read: { bytes in complaint(about: bytes, of: format) })
    let guessed = MutatedReader(
      name: "\(format), guessed", samples: samples,
      read: { bytes in complaint(about: bytes, of: nil) })
    return format == "measured" ? [told] : [told, guessed]
  }

  @Test(arguments: readers)
  func `a damaged file is a trace or an error with a message`(reader: MutatedReader) throws {
    try reader.check()
  }

  /// Returns the error of a reader for a file; `nil` if the file can be read.
  private static func complaint(about bytes: [UInt8], of format: String?) -> String? {
    guard format != "measured" else {
      do throws(TraceError) { _ = try MeasuredFile.parse(bytes, file: "m.csv") } catch {
        return error.description
      }
      return nil
    }
    guard let reader = try? Recordings.reader(format.flatMap { RecordingFormat(rawValue: $0) })
    else { preconditionFailure("the content of the tests has a layout") }
    do throws(TraceError) { _ = try Recordings.trace(bytes, by: reader, file: "m.csv") } catch {
      return error.description
    }
    return nil
  }
}
