package import ScrollCore
import ScrollDevice
import ScrollSimulation

/// What a budget that is a share of memory comes to on one device.
package struct BudgetRule: Sendable, Equatable {
  /// In one spelling: `15%<=768MiB`.
  package let text: String
  package let device: ProfileRecord
  package let budget: ByteCount

  /// - Returns: nil only for what limits nothing, which no share does.
  init?(_ share: BudgetShare, on device: DeviceProfile) {
    guard let budget = share.limit.budget(on: device) else { return nil }
    text = "\(share)"
    self.device = ProfileRecord(device)
    self.budget = budget
  }
}
