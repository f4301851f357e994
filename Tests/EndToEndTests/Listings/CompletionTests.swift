import Foundation
import Testing

@Suite struct CompletionTests {
  private static func script(_ shell: String) throws -> String {
    let outcome = try Scrollsim.run(["--generate-completion-script", shell])
    #expect(outcome.status == 0, "\(outcome.complaint)")
    return outcome.text
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completion offers the names of all catalogs`(shell: String) throws {
    let script = try Self.script(shell)
    for name in [
      "sieve", "nscache-docs", "iphone-13-pro", "pixel-8", "kingfisher", "uikit-window",
      "very-bad-network", "waterfall", "oracle-general", "progressive-jpeg", "list",
    ] {
      #expect(script.contains(name), "\(name)")
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completion offers files by their extensions`(shell: String) throws {
    let script = try Self.script(shell)
    for ending in ["scroll", "yml", "csv"] {
      // `*.@(scroll)` in bash, `'*.scroll'` in zsh, `*.\'scroll\'` in fish.
      let forms = [".\(ending)", "(\(ending)", "|\(ending)", "'\(ending)\\'", "'\(ending)'"]
      #expect(forms.contains { script.contains($0) }, "\(ending)")
    }
  }

  @Test(arguments: [
    ("run --policy sie", "sieve"), ("run --device iphone-13", "iphone-13-pro"),
    ("list policies nscache-d", "nscache-docs"), ("list prefetchers uik", "uikit-window"),
    ("run Traces/photo-g", "Traces/photo-grid.scroll"), ("sweep Traces/dem", "Traces/demo.yml"),
  ])
  func `bash completes a partial word`(line: String, word: String) throws {
    let folder = try TemporaryFolder.withTraces()
    try folder.write(Self.script("bash"), to: "completion.bash")
    try folder.write(
      """
      source ./completion.bash
      COMP_LINE="$1"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
      COMP_WORDS=($1); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      COMPREPLY=()
      _scrollsim scrollsim "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """, to: "complete.sh")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["complete.sh", "scrollsim \(line)"]
    process.currentDirectoryURL = folder.url
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let said = String(
      decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let words = said.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(words.contains(word), "\(said)")
  }
}
