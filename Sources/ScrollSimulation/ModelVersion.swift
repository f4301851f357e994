/// The version of the model's rules.
///
/// Part of every run's key: it rises whenever the same run would give other figures, so that
/// results of different rules are never mixed.
public enum ModelVersion {
  public static let current = 7
}
