// The faces beside Pretendard that books are printed in (src-core/composition/typefaces.ts): `node scripts/typefaces.mjs`
// writes resources/fonts anew. Each comes out of a package of the npm registry, of a pinned version and checksum, and is
// made smaller: what another face prints is left out, and so is hinting, which no press reads. Those that the window never asks for
// are packed (Brotli). Same input, same bytes.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as harfbuzz from 'harfbuzzjs';

const FONTS = join(resolve(import.meta.dirname, '..'), 'resources/fonts');

/** Of `@expo-google-fonts`, which packs the whole static faces of Google Fonts. */
const PACKAGES = {
  'noto-sans-kr': ['0.4.3', 'EVS/uJPcf1TgJtjmQmrFr0oGdcl7ml09CSu0E/AyGzR0UfzdR2pBbzWWPsnuzZiGUl643ODYwYiXK5+B+fLjhQ=='],
  'noto-sans-sc': ['0.4.3', '9rAwdFTFHbO/u6Cs0gj2jZbW74TGIiaFNQnXYH2s5wA1bzVkwbaviL4t8YUV642eGYjg86eH6DkAEQmfNHDncQ=='],
  'noto-emoji': ['0.4.7', 'Gs7URwtKmCzzdGUTYbG8MIohyaQPgGxIaQG5hvyEAaQiEGJpQy6gyP3NDICE0EJkOJFoe1JFD3Hf1L4a3qe4KA=='],
  'noto-sans-symbols-2': [
    '0.4.1',
    'jFymG5s4OLlXpy9E9FQvSXpSnf43BIYcJiPXEHSw6LFNvbahkjmUWb/cj4vsX/KdUksGLTPbjB9iRuu8L3yJ8A==',
  ],
  'noto-sans-arabic': [
    '0.4.3',
    'YvtxyuegxPegu2g5urXJ+gQxRp8i798nQswTmEjwXOWR/fqy0Gvey6h5IoNRBrc43SxRxPezqCiR9ivpfPAXSg==',
  ],
  'noto-sans-hebrew': [
    '0.4.1',
    'NR3vP6GT/hSINLrk4JHJBQnuzh/C1mlMrphNlI2dQaO53a3oTjSRoG4JyYb1B6bHadjsGh0wPZbT4kMJBKjT/w==',
  ],
  'noto-sans-thai': [
    '0.4.2',
    'PGBBBDGfJJ/5y2hNweLBZWD4YmVT4uOO4chsOPXyl0TktaBJamDKVKv/WbGiDTeBGdkegLiytsWo+lhnkHP5qA==',
  ],
  'noto-sans-devanagari': [
    '0.4.1',
    '26boYPNKGP1r4R5MxsMAY/zCQOwiXLOJzX8sh1a2oEWyQurQsyniaCv4992c+9jjwshEEt2NNVv5GcnyzaL7QQ==',
  ],
  'gowun-batang': ['0.4.1', 'd0bdZaGH7Nu3sCW1c5fbtZDufA5RpE+Ph+Laa9xi9QlvHylMKS1lohZ7elhkJSy1hmJket4JeokzS4DzjGfpYg=='],
  'gowun-dodum': ['0.4.1', 'De9v4TRISd9344Nbdikz+sMVVqPyoOQQ4GzXLwQvOh9SjK3HRFpKn5gmaGtG5iGIkMSTs7mv1bDd5k5QXDggzA=='],
  'nanum-pen-script': [
    '0.4.0',
    'Gvu4TjorCmhLVN/+xX2OAaX2bNAHbUN5L7qBFOlrk8AYbt/OsUufLCaQn1B8J8NcQg2e166YiTcahFS9Rjg06A==',
  ],
  'noto-serif-kr': [
    '0.4.3',
    'thoZx9Dcr4CrjFdhOAVJXuv31rkirogUHkY0XUBybyC97NBO18Q2/achY+KfvLVabEZvmEEAH829Y9YUALZbIQ==',
  ],
};

/** In this order: what an earlier face of `without` has is left out of a later one, and so is what `only` does not name. */
const FACES = [
  { file: 'NotoSansKR-Regular.ttf', of: 'noto-sans-kr', weight: '400Regular', without: ['Pretendard-Regular.ttf'] },
  { file: 'NotoSansKR-Bold.ttf', of: 'noto-sans-kr', weight: '700Bold', without: ['Pretendard-SemiBold.ttf'] },
  {
    file: 'NotoSansSC-Regular.ttf',
    of: 'noto-sans-sc',
    weight: '400Regular',
    without: ['Pretendard-Regular.ttf', 'NotoSansKR-Regular.ttf'],
  },
  { file: 'NotoEmoji-Regular.ttf', of: 'noto-emoji', weight: '400Regular', without: [] },
  {
    file: 'NotoSansSymbols2-Regular.ttf',
    of: 'noto-sans-symbols-2',
    weight: '400Regular',
    without: ['Pretendard-Regular.ttf'],
  },
  { file: 'NotoSansArabic-Regular.ttf', of: 'noto-sans-arabic', weight: '400Regular', without: [] },
  { file: 'NotoSansHebrew-Regular.ttf', of: 'noto-sans-hebrew', weight: '400Regular', without: [] },
  { file: 'NotoSansThai-Regular.ttf', of: 'noto-sans-thai', weight: '400Regular', without: [] },
  { file: 'NotoSansDevanagari-Regular.ttf', of: 'noto-sans-devanagari', weight: '400Regular', without: [] },
  { file: 'GowunBatang-Regular.ttf.br', of: 'gowun-batang', weight: '400Regular', without: [] },
  { file: 'GowunBatang-Bold.ttf.br', of: 'gowun-batang', weight: '700Bold', without: [] },
  { file: 'GowunDodum-Regular.ttf.br', of: 'gowun-dodum', weight: '400Regular', without: [] },
  { file: 'NanumPenScript-Regular.ttf.br', of: 'nanum-pen-script', weight: '400Regular', without: [] },
  {
    file: 'NotoSerifKR-Regular.ttf.br',
    of: 'noto-serif-kr',
    weight: '400Regular',
    without: ['GowunBatang-Regular.ttf.br'],
    only: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}・ー]/u,
  },
];

