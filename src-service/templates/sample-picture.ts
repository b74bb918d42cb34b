import type { BoundPicture } from '../../src-core/composition/bound-values.ts';
import { bytesOf, pictureLibrary } from '../../src-node/render/picture-library.ts';

/** Stands where a partner's photo will: a quiet landscape in one of a few tones. */
export interface SamplePicture {
  readonly picture: BoundPicture;
  readonly jpeg: Uint8Array;
}

const SAMPLES = [
  { widthPx: 960, heightPx: 640, sky: '#B9CFDB', sun: '#F2EBD9', far: '#8FABB5', near: '#5F8089' },
  { widthPx: 640, heightPx: 960, sky: '#E6D3BE', sun: '#FBF3E3', far: '#C3A587', near: '#98785C' },
  { widthPx: 800, heightPx: 800, sky: '#CBD7C3', sun: '#F4F1DF', far: '#9DB18F', near: '#71896A' },
  { widthPx: 960, heightPx: 720, sky: '#D9CFDC', sun: '#F6EFF2', far: '#ACA0B7', near: '#7E738E' },
] as const;

export function drawSamplePictures(): Promise<SamplePicture[]> {
  return Promise.all(SAMPLES.map(drawn));
}

async function drawn(sample: (typeof SAMPLES)[number], index: number): Promise<SamplePicture> {
  const { widthPx, heightPx, sky, sun, far, near } = sample;
  // One drawing for all proportions: the viewer's side of the landscape is what `slice` cuts off.
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 100 100" preserveAspectRatio="xMidYMid slice">
    <rect x="-50" y="-50" width="200" height="200" fill="${sky}"/><circle cx="66" cy="34" r="9" fill="${sun}"/>
    <path d="M-50 78L8 50L30 62L58 42L96 66L150 48V150H-50Z" fill="${far}"/><path d="M-50 84L20 68L52 80L84 66L150 86V150H-50Z" fill="${near}"/></svg>`;
  const sharp = await pictureLibrary();
  const jpeg = await bytesOf(sharp(Buffer.from(svg)).flatten({ background: sky }).jpeg({ quality: 85 }));
  return {
    jpeg,
    picture: { blobKey: `sample ${index}`, mimeType: 'image/jpeg', widthPx, heightPx },
  };
}
