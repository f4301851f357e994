import android.view.Choreographer
import androidx.recyclerview.widget.RecyclerView

/**
 * Records a scroll of a RecyclerView as the CSV that `scrollsim trace import` takes.
 *
 *     val recorder = ScrollRecorder(recyclerView)
 *     ... recorder.stop(); File(filesDir, "scroll.csv").writeText(recorder.csv())
 *
 * It notes offset, finger and viewport in every frame, nothing of the content. The offset is the sum
 * of what the view says that it moved: a RecyclerView does not know where its content begins.
 * Written from the documentation of Android; not compiled and not run here.
 */
class ScrollRecorder(private val view: RecyclerView) : Choreographer.FrameCallback {
  private val rows = StringBuilder("t_ms,scroll_y,phase,width,height\n")
  private val density = view.resources.displayMetrics.density.toDouble()
  private var start = 0L
  private var offset = 0L
  private var last = ""
  private var rest = ""

  private val listener = object : RecyclerView.OnScrollListener() {
    override fun onScrolled(view: RecyclerView, dx: Int, dy: Int) {
      offset += if (dy != 0) dy else dx
    }
  }

  init {
    view.addOnScrollListener(listener)
    Choreographer.getInstance().postFrameCallback(this)
  }

  /** The recording so far; of a rest the first row and the last stay. */
  fun csv(): String = "$rows$rest"

  fun stop() {
    view.removeOnScrollListener(listener)
    Choreographer.getInstance().removeFrameCallback(this)
  }

  override fun doFrame(nanoseconds: Long) {
    if (start == 0L) start = nanoseconds
    val phase = when (view.scrollState) {
      RecyclerView.SCROLL_STATE_DRAGGING -> "tracking"
      RecyclerView.SCROLL_STATE_SETTLING -> "decelerating"
      else -> "idle"
    }
    val next = "${points(offset)},$phase,${points(view.width.toLong())},${points(view.height.toLong())}\n"
    val row = "${(nanoseconds - start) / 1000 / 1000.0},$next"
    if (next == last) rest = row else { rows.append(rest).append(row); rest = ""; last = next }
    Choreographer.getInstance().postFrameCallback(this)
  }

  private fun points(pixels: Long) = Math.round(pixels / density * 1000) / 1000.0
}