/** A text is shaped with it, whatever it holds. */
const SPACE = 0x20;
/** HB_SUBSET_FLAGS_NO_HINTING and HB_SUBSET_FLAGS_NOTDEF_OUTLINE. */
const FLAGS = 0x01 | 0x40;
/** HB_MEMORY_MODE_READONLY. */
const READ_ONLY = 1;

const work = mkdtempSync(join(tmpdir(), 'typefaces-'));
try {
  const subset = await openSubsetter();
  const folders = new Map(Object.entries(PACKAGES).map(([name, pinned]) => [name, fetched(name, ...pinned)]));
  for (const { file, of, weight, without, only = /./su } of FACES) {
    const folder = join(folders.get(of), weight);
    const whole = readFileSync(join(folder, file.replace(/-\w+\.ttf(\.br)?$/, `_${weight}.ttf`)));
    const left = new Set(without.flatMap((other) => [...charactersOf(readFace(other))]));
    const kept = [...charactersOf(whole)].filter(
      (codePoint) => codePoint === SPACE || (!left.has(codePoint) && only.test(String.fromCodePoint(codePoint))),
    );
    const bytes = subset(whole, kept);
    writeFileSync(join(FONTS, file), file.endsWith('.br') ? packed(bytes) : bytes);
    copyFileSync(join(folders.get(of), 'LICENSE_FONT'), join(FONTS, `${file.split('-')[0]}-LICENSE.txt`));
    console.log(`${file}: ${kept.length} characters, ${bytes.length} of ${whole.length} bytes`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The unpacked package. Throws when it is not the one that was reviewed. */
function fetched(name, version, sha512) {
  const wanted = `@expo-google-fonts/${name}@${version}`;
  const packed = execute('npm', ['pack', wanted, '--pack-destination', work, '--json', '--ignore-scripts']);
  const tarball = join(work, JSON.parse(packed)[0].filename);
  if (createHash('sha512').update(readFileSync(tarball)).digest('base64') !== sha512)
    throw new Error(`${wanted} is not the package that was reviewed: its checksum differs`);
  execute('tar', ['-xzf', tarball, '-C', work, `--transform=s,^package,${name},`]);
  return join(work, name);
}

function execute(command, words) {
  const run = spawnSync(command, words, { cwd: work, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (run.status === 0) return run.stdout;
  throw new Error(`${command} ${words[0]} failed: ${(run.error?.message ?? run.stderr).trim()}`);
}

function readFace(file) {
  const bytes = readFileSync(join(FONTS, file));
  return file.endsWith('.br') ? brotliDecompressSync(bytes) : bytes;
}

/** With the whole face in sight: Gowun has the same outlines hundreds of times, far from each other. */
function packed(bytes) {
  const { BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotliCompressSync(bytes, {
    params: { [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

function charactersOf(bytes) {
  return new Set(new harfbuzz.Face(new harfbuzz.Blob(bytes)).collectUnicodes().slice());
}

/** HarfBuzz's subsetter (hb-subset.h): characters, and all that shaping makes of them. */
async function openSubsetter() {
  const program = readFileSync(createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  const { exports: hb } = (await WebAssembly.instantiate(program)).instance;
  hb._initialize();
  return (bytes, codePoints) => {
    const data = hb.malloc(bytes.length);
    new Uint8Array(hb.memory.buffer).set(bytes, data);
    const blob = hb.hb_blob_create(data, bytes.length, READ_ONLY, 0, 0);
    const face = hb.hb_face_create(blob, 0);
    const input = hb.hb_subset_input_create_or_fail();
    hb.hb_subset_input_set_flags(input, FLAGS);
    for (const codePoint of codePoints) hb.hb_set_add(hb.hb_subset_input_unicode_set(input), codePoint);
    const made = hb.hb_subset_or_fail(face, input);
    if (made === 0) throw new Error('the face has no subset');
    const result = hb.hb_face_reference_blob(made);
    const start = hb.hb_blob_get_data(result, 0);
    const out = new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(result));
    for (const [destroy, what] of [
      [hb.hb_blob_destroy, result],
      [hb.hb_face_destroy, made],
      [hb.hb_subset_input_destroy, input],
      [hb.hb_face_destroy, face],
      [hb.hb_blob_destroy, blob],
      [hb.free, data],
    ])
      destroy(what);
    return out;
  };
}
