package import ScrollCore
import ScrollDevice
import ScrollSimulation

/// A budget that is a share of memory, converted to bytes on one device.
package struct BudgetRule: Sendable, Equatable {
  /// The rule in canonical spelling: `15%<=768MiB`.
  package let text: String
  package let device: ProfileRecord
  package let budget: ByteCount

  /// Creates the rule of a share on a device.
  /// - Returns: `nil` if the share limits nothing, which does not happen.
  init?(_ share: BudgetShare, on device: DeviceProfile) {
    guard let budget = share.limit.budget(on: device) else { return nil }
    text = "\(share)"
    self.device = ProfileRecord(device)
    self.budget = budget
  }
}
