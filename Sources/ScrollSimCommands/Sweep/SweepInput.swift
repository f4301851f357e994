import Foundation
package import ScrollSweeps

/// Specs and stores with every mistake as a sentence and its status.
package enum SweepInput {
  static func plan(_ spec: SweepSpec) throws(CommandError) -> SweepPlan {
    do {
      return try SweepPlan(spec, catalogs: ScrollSim.catalogs)
    } catch { throw CommandError(error) }
  }

  package static func open(
    _ path: String, access: ResultStore.Access = .shared, wait: Duration = .seconds(10)
  ) throws(CommandError) -> ResultStore {
    do { return try ResultStore(path: path, access: access, wait: wait) } catch {
      throw CommandError(error)
    }
  }

  /// Opens a store that is there already, to be read.
  static func openMade(
    _ path: String, wait: Duration = .seconds(10)
  ) throws(CommandError) -> ResultStore {
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandError(
        .noInput, "there is no store '\(path)'; expected one that scrollsim sweep has made")
    }
    return try open(path, access: .reading, wait: wait)
  }

  static func close(_ store: ResultStore) throws(CommandError) {
    do { try store.close() } catch { throw CommandError(error) }
  }
}

extension CommandError {
  package init(_ error: ResultStoreError) {
    let status: Status =
      switch error.status {
      case .badData: .badData
      case .noInput: .noInput
      case .cannotCreate: .cannotCreate
      case .inputOutput: .inputOutput
      case .locked: .locked
      }
    self.init(status, "\(error)")
  }
}
