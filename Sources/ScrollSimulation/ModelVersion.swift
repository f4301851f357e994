/// The version of the model's rules.
///
/// The version is part of every run's key. It rises whenever the same run would give other figures,
/// so that results of different rules are never mixed.
public enum ModelVersion {
  public static let current = 9
}
