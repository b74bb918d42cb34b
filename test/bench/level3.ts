import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { OpenedFile } from '../../src-node/opened-file.ts';
import { openCheckedRenderer, openPageRenderer, type PageRenderer } from '../../src-node/render/page-renderer.ts';
import { startPeer, type Spent } from './native-peers.ts';
import { PAGE_SIDE_PX, writePhotoPages, type PhotoPages } from './photo-pages.ts';
import { areMet, cpuGoal, printGoals, spentByProcess, spentOn, type Goal } from './timing.ts';

const PAGES = 6;
const ROUNDS = 7;
const LONG_SIDE_PX = 256;
const GOAL = 1.15;
/** Of what the same engine takes for the file as it is. */
const GOAL_OF_ENGINE = 0.5;

const usual = { pages: PAGES, hasCaption: false, quality: 91, chromaSubsampling: '4:2:0' } as const;
const BOOKS = {
  large: { ...usual, pictures: 1, quality: 93, chromaSubsampling: '4:4:4' },
  usual: { ...usual, pictures: 1 },
  caption: { ...usual, pictures: 1, hasCaption: true },
  collage2: { ...usual, pictures: 2, hasCaption: true },
  collage5: { ...usual, pictures: 5, hasCaption: true },
  collage12: { ...usual, pictures: 12, hasCaption: true },
  collage40: { ...usual, pictures: 40, hasCaption: true },
} satisfies Record<string, PhotoPages>;
type BookName = keyof typeof BOOKS;
const NAMES = Object.keys(BOOKS) as BookName[];

interface Measured {
  readonly own: Spent[];
  readonly process: Spent[];
  readonly library: Spent[];
  readonly engine: Spent[];
}

async function renderAll(renderer: PageRenderer): Promise<void> {
  for (let index = 0; index < PAGES; index++) {
    const { rgb } = await renderer.render(index, LONG_SIDE_PX);
    if (rgb.length !== LONG_SIDE_PX * LONG_SIDE_PX * 3) throw new Error(`page ${index + 1} was not rendered`);
  }
  renderer.close();
}

/** As a check does: opened, inspected and drawn. */
async function renderChecked(path: string): Promise<void> {
  const file = OpenedFile.open(path);
  await renderAll(await openCheckedRenderer(file));
  file.close();
}

const SIDE = String(LONG_SIDE_PX);
const mutoolDraw = (path: string): Spent =>
  spentByProcess('mutool', ['draw', '-q', '-F', 'ppm', '-o', '/dev/null', '-w', SIDE, '-h', SIDE, path, `1-${PAGES}`]);

async function run(folder: string): Promise<number> {
  if (spawnSync('mutool', ['-v']).error !== undefined) {
    console.error('Not found: mutool. On Debian: apt-get install mupdf-tools');
    return 2;
  }
  const mupdf = startPeer('libmupdf');
  const pathOf = (name: BookName) => join(folder, `${name}.pdf`);
  for (const name of NAMES) await writePhotoPages(pathOf(name), BOOKS[name]);
  const measured = new Map<BookName, Measured>(
    NAMES.map((name) => [name, { own: [], process: [], library: [], engine: [] }]),
  );
  for (const name of NAMES) await renderChecked(pathOf(name));
  // All programs on all books in every round, so that whatever else the machine does meets them alike.
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of NAMES) {
      const path = pathOf(name);
      const { own, process: tool, library, engine } = measured.get(name) as Measured;
      own.push(aPage(await spentOn(() => renderChecked(path))));
      tool.push(aPage(mutoolDraw(path)));
      if (mupdf !== null) library.push(aPage(await mupdf.ask('draw', path, LONG_SIDE_PX, PAGES)));
      engine.push(aPage(await spentOn(async () => renderAll(await openPageRenderer(path)))));
    }
  }
  mupdf?.close();
  const goals = NAMES.flatMap((name): Goal[] => {
    const { own, process: tool, library, engine } = measured.get(name) as Measured;
    const { pictures, chromaSubsampling, hasCaption } = BOOKS[name];
    const megabytes = statSync(pathOf(name)).size / PAGES / 1e6;
    const label = `${pictures} ${pictures === 1 ? `photo of ${PAGE_SIDE_PX} px ${chromaSubsampling}` : 'photos'}${hasCaption ? ', text above' : ''}, ${megabytes.toFixed(1)} MB`;
    return [
      cpuGoal(`mutool draw: ${label}`, GOAL, own, tool),
      ...(library.length === 0 ? [] : [cpuGoal(`libmupdf: ${label}`, GOAL, own, library)]),
      cpuGoal(`PDFium from the file as it is: ${label}`, GOAL_OF_ENGINE, own, engine),
    ];
  });
  console.log(
    `\nLevel 3: pages at ${LONG_SIDE_PX} px. CPU time a page, medians of ${ROUNDS} interleaved rounds; ${cpus().length} cores, Node ${process.versions.node}.`,
  );
  console.log('mutool draw is timed as a process, start-up included; libmupdf inside a process of its own.\n');
  printGoals(goals);
  return areMet(goals) ? 0 : 1;
}

const aPage = ({ cpuMs, wallMs }: Spent): Spent => ({ cpuMs: cpuMs / PAGES, wallMs: wallMs / PAGES });

const folder = mkdtempSync(join(tmpdir(), 'studio-bench-'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(130);
  });
}
let exitCode = 1;
try {
  exitCode = await run(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(exitCode);
