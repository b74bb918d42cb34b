import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { LayoutPicture } from '../../../src-core/layout/document.ts';
import { Disks } from '../../../src-node/disks/disks.ts';
import { PLAIN_DISK } from '../../../src-node/disks/walked-disk.ts';
import { sha256Of } from '../../../src-node/pictures/layout-picture.ts';
import type { DeskContext } from '../desk-context.ts';
import { LayoutPictures } from './layout-pictures.ts';
import type { LayoutProject } from './layout-project.ts';
import type { PicturePool } from './picture-pool.ts';
import { PicturePlaces } from './picture-places.ts';
import { ProjectFolder } from './project-folder.ts';
import type { PictureTask } from './tasks.ts';

let root: string;
let shots: string;
let ids = 0;
let stats: number;
let hashes: string[];
/** A picture is taken in when it resolves. */
let looked: (path: string) => Promise<void>;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'layout-pictures-'));
  shots = join(root, 'shots');
  mkdirSync(shots);
  stats = 0;
  hashes = [];
  looked = async () => undefined;
  mkdirSync(join(root, 'project/.bkprep'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A project on another drive than the folder `elsewhere`, as Windows has them. */
class SplitProject extends ProjectFolder {
  override pathTo(path: string): string | null {
    return path.includes('elsewhere') ? null : super.pathTo(path);
  }
}

const disks = () =>
  Object.assign(Object.create(Disks.prototype) as Disks, {
    stat: (path: string) => {
      stats += 1;
      return PLAIN_DISK.stat(path);
    },
    walked: () => PLAIN_DISK,
  });

const pool = {
  run: async (task: PictureTask) => {
    if (task.task === 'look') {
      await looked(task.path);
      const facts = { sizeBytes: 1, mimeType: 'image/jpeg', widthPx: 60, heightPx: 40, takenAtMs: null, profile: null };
      return { ok: true, picture: { key: await sha256Of(task.path), path: task.path, ...facts }, stamp: null };
    }
    if (task.task !== 'hash') return task.task === 'previews' ? true : null;
    hashes.push(task.path);
    return sha256Of(task.path);
  },
} as unknown as PicturePool;

const picturesOf = (asked = disks()) =>
  new LayoutPictures(
    {
      disks: asked,
      log: { write: () => undefined },
      changed: () => undefined,
      clock: { nowMs: () => 0 },
      ids: { base62: () => String((ids += 1)) },
    } as unknown as DeskContext,
    pool,
    { previews: join(root, 'previews'), facesFolder: root },
    () => [],
  );

/** A book with a picture of each name, whose bytes tell it, and are so many more. */
async function projectOf(names: readonly string[], padding = 0): Promise<LayoutProject> {
  const pictures: Record<string, Partial<LayoutPicture>> = {};
  for (const name of names) {
    writeFileSync(join(shots, name), name.padEnd(name.length + padding));
    const sizeBytes = Buffer.byteLength(name) + padding;
    const facts = { path: `../shots/${name}`, name, sizeBytes, mimeType: 'image/jpeg' } as const;
    pictures[await sha256Of(join(shots, name))] = facts;
  }
  return {
    folder: new SplitProject(join(root, 'project')),
    document: { pictures },
  } as unknown as LayoutProject;
}

/** The bytes at the place of each picture, by its name. */
const bytesOf = ({ folder, document }: LayoutProject) => {
  const places = new PicturePlaces(folder);
  return Object.fromEntries(
    Object.entries(document.pictures).map(([key, { name }]) => {
      const place = places.of(document, key) ?? '';
      return [name, [place.startsWith(folder.path), readFileSync(place, 'utf8').trimEnd()]];
    }),
  );
};

it('a lost picture that is found on another drive comes along into the project', async () => {
  const project = await projectOf(['a.jpg', 'b.jpg']);
  const pictures = picturesOf();
  mkdirSync(join(root, 'elsewhere'));
  writeFileSync(join(root, 'elsewhere/found.jpg'), 'a.jpg');
  rmSync(join(shots, 'a.jpg'));
  expect(await pictures.relink(project, [join(root, 'elsewhere')])).toBe(1);
  expect(bytesOf(project)).toEqual({ 'a.jpg': [true, 'a.jpg'], 'b.jpg': [false, 'b.jpg'] });
});

it('whoever asks what is missing while that is looked up shares one more look, and no picture is hashed twice', async () => {
  const project = await projectOf(Array.from({ length: 50 }, (_, number) => `${number}.jpg`));
  const pictures = picturesOf();
  const told = await Promise.all(Array.from({ length: 10 }, () => pictures.missing(project)));
  expect(told).toEqual(Array.from({ length: 10 }, () => []));
  expect([hashes.length, stats]).toEqual([50, 100]);
  // And the next one sees what has changed since.
  const gone = await sha256Of(join(shots, '7.jpg'));
  rmSync(join(shots, '7.jpg'));
  expect(await pictures.missing(project)).toEqual([gone]);
});

it('two layouts that have the same pictures have each of them hashed once', async () => {
  const project = await projectOf(['a.jpg', 'b.jpg']);
  const pictures = picturesOf();
  await Promise.all([pictures.missing(project), pictures.missing({ ...project } as LayoutProject)]);
  expect(hashes).toHaveLength(2);
});

it('pictures of a disk that does not answer are not told to be missing', async () => {
  const project = await projectOf(['a.jpg', 'b.jpg']);
  const silent = picturesOf(Object.assign(disks(), { stat: async () => 'silent' }));
  expect([await silent.missing(project), (await silent.away(project)).length]).toEqual([[], 2]);
});

it('what was not told when the layout was left is told to whoever opens it next, and then forgotten', async () => {
  const project = await projectOf(['a.jpg', 'b.jpg', 'c.jpg']);
  const pictures = picturesOf();
  let goOn: () => void = () => undefined;
  const goesOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  looked = (path) => (path.endsWith('a.jpg') || path.endsWith('b.jpg') ? Promise.resolve() : goesOn);
  const { intakeId } = pictures.take(project, [shots]);
  await expect.poll(() => pictures.intake(intakeId, 0).pictures.length).toBe(2);
  // The window has the first of them, and goes.
  pictures.intake(intakeId, 1);
  pictures.left('project');
  expect([pictures.running(), pictures.untold(project)]).toEqual([1, intakeId]);
  goOn();
  await expect.poll(() => pictures.running()).toBe(0);
  expect(pictures.intake(intakeId, 0).pictures.map(({ name }) => name)).toEqual(['b.jpg', 'c.jpg']);
  expect(pictures.untold(project)).toBe(intakeId);
  expect(pictures.intake(intakeId, 2)).toMatchObject({ isDone: true, pictures: [] });
  expect(pictures.untold(project)).toBeNull();
  pictures.left('project');
  expect(() => pictures.intake(intakeId, 0)).toThrow(AppError);
});

it('one that cannot be copied stays where it is and is counted, and every other one is collected', async () => {
  const project = await projectOf(['a.jpg', 'b.jpg', 'c.jpg']);
  const key = await sha256Of(join(shots, 'b.jpg'));
  const inside = join(root, 'project/pictures');
  // Something else lies where its copy would.
  mkdirSync(join(inside, `${key.slice(0, 12)} b.jpg/x`), { recursive: true });
  expect(await picturesOf().collect(project)).toEqual({ copied: 2, failed: 1 });
  expect(bytesOf(project)).toEqual({ 'a.jpg': [true, 'a.jpg'], 'b.jpg': [false, 'b.jpg'], 'c.jpg': [true, 'c.jpg'] });
  expect(readdirSync(inside)).toHaveLength(3);
});

it('a picture whose name is as long as a name may be is collected', async () => {
  const name = `${'가'.repeat(80)}.jpg`;
  const project = await projectOf([name]);
  expect(await picturesOf().collect(project)).toEqual({ copied: 1, failed: 0 });
  expect(bytesOf(project)).toEqual({ [name]: [true, name] });
});

/** A disk of its own can be had by root alone, which CI is. For anybody else the report counts the suite as not run. */
describe.skipIf(process.getuid?.() !== 0)('on a disk that is full', () => {
  const mounted = (command: string, ...words: string[]) => {
    const { status, stderr } = spawnSync(command, words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  beforeEach(() => {
    mounted('mount', '-t', 'tmpfs', '-o', 'size=1m', 'full-pictures', join(root, 'project'));
    mkdirSync(join(root, 'project/.bkprep'));
  });
  afterEach(() => mounted('umount', '--lazy', join(root, 'project')));

  it('what was collected until then lies in the project, no half picture does, and why the others do not is told', async () => {
    const project = await projectOf(['a.jpg', 'b.jpg', 'c.jpg'], 400_000);
    const told = await picturesOf()
      .collect(project)
      .catch((error: unknown) => error);
    expect(told).toBeInstanceOf(AppError);
    expect(told).toMatchObject({ code: 'LAYOUT_PICTURES_NO_ROOM', text: { params: { placed: 2 } } });
    expect(bytesOf(project)).toEqual({ 'a.jpg': [true, 'a.jpg'], 'b.jpg': [true, 'b.jpg'], 'c.jpg': [false, 'c.jpg'] });
    expect(readdirSync(join(root, 'project/pictures'))).toHaveLength(2);
  });
});
