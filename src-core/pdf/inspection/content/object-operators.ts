import { PdfStream, dictOf, type PdfDict } from '../../objects.ts';
import type { LayerFacts } from '../document-facts.ts';
import { boundsOfQuad, quadUnder } from '../geometry.ts';
import type { ImageFacts } from '../image-facts.ts';
import { layerWithin } from '../layers.ts';
import type { OperatorFamily } from './operator.ts';
import { areBoundsSensible } from './sensible.ts';
import type { StreamRun } from './stream-run.ts';
import { MM_PER_INCH } from '../../../units.ts';

/** XObjects, inline images and shadings (ISO 32000-1, tables 77, 87 and 92). */
export const OBJECT_OPERATORS: OperatorFamily = {
  Do: ['N', (run, o) => paintXObject(run, o.name(0))],
  BI: ['', (run) => paintInlineImage(run)],
  sh: ['N', (run, o) => paintShading(run, o.name(0))],
};

function paintXObject(run: StreamRun, name: string): void {
  const { document, images, layerOf } = run.shared;
  const value = run.named('XObject', name);
  const stream = document.resolve(value);
  const isNone = () => run.note('missingResource', `XObject ${name}`.slice(0, 64));
  if (!(stream instanceof PdfStream)) {
    if (value !== undefined) isNone();
    return;
  }
  const subtype = document.resolve(stream.dict.get('Subtype'));
  if (subtype === 'Image')
    paintImage(run, images.xObject(stream, run.scope.resources.dict), layerOf(stream.dict.get('OC')));
  else if (subtype === 'Form' || stream.dict.has('BBox')) run.canvas.form(stream, run.state, run.innerScope);
  else isNone();
}

function paintInlineImage(run: StreamRun): void {
  const { images } = run.shared;
  const resources = run.scope.resources.dict;
  const read = run.tokens.inlineImage((dict) => rawLength(run, dict));
  if (read !== null) paintImage(run, images.inline(read.dict, resources, read.lengthBytes), null);
}

/** Bytes of an inline image that is not compressed; null when only its end tells. */
function rawLength(run: StreamRun, dict: PdfDict): number | null {
  if (dict.has('F') || dict.has('Filter')) return null;
  const get = (long: string, short: string) => dict.get(long) ?? dict.get(short);
  const isStencil = get('ImageMask', 'IM') === true;
  const components = isStencil
    ? 1
    : run.shared.spaces.read(get('ColorSpace', 'CS'), run.scope.resources.dict).components;
  const bits = isStencil ? 1 : Number(get('BitsPerComponent', 'BPC') ?? 8);
  return Math.ceil((Number(get('Width', 'W')) * components * bits) / 8) * Number(get('Height', 'H')) || null;
}

/** An image fills the unit square of the space it is painted in. */
function paintImage(run: StreamRun, image: ImageFacts, layer: LayerFacts | null): void {
  const { state } = run;
  const { ctm } = state;
  const quadMm = quadUnder(ctm, 0, 0, 1, 1);
  const boundsMm = boundsOfQuad(quadMm);
  if (!areBoundsSensible(boundsMm)) {
    run.note('degenerateMatrix', 'Do');
    return;
  }
  const paint = run.effectivePaint;
  run.canvas.add({
    kind: 'image',
    order: run.canvas.objects.length,
    from: run.scope.from,
    boundsMm,
    clippedMm: state.clipped(boundsMm),
    isClipExact: state.isClipExact,
    isHidden: run.isOff || layer?.isOnInPrint === false,
    state: layer === null ? paint : run.shared.states.on(layerWithin(paint.layer, layer), paint),
    image,
    quadMm,
    ppiX: (image.widthPx * MM_PER_INCH) / Math.hypot(ctm[0], ctm[1]),
    ppiY: (image.heightPx * MM_PER_INCH) / Math.hypot(ctm[2], ctm[3]),
    fill: image.isStencil ? state.fill : null,
  });
  if (image.isStencil) run.insidePattern(state.fill, boundsMm);
}

/** A shading fills what the clip leaves of the page. */
function paintShading(run: StreamRun, name: string): void {
  const { document, spaces } = run.shared;
  const shading = dictOf(document.resolve(run.named('Shading', name)));
  if (shading === undefined) return;
  const { state } = run;
  const boundsMm = state.clipped(run.canvas.pageMm) ?? run.canvas.pageMm;
  run.canvas.add({
    kind: 'shading',
    order: run.canvas.objects.length,
    from: run.scope.from,
    boundsMm,
    clippedMm: state.clipped(boundsMm),
    isClipExact: state.isClipExact,
    isHidden: run.isOff,
    state: run.effectivePaint,
    space: spaces.read(shading.get('ColorSpace'), run.scope.resources.dict),
  });
}
