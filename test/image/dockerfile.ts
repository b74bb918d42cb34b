import { cp, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join, posix, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeRoot, output, runIn } from './clean-root.ts';

/** One line of a Dockerfile, its continuations joined. */
interface Instruction {
  readonly verb: string;
  readonly rest: string;
}

/** What an image says of how it is run. */
export interface Image {
  readonly root: string;
  readonly folder: string;
  readonly user: string;
  readonly env: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
  readonly stopSignal: string;
  readonly volumes: readonly string[];
}

export function readInstructions(dockerfile: string): readonly Instruction[] {
  const lines = dockerfile.split('\n').filter((line) => !/^\s*#/.test(line));
  const joined = lines.join('\n').replace(/\\\n/g, ' ');
  return joined.split('\n').flatMap((line) => {
    const [, verb, rest] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    return verb === undefined || rest === undefined ? [] : [{ verb, rest }];
  });
}

/** Whether a file of the context goes to the builder: the last pattern that fits decides. */
export function dockerignore(content: string): (path: string) => boolean {
  const patterns = content
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const isException = line.startsWith('!');
      const source = (isException ? line.slice(1) : line)
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replace(/\*\*\//g, '(?:.*/)?')
        .replace(/(?<!\.)\*/g, '[^/]*');
      return { isException, fits: new RegExp(`^${source}(?:/.*)?$`) };
    });
  return (path) => patterns.findLast(({ fits }) => fits.test(path))?.isException ?? true;
}

/** What RUN has beside the image: variables, and folders of this machine by their place in the root. */
export interface Builder {
  readonly env: Readonly<Record<string, string>>;
  readonly borrowed: Readonly<Record<string, string>>;
}

/** The subset of Dockerfiles that ours is written in, carried out step by step in a clean root for each stage. */
export async function replay(
  repository: string,
  work: string,
  nodeOf: (image: string) => string,
  builder: Builder,
): Promise<Image> {
  const isSent = dockerignore(await readFile(join(repository, '.dockerignore'), 'utf8'));
  const stages = new Map<string, string>();
  let image: Image | null = null;
  for (const { verb, rest } of readInstructions(await readFile(join(repository, 'Dockerfile'), 'utf8'))) {
    if (verb === 'FROM') {
      const [from = '', , name = `stage-${stages.size}`] = rest.split(/\s+/);
      const root = join(work, name);
      await makeRoot(root, nodeOf(from));
      stages.set(name, root);
      image = {
        root,
        folder: '/',
        user: 'root',
        env: {},
        entrypoint: [],
        command: [],
        healthcheck: [],
        stopSignal: 'SIGTERM',
        volumes: [],
      };
      continue;
    }
    if (image === null) throw new Error(`${verb} before FROM`);
    image = await step(image, verb, rest);
  }
  if (image === null) throw new Error('a Dockerfile without FROM');
  return image;

  async function step(at: Image, verb: string, rest: string): Promise<Image> {
    switch (verb) {
      case 'WORKDIR':
        await mkdir(join(at.root, rest), { recursive: true });
        return { ...at, folder: rest };
      case 'ENV': {
        const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(rest) ?? [];
        return { ...at, env: { ...at.env, [name]: value } };
      }
      case 'COPY':
        await copy(at, rest.split(/\s+/));
        return at;
      case 'RUN':
        await run(at, rest);
        return at;
      case 'USER':
        return { ...at, user: rest };
      case 'VOLUME':
        return { ...at, volumes: [...at.volumes, rest] };
      case 'EXPOSE':
        return at;
      case 'STOPSIGNAL':
        return { ...at, stopSignal: rest };
      case 'HEALTHCHECK':
        return { ...at, healthcheck: JSON.parse(rest.slice(rest.indexOf('CMD') + 3)) as string[] };
      case 'ENTRYPOINT':
        return { ...at, entrypoint: JSON.parse(rest) as string[] };
      case 'CMD':
        return { ...at, command: JSON.parse(rest) as string[] };
      default:
        throw new Error(`this replay does not know ${verb}: teach it, or leave it out of the Dockerfile`);
    }
  }

  async function copy(at: Image, words: readonly string[]): Promise<void> {
    const flags = words.filter((word) => word.startsWith('--'));
    const places = words.filter((word) => !word.startsWith('--'));
    const target = posix.resolve(at.folder, places.at(-1) ?? '');
    const stage = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length);
    for (const place of places.slice(0, -1)) {
      const isIntoFolder = (places.at(-1) ?? '').endsWith('/');
      const into = join(at.root, isIntoFolder ? posix.join(target, posix.basename(place)) : target);
      await mkdir(join(into, '..'), { recursive: true });
      if (stage !== undefined) {
        // Links, as nothing writes to either any more.
        output('cp', ['-al', join(stages.get(stage) ?? '', place), into]);
      } else await copyContext(join(repository, place), into);
    }
  }

  async function copyContext(source: string, into: string): Promise<void> {
    const path = relative(repository, source);
    if ((await stat(source)).isDirectory()) {
      for (const name of await readdir(source)) await copyContext(join(source, name), join(into, name));
    } else if (isSent(path)) {
      await mkdir(join(into, '..'), { recursive: true });
      await cp(source, into);
    }
  }

  async function run(at: Image, script: string): Promise<void> {
    const child = runIn(at.root, ['sh', '-c', script], {
      user: at.user,
      folder: at.folder,
      env: { ...builder.env, ...at.env },
      borrowed: builder.borrowed,
    });
    const exited = new Promise<number | null>((done) => child.once('close', done));
    if (!child.stdout || !child.stderr) throw new Error('a process without output');
    const said = await Promise.all([text(child.stdout), text(child.stderr)]);
    const code = await exited;
    if (code !== 0) throw new Error(`RUN ${script}\nended with ${code}:\n${said.join('\n').slice(-4_000)}`);
  }
}
