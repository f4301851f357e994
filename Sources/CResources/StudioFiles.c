#include "CResources.h"

// A file costs the compiler nothing here, however large it is; an array literal of so many numbers
// in Swift takes it minutes.
#if !defined(__has_embed)
#error "#embed is missing: expected clang 19 or later, as Swift 6.3 brings it along"
#endif
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "Page/index.html"
};
static const unsigned char style_1_theme_css[] = {
#embed "Page/1-theme.css"
};
static const unsigned char style_2_page_css[] = {
#embed "Page/2-page.css"
};
static const unsigned char style_3_controls_css[] = {
#embed "Page/3-controls.css"
};
static const unsigned char style_4_narrow_css[] = {
#embed "Page/4-narrow.css"
};
static const unsigned char answers_js[] = {
#embed "Page/answers.js"
};
static const unsigned char busy_js[] = {
#embed "Page/busy.js"
};
static const unsigned char colors_js[] = {
#embed "Page/colors.js"
};
static const unsigned char controls_js[] = {
#embed "Page/controls.js"
};
static const unsigned char counters_js[] = {
#embed "Page/counters.js"
};
static const unsigned char drawings_js[] = {
#embed "Page/drawings.js"
};
static const unsigned char engine_js[] = {
#embed "Page/engine.js"
};
static const unsigned char enginelog_js[] = {
#embed "Page/enginelog.js"
};
static const unsigned char events_js[] = {
#embed "Page/events.js"
};
static const unsigned char guide_js[] = {
#embed "Page/guide.js"
};
static const unsigned char input_js[] = {
#embed "Page/input.js"
};
static const unsigned char link_js[] = {
#embed "Page/link.js"
};
static const unsigned char live_js[] = {
#embed "Page/live.js"
};
static const unsigned char log_js[] = {
#embed "Page/log.js"
};
static const unsigned char motion_js[] = {
#embed "Page/motion.js"
};
static const unsigned char opening_js[] = {
#embed "Page/opening.js"
};
static const unsigned char phone_js[] = {
#embed "Page/phone.js"
};
static const unsigned char pictures_js[] = {
#embed "Page/pictures.js"
};
static const unsigned char places_js[] = {
#embed "Page/places.js"
};
static const unsigned char raster_js[] = {
#embed "Page/raster.js"
};
static const unsigned char scene_js[] = {
#embed "Page/scene.js"
};
static const unsigned char scenes_js[] = {
#embed "Page/scenes.js"
};
static const unsigned char setting_js[] = {
#embed "Page/setting.js"
};
static const unsigned char settinglines_js[] = {
#embed "Page/settinglines.js"
};
static const unsigned char share_js[] = {
#embed "Page/share.js"
};
static const unsigned char shown_js[] = {
#embed "Page/shown.js"
};
static const unsigned char side_js[] = {
#embed "Page/side.js"
};
static const unsigned char stage_js[] = {
#embed "Page/stage.js"
};
static const unsigned char story_js[] = {
#embed "Page/story.js"
};
static const unsigned char studio_js[] = {
#embed "Page/studio.js"
};
static const unsigned char tale_js[] = {
#embed "Page/tale.js"
};
static const unsigned char transport_js[] = {
#embed "Page/transport.js"
};
static const unsigned char why_js[] = {
#embed "Page/why.js"
};
static const unsigned char words_js[] = {
#embed "Page/words.js"
};
static const unsigned char worker_js[] = {
#embed "Page/worker.js"
};
static const unsigned char main_js[] = {
#embed "Page/main.js"
};
static const unsigned char demonstration_scroll[] = {
#embed "Page/demonstration.scroll"
};
static const unsigned char studio_wasm_gz[] = {
#embed "Module/studio.wasm.gz"
};
static const unsigned char studio_txt[] = {
#embed "Module/studio.txt"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof(bytes)}

// In the order in which they stand in the page: the last script begins it.
static const struct studio_file files[] = {
    FILE_OF("index.html", index_html),
    FILE_OF("1-theme.css", style_1_theme_css),
    FILE_OF("2-page.css", style_2_page_css),
    FILE_OF("3-controls.css", style_3_controls_css),
    FILE_OF("4-narrow.css", style_4_narrow_css),
    FILE_OF("answers.js", answers_js),
    FILE_OF("busy.js", busy_js),
    FILE_OF("colors.js", colors_js),
    FILE_OF("controls.js", controls_js),
    FILE_OF("counters.js", counters_js),
    FILE_OF("drawings.js", drawings_js),
    FILE_OF("engine.js", engine_js),
    FILE_OF("enginelog.js", enginelog_js),
    FILE_OF("events.js", events_js),
    FILE_OF("guide.js", guide_js),
    FILE_OF("input.js", input_js),
    FILE_OF("link.js", link_js),
    FILE_OF("live.js", live_js),
    FILE_OF("log.js", log_js),
    FILE_OF("motion.js", motion_js),
    FILE_OF("opening.js", opening_js),
    FILE_OF("phone.js", phone_js),
    FILE_OF("pictures.js", pictures_js),
    FILE_OF("places.js", places_js),
    FILE_OF("raster.js", raster_js),
    FILE_OF("scene.js", scene_js),
    FILE_OF("scenes.js", scenes_js),
    FILE_OF("setting.js", setting_js),
    FILE_OF("settinglines.js", settinglines_js),
    FILE_OF("share.js", share_js),
    FILE_OF("shown.js", shown_js),
    FILE_OF("side.js", side_js),
    FILE_OF("stage.js", stage_js),
    FILE_OF("story.js", story_js),
    FILE_OF("studio.js", studio_js),
    FILE_OF("tale.js", tale_js),
    FILE_OF("transport.js", transport_js),
    FILE_OF("why.js", why_js),
    FILE_OF("words.js", words_js),
    FILE_OF("worker.js", worker_js),
    FILE_OF("main.js", main_js),
    FILE_OF("demonstration.scroll", demonstration_scroll),
    FILE_OF("studio.wasm.gz", studio_wasm_gz),
    FILE_OF("studio.txt", studio_txt),
};

const struct studio_file *studio_files(size_t *count) {
  *count = sizeof(files) / sizeof(files[0]);
  return files;
}
