/// What a budget that is a share of memory comes to on a device, in a sweep.
///
/// Runs are known by bytes alone, so that two rules that come to the same are one run; this is
/// what tells a report by which rules it was asked for.
package struct BudgetRuleRecord: Sendable, Equatable {
  /// The question.
  package var sweep: ContentKey
  /// In one spelling: `15%<=768MiB`.
  package var rule: String
  /// On which device.
  package var device: ProfileRecord
  /// The budget there.
  package var bytes: Int

  package init(sweep: ContentKey, rule: String, device: ProfileRecord, bytes: Int) {
    self.sweep = sweep
    self.rule = rule
    self.device = device
    self.bytes = bytes
  }
}
