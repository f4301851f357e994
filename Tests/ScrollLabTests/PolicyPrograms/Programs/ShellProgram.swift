import Foundation
import ScrollCaching
import ScrollCore
import ScrollSimCommands
import scrollsim_lab

/// Policy programs in the shell's language, which is available everywhere.
enum ShellProgram {
  /// Returns the greeting of a program, with a version unless that is `nil`.
  static func hello(version: String? = "1", wants: String = "") -> String {
    let stated = version.map { #","policyVersion":"\#($0)""# } ?? ""
    let wanted = wants.isEmpty ? "" : #","wants":["\#(wants)"]"#
    return #"echo '{"protocol":"scrollsim-policy","version":1,"policy":"p"\#(stated)\#(wanted)}'"#
  }

  /// Returns a program that reads the first line and sends its greeting.
  static func greeting(version: String? = "1", wants: String = "") -> String {
    "read line; \(hello(version: version, wants: wants))\n"
  }

  /// A program that evicts in the order of storing: first in, first out.
  static let fifo = """
    while read -r line; do
      key=${line#*'"key":'}; key=${key%%[,\\}]*}
      case $line in
      *'"op":"hello"'*) \(hello()) ;;
      *'"op":"insert"'*) queue="$queue $key" ;;
      *'"op":"remove"'*)
        rest=
        for other in $queue; do [ $other = $key ] || rest="$rest $other"; done
        queue=$rest ;;
      *'"op":"victim"'*)
        set -- $queue
        echo "{\\"victim\\":$1}"
        shift
        queue=$* ;;
      esac
    done
    """

  /// Starts a program for a cache of five images.
  static func start(
    _ command: String, seconds: Double = 10
  ) throws(ProgramFailure) -> PolicyProgram {
    try ProgramStarter().program(
      command, seconds: seconds, PolicySetup(imageCount: 5, limits: CacheLimits(count: 2)))
  }

  /// Returns the policy of a catalog for a program; a failure ends the tests.
  static func exec(_ command: String) throws -> Choice<PolicyDescriptor> {
    let descriptor = ExecPolicy.descriptor(startedBy: ProgramStarter()) { fatalError("\($0)") }
    let settings = try SettingValues(
      [(name: "command", value: command)], for: descriptor.settings, of: descriptor.name)
    return Choice(entry: descriptor, settings: settings, text: descriptor.name)
  }
}
