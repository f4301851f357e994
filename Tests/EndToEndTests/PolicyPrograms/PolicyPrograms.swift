import Foundation

/// Shell programs that implement policies, in a folder that also gives access to the traces.
enum PolicyPrograms {
  static let python = "exec: python3 Notebooks/second-opinion/lru.py"

  /// A Boolean value that indicates whether Python is installed; only the example needs it.
  static let hasPython =
    (try? Scrollsim.paste("python3 -c 'import json'", in: PackageRoot.url).status) == 0

  /// Returns a program that reads the first line, sends its greeting, and then runs other commands.
  static func greeting(version: String?, then rest: String) -> String {
    let stated = version.map { #","policyVersion":"\#($0)""# } ?? ""
    return """
      echo $$ >> pids
      read -r line
      echo '{"protocol":"scrollsim-policy","version":1,"policy":"shell"\(stated)}'
      \(rest)

      """
  }

  /// Returns a program that keeps a queue of inserted images: first in, first out.
  static func fifo(version: String?) -> String {
    greeting(
      version: version,
      then: """
        while read -r line; do
          case $line in
          *'"op":"insert"'*) key=${line#*'"key":'}; queue="$queue ${key%%,*}" ;;
          *'"op":"victim"'*)
            set -- $queue
            echo "{\\"victim\\":$1}"
            shift
            queue=$* ;;
          esac
        done
        """)
  }

  /// Programs that fail when a victim is requested, each with its fault.
  private static let failing = [
    "dies": "while read -r line; do case $line in *victim*) exit 5 ;; esac; done",
    "wrong": """
    while read -r line; do case $line in *victim*) echo '{"victim":999999}' ;; esac; done
    """,
    "silent": "while read -r line; do case $line in *victim*) sleep 600 ;; esac; done",
  ]

  /// Returns a folder with the programs as `NAME.sh`.
  static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder.withTracesAndSources()
    for (name, rest) in failing {
      try folder.write(greeting(version: "1", then: rest), to: "\(name).sh")
    }
    try folder.write(fifo(version: "1"), to: "fifo.sh")
    try folder.write(fifo(version: nil), to: "nameless.sh")
    return folder
  }

  /// Returns the processes that a folder's programs have noted.
  static func started(in folder: TemporaryFolder) throws -> [pid_t] {
    String(decoding: try folder.read("pids"), as: UTF8.self).split(separator: "\n")
      .compactMap { pid_t($0) }
  }

  /// Returns the processes of a folder's programs that still run.
  ///
  /// A killed process exists until its parent has reaped it, or until the system has if the parent
  /// has ended.
  static func running(in folder: TemporaryFolder) throws -> [pid_t] {
    let started = try started(in: folder)
    for _ in 0..<500 where started.contains(where: isRunning) { usleep(10_000) }
    return started.filter(isRunning)
  }

  /// Returns `true` if a process runs; a process that has ended but was not reaped does not.
  private static func isRunning(_ id: pid_t) -> Bool {
    guard kill(id, 0) == 0 else { return false }
    let status = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
    return status.map { !$0.contains("State:\tZ") } ?? true
  }
}
