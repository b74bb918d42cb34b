import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PDFDocument } from 'pdf-lib';
import { pdfPagesOf, sizeMmOf } from '../src-core/specs/book-geometry.ts';
import { PLAIN_DISK } from '../src-node/disks/walked-disk.ts';
import { specNamed } from '../test/fixtures/catalogue.ts';
import { readWatchArguments } from './arguments.ts';
import { watchCommand } from './watch-command.ts';

const RESOURCES = resolve(import.meta.dirname, '../resources');
const SPEC = specNamed('SQUAREBOOK_SC');
const POINTS_A_MM = 72 / 25.4;
/** What is waited for takes seconds to a minute. */
const FASTER = 40;

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'studio-watch-'));
  const fromMs = performance.now();
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => fromMs + FASTER * (now() - fromMs));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true, force: true });
});

async function book(title: string, folder = dir): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const kind of ['cover', 'contents'] as const) {
    const { widthMm, heightMm } = sizeMmOf(SPEC, kind, SPEC.pageMin);
    const document = await PDFDocument.create();
    for (let page = 0; page < pdfPagesOf(SPEC, kind, SPEC.pageMin); page += 1)
      document.addPage([widthMm * POINTS_A_MM, heightMm * POINTS_A_MM]);
    writeFileSync(join(folder, `${title}_${kind}.pdf`), await document.save());
  }
}

interface Told {
  readonly event: string;
  readonly path?: string;
  readonly state?: string;
  readonly report?: { readonly title: string; readonly accepted: string; readonly checkedLevel: number };
}

async function watch(words: readonly string[], onTold: (one: Told) => void = () => undefined) {
  const told: Told[] = [];
  const stop = new AbortController();
  const code = watchCommand(
    readWatchArguments([dir, '--json', ...words], {}),
    RESOURCES,
    {
      out: (line) => {
        const one = JSON.parse(line) as Told;
        told.push(one);
        onTold(one);
      },
      problem: () => undefined,
    },
    stop.signal,
  );
  return { told, code, stop: () => stop.abort() };
}

const titles = (told: readonly Told[]) => told.flatMap(({ report }) => (report === undefined ? [] : [report.title]));

it('a file that cannot be opened is told once and does not keep a run that is to end', async () => {
  await book('Kim');
  // Whoever runs the tests may open every file: this is none, and the disk says that it is one.
  const locked = join(dir, 'Lee_cover.pdf');
  const socket: Server = createServer();
  await new Promise<void>((listening) => socket.listen(locked, listening));
  const list = PLAIN_DISK.list.bind(PLAIN_DISK);
  vi.spyOn(PLAIN_DISK, 'list').mockImplementation(async (path) => {
    const entries = await list(path);
    return entries?.map((entry) => (entry.is === 'other' ? { ...entry, is: 'file' } : entry)) ?? null;
  });
  try {
    const { told, code } = await watch(['--once', '--level', '1']);
    expect(await code).toBe(2);
    expect(titles(told)).toEqual(['Kim']);
    expect(told.filter(({ path }) => path === locked)).toEqual([
      { event: 'unread', path: locked, state: 'unreadable' },
    ]);
  } finally {
    await new Promise((closed) => socket.close(closed));
  }
});

it('a folder within that cannot be looked into is told once, and the run ends with 2', async () => {
  await book('Kim');
  const deep = join(dir, ...Array<string>(32).fill('d'));
  mkdirSync(deep, { recursive: true });
  const { told, code } = await watch(['--once', '--level', '1']);
  expect(await code).toBe(2);
  expect(titles(told)).toEqual(['Kim']);
  expect(told.filter(({ event }) => event === 'unread')).toEqual([
    { event: 'unread', path: deep, state: 'unreadable' },
  ]);
});

it.each([
  ['the folder', []],
  ['a folder within', ['in']],
])('books are told once where %s could not be listed for a while', async (_, below) => {
  const folder = join(dir, ...below);
  await book('Kim', folder);
  const list = PLAIN_DISK.list.bind(PLAIN_DISK);
  let isSilent = false;
  let silentLooks = 0;
  vi.spyOn(PLAIN_DISK, 'list').mockImplementation(async (path) => {
    if (!isSilent || path !== folder) return list(path);
    silentLooks += 1;
    return null;
  });
  const { told, code, stop } = await watch(['--level', '1']);
  await expect.poll(() => titles(told)).toEqual(['Kim']);
  isSilent = true;
  await expect.poll(() => silentLooks).toBeGreaterThan(2);
  isSilent = false;
  await book('Lee', folder);
  await expect.poll(() => titles(told)).toEqual(['Kim', 'Lee']);
  stop();
  expect(await code).toBe(0);
});

it('a run that is to end does so with 2 where its folder stays away', async () => {
  await book('Kim');
  const { told, code } = await watch(['--once', '--level', '1'], ({ event }) => {
    if (event === 'file') renameSync(dir, `${dir}-away`);
  });
  try {
    expect(await code).toBe(2);
    expect(told.map(({ event }) => event)).toContain('offline');
  } finally {
    rmSync(`${dir}-away`, { recursive: true, force: true });
  }
});

it('a file that goes away while its book is checked ends nothing', async () => {
  for (const title of ['Kim', 'Lee']) await book(title);
  const gone = join(dir, 'Kim_cover.pdf');
  let files = 0;
  const { told, code } = await watch(['--once', '--level', '2'], ({ event }) => {
    if (event === 'file' && ++files === 4) rmSync(gone);
  });
  expect(await code).toBe(2);
  expect(told.filter(({ event }) => event === 'unread')).toEqual([
    { event: 'unread', path: gone, state: 'unreadable' },
  ]);
  expect(told.flatMap(({ report }) => (report === undefined ? [] : [[report.title, report.checkedLevel]]))).toEqual([
    ['Kim', 1],
    ['Lee', 2],
  ]);
});
