/* libpoppler beside levels 1 and 3: `pages` reads every page's boxes, `draw` paints pages. */
#include <memory>
#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-image.h>
#include <poppler-page-renderer.h>
#include <poppler-page.h>
#include "peer.h"

static const double POINTS_AN_INCH = 72;

static int done(const struct request *request) {
  std::unique_ptr<poppler::document> document(poppler::document::load_from_file(request->path));
  if (!document) {
    printf("failed to open\n");
    return -1;
  }
  int count = document->pages();
  bool isDrawn = strcmp(request->work, "draw") == 0;
  if (isDrawn && request->second > 0 && request->second < count) count = request->second;
  for (int index = 0; index < count; index++) {
    std::unique_ptr<poppler::page> page(document->create_page(index));
    if (!page) continue;
    poppler::rectf visible = page->page_rect(poppler::crop_box);
    if (!isDrawn) {
      page->page_rect(poppler::media_box);
      page->page_rect(poppler::trim_box);
      page->page_rect(poppler::bleed_box);
      page->page_rect(poppler::art_box);
      page->orientation();
      continue;
    }
    double longer = visible.width() > visible.height() ? visible.width() : visible.height();
    double resolution = POINTS_AN_INCH * request->first / longer;
    poppler::page_renderer renderer;
    renderer.set_render_hint(poppler::page_renderer::antialiasing);
    renderer.set_render_hint(poppler::page_renderer::text_antialiasing);
    poppler::image picture = renderer.render_page(page.get(), resolution, resolution);
    if (!picture.is_valid()) {
      printf("failed to draw page %d\n", index + 1);
      return -1;
    }
  }
  return count;
}

static void silent(const std::string &, void *) {}

int main() {
  poppler::set_debug_error_function(silent, nullptr);
  return answer_lines(done);
}
