/// The version of the model's rules.
///
/// The version is part of every run's key. It increases with every change of the model that changes
/// the figures of some run. So results of different rules are never mixed.
public enum ModelVersion {
  public static let current = 9
}
