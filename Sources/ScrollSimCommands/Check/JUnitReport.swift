import ScrollPages
import ScrollSweeps

/// Limits as CI systems read test results: a suite for each limit, a test for each run.
///
/// The elements and attributes are those of the Jenkins xunit plug-in's `junit-10.xsd` that CI
/// systems agree on: testsuites, testsuite, testcase, failure, skipped. There is no clock in it.
struct JUnitReport {
  private struct Suite {
    let name: String
    var tests = 0, failures = 0, skipped = 0
    var cases = ""
  }

  private let title: String
  private let limits: [Limit]
  private var suites: [Suite]

  init(title: String, _ entries: [LimitSpec.Entry]) {
    self.title = title
    limits = entries.map(\.limit)
    suites = entries.map { Suite(name: "\($0.place): \($0.limit)") }
  }

  /// Adds the results of the limits in one run.
  mutating func add(_ findings: [LimitCheck.Finding], of row: ResultRow) {
    let scenario = row.scenario
    let group = [
      scenario.trace.name, scenario.layout, scenario.device.name, scenario.network.name,
      scenario.loader, scenario.prefetcher,
    ].joined(separator: " ")
    let name = CheckTable.cache(row).joined(separator: " ")
    for finding in findings {
      let limit = limits[finding.entry]
      suites[finding.entry].tests += 1
      var inner = ""
      switch finding.verdict {
      case .kept: break
      case .unknown:
        suites[finding.entry].skipped += 1
        inner = "<skipped message=\"\(Self.escaped(limit.text(finding.verdict)))\"/>"
      case .broken, .killed:
        suites[finding.entry].failures += 1
        let message = "\(limit): \(limit.text(finding.verdict))"
        inner = "<failure message=\"\(Self.escaped(message))\"/>"
      }
      suites[finding.entry].cases +=
        "    <testcase classname=\"\(Self.escaped(group))\" name=\"\(Self.escaped(name))\""
        + (inner.isEmpty ? "/>\n" : ">\(inner)</testcase>\n")
    }
  }

  /// The document.
  var text: String {
    let (tests, failures, skipped) = suites.reduce((0, 0, 0)) {
      ($0.0 + $1.tests, $0.1 + $1.failures, $0.2 + $1.skipped)
    }
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="\(Self.escaped(title))" tests="\(tests)" failures="\(failures)" \
      skipped="\(skipped)">

      """
    for suite in suites {
      text += """
          <testsuite name="\(Self.escaped(suite.name))" tests="\(suite.tests)" \
        failures="\(suite.failures)" errors="0" skipped="\(suite.skipped)">

        """
      text += suite.cases + "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  /// Text in an attribute; characters that XML cannot hold are shown as their pictures.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.visible {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
