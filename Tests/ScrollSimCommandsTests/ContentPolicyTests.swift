import ScrollPages
import Testing

/// Tests of the content security policies of pages.
@Suite struct ContentPolicyTests {
  /// The example of FIPS 180-4, in base64.
  private static let digestOfABC = "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='"

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `Base64 letters follow RFC 4648`(text: String, letters: String) {
    #expect(Base64.text(Array(text.utf8)) == letters)
  }

  @Test func `the policy allows only the engine, its workers and its pictures`() {
    #expect(
      ContentPolicy().text
        == "default-src 'none'; script-src 'wasm-unsafe-eval'; style-src 'none'; "
        + "worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'")
  }

  @Test func `the policy lists the digest of each script and style once`() {
    var policy = ContentPolicy()
    policy.allow(script: "abc")
    policy.allow(script: "abc")
    policy.allow(style: "abc")
    #expect(policy.text.contains("script-src 'wasm-unsafe-eval' \(Self.digestOfABC);"))
    #expect(policy.text.contains("style-src \(Self.digestOfABC);"))
  }

  @Test func `a sealed page allows its styles and scripts`() throws {
    var content = Markup()
    content.element("p", ["style": "font:'a' \"b\" & c"], text: "</script><script>evil()</script>")
    content.element("script") { $0.append(verbatim: "abc") }
    content.element("script", ["type": "text/plain"]) { $0.append(verbatim: "letters") }
    let html = Page(title: "x", kind: .sealed(ContentPolicy()), content: content).html
    let policy = Markup.unescaped(
      String(try #require(html.firstMatch(of: /Security-Policy" content="([^"]*)"/)).output.1))
    #expect(policy.contains(Self.digestOfABC))
    // These are the page's own script, and the one above.
    let scripts = try #require(policy.firstMatch(of: /script-src [^;]*/)).output
    #expect(scripts.matches(of: /sha256-/).count == 2, "\(scripts)")
    #expect(!policy.contains("unsafe-inline") && !policy.contains("unsafe-hashes"))
  }

  @Test func `attributes of a sealed page become rules, each once`() throws {
    var content = Markup()
    for style in ["font:'a' \"b\" & c", "color:red", "color:red"] {
      content.element("p", ["style": style], text: " style=\"color:blue\"")
    }
    let html = Page(title: "x", kind: .sealed(ContentPolicy()), content: content).html
    #expect(html.matches(of: /<p data-style="1">/).count == 2)
    #expect(!html.contains(" style=\""))
    let sheet = try #require(html.firstMatch(of: /<style>([^<]*)<\/style>/)).output.1
    #expect(sheet.contains("[data-style=\"0\"]:not(#none){font:'a' \"b\" & c}\n"))
    #expect(sheet.matches(of: /color:red/).count == 1)
  }
}
