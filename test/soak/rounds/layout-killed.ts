import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Studio } from '../../e2e/support/studio.ts';
import type { Round } from '../round.ts';
import { StudioUnderFire } from '../studio-under-fire.ts';

const KILLS = 5;
/** From the first saved step on: a few documents are written whole meanwhile, and an export is painted. */
const MOST_MS = 4_000;
const STEPS_AN_EXPORT = 40;
const LOOK_MS = 50;
const TITLE = 'Under fire';

/** What a person would know of a book over all its lives: the last step that was shown as saved. */
interface Memory {
  bookId: string | null;
  acknowledged: number;
  lost: number;
}

/** The real Electron process tree, killed while a layout is saved step by step and its PDFs are made. */
export const layoutKilled: Round = {
  name: 'layout',
  async run({ random, folder }) {
    const dataDir = join(folder, 'studio');
    await mkdir(dataDir);
    await chmod(dataDir, 0o755);
    const studio = new StudioUnderFire(dataDir);
    const memory: Memory = { bookId: null, acknowledged: 0, lost: 0 };
    const recoveriesMs: number[] = [];
    try {
      for (let left = KILLS; left > 0; left -= 1) {
        const fromMs = performance.now();
        const open = await studio.open();
        const steps = await takeUp(open, memory);
        recoveriesMs.push(performance.now() - fromMs);
        // It goes on until the window goes away.
        const work = saveOn(open, memory, steps).catch(() => undefined);
        await Promise.race([work, delay(random() * MOST_MS)]);
        await studio.killTree(random);
        await work;
      }
      const last = await studio.open();
      const steps = await takeUp(last, memory);
      const doubled = await exported(last, memory, steps);
      verifyFolders(join(dataDir, 'layouts'));
      await studio.close();
      const strays = await studio.strays();
      if (strays.length > 0) throw new Error(`left behind after quitting: ${strays.join(' | ')}`);
      const { acknowledged, lost } = memory;
      return { kills: { tree: KILLS }, acknowledged, lost, doubled, recoveriesMs };
    } finally {
      await studio.dispose();
    }
  },
};

/** Opens the book, begun if there is none; what was acknowledged and is not there any more is counted. */
async function takeUp(studio: Studio, memory: Memory): Promise<number> {
  if (memory.bookId === null) {
    const wish = { title: TITLE, specUid: 'SQUAREBOOK_HC', pageCount: 24 };
    ({ bookId: memory.bookId } = await studio.call('layouts.create', wish));
  }
  const { document, readOnly } = await studio.call('layouts.open', { bookId: memory.bookId });
  if (readOnly !== null) throw new Error(`nobody else has it, and it can only be read: ${readOnly.key}`);
  if (document.title !== titleOf(document.steps)) throw new Error(`step ${document.steps} made “${document.title}”`);
  memory.lost += Math.max(0, memory.acknowledged - document.steps);
  memory.acknowledged = Math.max(memory.acknowledged, document.steps);
  return document.steps;
}

const titleOf = (step: number): string => (step === 0 ? TITLE : `${TITLE} ${step}`);

async function saveOn(studio: Studio, memory: Memory, from: number): Promise<void> {
  const bookId = memory.bookId ?? '';
  for (let steps = from; ; ) {
    const line = {
      label: 'setTitle',
      atMs: Date.now(),
      set: [{ path: ['title'], to: titleOf(steps + 1) }],
      back: [{ path: ['title'], to: titleOf(steps) }],
      move: 'do' as const,
    };
    ({ steps } = await studio.call('layouts.append', { bookId, after: steps, lines: [line] }));
    memory.acknowledged = steps;
    // The one before it is painted still, or done, or the next one waits for it: all of it is cut off.
    if (steps % STEPS_AN_EXPORT === 1)
      await studio.call('layouts.export', { bookId, steps, maxPpi: null, colours: 'kept' });
  }
}

/** Makes the PDFs to the end; answers how many rows there are beside the one. */
async function exported(studio: Studio, { bookId }: Memory, steps: number): Promise<number> {
  const asked = { bookId: bookId ?? '', steps, maxPpi: null, colours: 'kept' } as const;
  const { exportId } = await studio.call('layouts.export', asked);
  for (;;) {
    const state = await studio.call('layouts.exportState', { exportId });
    if (state?.state === 'done') break;
    if (state?.state !== 'running') throw new Error(`the export ended as ${JSON.stringify(state)}`);
    await delay(LOOK_MS);
  }
  const book = await studio.call('library.book', { bookId: asked.bookId });
  const presences = book?.files.map(({ presence }) => presence).join() ?? '';
  if (presences !== 'present,present') throw new Error(`the files of the book are ${presences}`);
  if (book?.layout !== 'exported') throw new Error(`the layout is ${book?.layout}`);
  return (await studio.call('library.changes', { since: null })).rows.length - 1;
}

/** Every export that has a number is whole, and what was cut short is gone with the last one. */
function verifyFolders(layouts: string): void {
  for (const project of readdirSync(layouts)) {
    const exports = join(layouts, project, 'exports');
    for (const name of readdirSync(exports))
      for (const file of ['cover.pdf', 'contents.pdf', 'export.json'])
        if (!existsSync(join(exports, name, file))) throw new Error(`${project}/exports/${name} has no ${file}`);
  }
}
