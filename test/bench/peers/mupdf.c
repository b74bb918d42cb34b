/* libmupdf beside the three levels: `pages` reads every page's boxes, `marks` runs every page past a device, `draw` paints pages. */
#include <mupdf/fitz.h>
#include <mupdf/pdf.h>
#include "peer.h"

static fz_context *context;

static int read_boxes(pdf_document *document) {
  /* The flat list makes looking pages up as fast as this library can. */
  int count = pdf_count_pages(context, document);
  int is_flat = 1;
  fz_try(context) pdf_load_page_tree(context, document);
  /* It wants a /Type of every node, which the tree itself does without. */
  fz_catch(context) is_flat = 0;
  for (int index = 0; index < count; index++) {
    pdf_obj *page = pdf_lookup_page_obj(context, document, index);
    pdf_to_rect(context, pdf_dict_get_inheritable(context, page, PDF_NAME(MediaBox)));
    pdf_to_rect(context, pdf_dict_get_inheritable(context, page, PDF_NAME(CropBox)));
    pdf_to_rect(context, pdf_dict_get(context, page, PDF_NAME(TrimBox)));
    pdf_to_rect(context, pdf_dict_get(context, page, PDF_NAME(BleedBox)));
    pdf_to_rect(context, pdf_dict_get(context, page, PDF_NAME(ArtBox)));
    pdf_to_int(context, pdf_dict_get_inheritable(context, page, PDF_NAME(Rotate)));
    pdf_dict_get_real(context, page, PDF_NAME(UserUnit));
  }
  if (is_flat) pdf_drop_page_tree(context, document);
  return count;
}

typedef struct {
  fz_device base;
  int marks;
} mark_device;

static void mark(fz_device *device) { ((mark_device *)device)->marks++; }

static void fill_path(fz_context *c, fz_device *d, const fz_path *p, int e, fz_matrix m, fz_colorspace *s, const float *v, float a, fz_color_params o) {
  fz_bound_path(c, p, NULL, m);
  mark(d);
}
static void stroke_path(fz_context *c, fz_device *d, const fz_path *p, const fz_stroke_state *k, fz_matrix m, fz_colorspace *s, const float *v, float a, fz_color_params o) {
  fz_bound_path(c, p, k, m);
  mark(d);
}
static void fill_text(fz_context *c, fz_device *d, const fz_text *t, fz_matrix m, fz_colorspace *s, const float *v, float a, fz_color_params o) { mark(d); }
static void stroke_text(fz_context *c, fz_device *d, const fz_text *t, const fz_stroke_state *k, fz_matrix m, fz_colorspace *s, const float *v, float a, fz_color_params o) { mark(d); }
static void ignore_text(fz_context *c, fz_device *d, const fz_text *t, fz_matrix m) { mark(d); }
static void fill_shade(fz_context *c, fz_device *d, fz_shade *s, fz_matrix m, float a, fz_color_params o) { mark(d); }
static void fill_image(fz_context *c, fz_device *d, fz_image *i, fz_matrix m, float a, fz_color_params o) { mark(d); }
static void fill_image_mask(fz_context *c, fz_device *d, fz_image *i, fz_matrix m, fz_colorspace *s, const float *v, float a, fz_color_params o) { mark(d); }

static int run_marks(pdf_document *document) {
  int count = pdf_count_pages(context, document);
  int marks = 0;
  for (int index = 0; index < count; index++) {
    pdf_page *page = pdf_load_page(context, document, index);
    mark_device *device = (mark_device *)fz_new_device_of_size(context, sizeof *device);
    device->base.fill_path = fill_path;
    device->base.stroke_path = stroke_path;
    device->base.fill_text = fill_text;
    device->base.stroke_text = stroke_text;
    device->base.ignore_text = ignore_text;
    device->base.fill_shade = fill_shade;
    device->base.fill_image = fill_image;
    device->base.fill_image_mask = fill_image_mask;
    pdf_run_page(context, page, &device->base, fz_identity, NULL);
    fz_close_device(context, &device->base);
    marks += device->marks;
    fz_drop_device(context, &device->base);
    fz_drop_page(context, &page->super);
  }
  return marks;
}

static int draw(pdf_document *document, int long_side_px, int most_pages) {
  int count = pdf_count_pages(context, document);
  if (most_pages > 0 && most_pages < count) count = most_pages;
  for (int index = 0; index < count; index++) {
    pdf_page *page = pdf_load_page(context, document, index);
    fz_rect bounds = pdf_bound_page(context, page);
    float longer = fz_max(bounds.x1 - bounds.x0, bounds.y1 - bounds.y0);
    fz_matrix scale = fz_scale(long_side_px / longer, long_side_px / longer);
    fz_pixmap *pixels = fz_new_pixmap_from_page(context, &page->super, scale, fz_device_rgb(context), 0);
    fz_drop_pixmap(context, pixels);
    fz_drop_page(context, &page->super);
  }
  return count;
}

static int done(const struct request *request) {
  volatile int answer = -1;
  pdf_document *document = NULL;
  fz_var(document);
  fz_try(context) {
    document = pdf_open_document(context, request->path);
    if (strcmp(request->work, "pages") == 0) answer = read_boxes(document);
    else if (strcmp(request->work, "marks") == 0) answer = run_marks(document);
    else answer = draw(document, request->first, request->second);
  }
  fz_always(context) {
    pdf_drop_document(context, document);
    /* What one file left behind is no help for the next. */
    fz_empty_store(context);
  }
  fz_catch(context) {
    printf("failed %s\n", fz_caught_message(context));
    answer = -1;
  }
  return answer;
}

static void silent(void *user, const char *message) {}

int main(void) {
  context = fz_new_context(NULL, NULL, FZ_STORE_DEFAULT);
  fz_set_warning_callback(context, silent, NULL);
  fz_set_error_callback(context, silent, NULL);
  return answer_lines(done);
}
