import androidx.compose.ui.geometry.Offset
import androidx.compose.ui.input.nestedscroll.NestedScrollConnection
import androidx.compose.ui.input.nestedscroll.NestedScrollSource
import androidx.compose.ui.unit.IntSize

/**
 * Records a scroll of a lazy list or grid in Compose as the CSV that `scrollsim trace import` takes.
 *
 *     val density = LocalDensity.current.density
 *     val recorder = remember { ComposeScrollRecorder(density) }
 *     LazyColumn(Modifier.onSizeChanged { recorder.size = it }.nestedScroll(recorder)) { ... }
 *     ... recorder.csv()
 *
 * It notes offset, finger and viewport at every step, nothing of the content. The offset is the sum
 * of what was scrolled: a lazy list does not know where its content begins.
 * Written from the documentation of Compose; not compiled and not run here.
 */
class ComposeScrollRecorder(private val density: Float) : NestedScrollConnection {
  var size = IntSize.Zero

  private val rows = StringBuilder("t_ms,scroll_y,phase,width,height\n")
  private var start = 0L
  private var latest = -1L
  private var offset = 0.0

  fun csv(): String = rows.toString()

  override fun onPostScroll(
    consumed: Offset, available: Offset, source: NestedScrollSource
  ): Offset {
    // Content that moves up has been scrolled down.
    offset -= if (consumed.y != 0f) consumed.y else consumed.x
    val now = System.nanoTime()
    if (start == 0L) start = now
    val micros = (now - start) / 1000
    if (micros > latest && size != IntSize.Zero) {
      latest = micros
      val phase = if (source == NestedScrollSource.UserInput) "tracking" else "decelerating"
      rows.append("${micros / 1000.0},${points(offset)},$phase,")
        .append("${points(size.width.toDouble())},${points(size.height.toDouble())}\n")
    }
    return Offset.Zero
  }

  private fun points(pixels: Double) = Math.round(pixels / density * 1000) / 1000.0
}
