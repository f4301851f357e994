// The functions of `Elementary` under their usual names, for the targets of this package. Public
// functions would be ambiguous in an app that also imports Foundation.

import ScrollMath

package func exp(_ x: Double) -> Double { scroll_exp(x) }
package func exp2(_ x: Double) -> Double { scroll_exp2(x) }
package func expm1(_ x: Double) -> Double { scroll_expm1(x) }
package func log(_ x: Double) -> Double { scroll_log(x) }
package func log2(_ x: Double) -> Double { scroll_log2(x) }
package func log1p(_ x: Double) -> Double { scroll_log1p(x) }
package func pow(_ x: Double, _ y: Double) -> Double { scroll_pow(x, y) }
package func sin(_ x: Double) -> Double { scroll_sin(x) }
package func cos(_ x: Double) -> Double { scroll_cos(x) }
package func atan(_ x: Double) -> Double { scroll_atan(x) }
package func atanh(_ x: Double) -> Double { scroll_atanh(x) }
