import ArgumentParser
import Foundation
import ScrollCore
import ScrollTraces

/// A trace's requests, or its movement, in a format of other programs.
struct TraceExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes the requests of a scroll, or its movement, for other programs.",
    discussion: #"""
      Requests are those of `scrollsim replay`: one for every item that becomes visible, with the \#
      size of its decoded bitmap. --prefetch adds what a prefetcher asks for: the requests are then \#
      those of a run on --device whose cache keeps nothing, so that they do not depend on a policy.

      Formats: oracle-general, lcs (libCacheSim), csv (time_s,id,size,item,kind), txt (ids), and \#
      samples: the movement and the screen as t_ms,scroll_y,touch,phase,width,height,visible, \#
      which `trace import` reads; gestures become samples.

      Example:
        scrollsim trace export Traces/photo-grid.scroll --format oracle-general \
          --output photo-grid.oracleGeneral.bin
        scrollsim trace export Traces/photo-grid.scroll --format csv \
          --prefetch directional --output photo-grid.csv
      """#)

  @Argument(help: "A scroll trace (.scroll).", completion: .trace) var trace: String
  @Option(
    help: ArgumentHelp(
      "One of \(RequestWriter.names), \(SampleExport.name).", valueName: "format"),
    completion: .list(RequestWriter.builtIn.entries.map(\.name) + [SampleExport.name]))
  var format: String
  @OptionGroup var scenario: ScenarioOptions
  @Option(help: "The file to write (default: standard output).", completion: .file())
  var output: String?

  func run() throws {
    try OutputCheck(reading: scenario.files(trace: trace)).require("--output", output)
    guard format != SampleExport.name else {
      guard scenario.app.prefetch == nil else {
        throw CommandError.usage("--prefetch: samples have no requests; expected another format")
      }
      let trace = try TraceInput.load(trace)
      return try write(SampleExport.bytes(of: trace))
    }
    let writer: RequestWriter
    do { writer = try RequestWriter.builtIn.choose(format).entry } catch {
      var error = error
      if case .unknownName(let name, let kind, let known) = error {
        error = .unknownName(name, kind: kind, known: known + [SampleExport.name])
      }
      throw CommandError.usage("--format: \(error)")
    }
    let requests = try requests()
    do { try write(writer.bytes(requests)) } catch let error as RequestWritingError {
      throw CommandError(.badData, "'\(trace)': \(error)")
    }
    let loss = writer.loss.map { "; \(writer.name) has no room for \($0)" } ?? ""
    Output.say("note: \(Words.count(requests.count, "request"))\(loss)")
  }

  private func requests() throws(CommandError) -> [TimedRequest] {
    guard scenario.app.prefetch != nil else {
      return try TraceInput.load(
        trace, layout: scenario.layout, renditions: scenario.renditions
      ).timedRequests()
    }
    let request = try scenario.load(trace: trace, policies: [], budgets: [])
    return try RunRequests(request, seed: scenario.seed).requests()
  }

  private func write(_ bytes: [UInt8]) throws(CommandError) {
    guard let output else { return try Output.writeData(bytes) }
    try Output.write(bytes, to: output)
  }
}

extension RequestWriter {
  /// The names, for help texts.
  fileprivate static var names: String { builtIn.entries.map(\.name).joined(separator: ", ") }
}
