import ExampleAdditions
import ScrollPolicyTesting
import Testing

struct SecondNewestPolicyTests {
  @Test func laws() throws { try checkLaws(of: SecondNewestPolicy.descriptor) }
}
