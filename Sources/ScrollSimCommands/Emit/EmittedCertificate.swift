import Foundation

/// What the JSON of `scrollsim-lab evolve` says of the policy that was found.
struct EmittedCertificate: Decodable {
  /// As `--policy` takes it.
  let policy: String
  private let isCertified: Bool?

  /// Reads what `scrollsim-lab evolve` has written.
  /// - Parameter path: of the JSON.
  /// - Throws: `CommandError` with status 66 for no file, 65 for one that names no policy.
  init(_ path: String) throws(CommandError) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandError(
        .noInput, "'\(path)' cannot be read; expected the JSON of `scrollsim-lab evolve`")
    }
    do { self = try JSONDecoder().decode(Self.self, from: data) } catch {
      throw CommandError(
        .badData, "'\(path)' names no policy; expected the JSON of `scrollsim-lab evolve`")
    }
  }

  /// Whether the policy was shown to be better, as a clause.
  var standing: String {
    switch isCertified {
    case true?: "certified"
    case false?: "not certified"
    case nil: "of which no certificate is known"
    }
  }
}
