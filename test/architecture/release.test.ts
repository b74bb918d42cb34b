import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv } from 'ajv';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { LINK_SCHEME } from '../../src-core/desk/deep-link.ts';
import { PACKAGE_ENDING } from '../../src-core/desk/job-package.ts';
import { DOCUMENT_ENDING } from '../../src-main/desk/layouts/project-folder.ts';
import { ROOT, filesUnder, textOf } from './source-files.ts';

interface Target {
  readonly platform: string;
  readonly arch: string;
  readonly kinds: readonly string[];
  readonly secrets: readonly string[];
}
interface Targets {
  readonly TARGETS: Readonly<Record<string, Target>>;
  releaseFiles(product: {
    readonly name: string;
    readonly version: string;
  }): readonly { readonly name: string; readonly target: string }[];
}
interface Facts {
  readonly version: string;
  readonly lockVersion: string;
  readonly changelog: string;
  readonly tags: readonly string[];
  readonly changed: readonly string[];
  readonly electron: { readonly isProducts: boolean; readonly version: string; readonly origin: string };
  readonly env: Readonly<Record<string, string>>;
  readonly target: Target;
}
interface Product {
  readonly name: string;
  readonly version: string;
  readonly lockVersion: string;
  readonly changelog: string;
}
interface Conditions {
  changelogEntry(
    changelog: string,
    version: string,
  ): { readonly date: string | null; readonly text: string } | undefined;
  unmet(facts: Facts): readonly string[];
  checksums(files: readonly string[]): Promise<readonly { readonly name: string; readonly sha256: string }[]>;
  checksumText(sums: readonly object[]): string;
  absentFrom(folder: string, wanted: readonly { readonly name: string }[]): readonly { readonly name: string }[];
  productOf(root: string): Product;
}
interface Feeds {
  updateLists(
    files: readonly string[],
    product: Product,
    released: Date,
  ): Promise<readonly { readonly name: string; readonly text: string }[]>;
}
interface Signing {
  signing(
    target: Target,
    env: Readonly<Record<string, string>>,
    options: { readonly publisher: string; readonly folder: string },
  ): {
    readonly config: { readonly mac?: object; readonly win?: object };
    readonly env: Readonly<Record<string, string>>;
  };
}

const load = async <T>(path: string): Promise<T> => (await import(pathToFileURL(join(ROOT, path)).href)) as T;
const { TARGETS, releaseFiles } = await load<Targets>('scripts/packaging/targets.mjs');
const { changelogEntry, unmet, checksums, checksumText, absentFrom, productOf } = await load<Conditions>(
  'scripts/packaging/release-conditions.mjs',
);
const { updateLists } = await load<Feeds>('scripts/packaging/feeds.mjs');
const { signing } = await load<Signing>('scripts/packaging/signing.mjs');
const config = (
  await load<{ settings(): Readonly<Record<string, unknown>> }>('scripts/packaging/settings.mjs')
).settings();
const product = productOf(ROOT);
const secrets = new Set(Object.values(TARGETS).flatMap((target) => target.secrets));
const dir = mkdtempSync(join(tmpdir(), 'release-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const target = (name: string): Target => {
  const found = TARGETS[name];
  if (found === undefined) throw new Error(`there is no target ${name}`);
  return found;
};

describe('the version', () => {
  it('stands in package.json, and the lock file and the changelog have it', () => {
    expect(product.lockVersion).toBe(product.version);
    expect(changelogEntry(product.changelog, product.version)?.text).toMatch(/^[^]{200,}$/);
  });

  it('is written in no source of the product', () => {
    const rooms = ['src-core', 'src-node', 'src-cli', 'src-main', 'src-renderer'];
    const spelled = filesUnder(rooms, /(?<!test)\.tsx?$/).filter(({ text }) => text.includes(`'${product.version}'`));
    expect(spelled.map(({ path }) => path).filter((path) => !path.includes('.test.'))).toEqual([]);
  });
});

describe('what a release waits for', () => {
  const ready: Facts = {
    version: '1.2.3',
    lockVersion: '1.2.3',
    changelog: '# Changelog\n\n## 1.2.3, 2026-01-31\n\n- New.\n\n## 1.2.2, 2025-12-01\n\n- Old.\n',
    tags: ['v1.2.3'],
    changed: [],
    electron: { isProducts: true, version: '45.4.1', origin: "the product's own" },
    env: {},
    target: target('linux-x64'),
  };

  it('is nothing when all is there', () => expect(unmet(ready)).toEqual([]));

  it.each<[string, Partial<Facts>, RegExp]>([
    ['a lock file of another version', { lockVersion: '1.2.2' }, /package-lock\.json says 1\.2\.2/],
    ['no entry', { changelog: '## 1.2.30, 2026-01-31\n\n- New.\n' }, /has no entry/],
    ['an empty entry', { changelog: '## 1.2.3, 2026-01-31\n\n## 1.2.2, 2025-01-01\n\n- Old.\n' }, /says nothing of/],
    ['an entry without a day', { changelog: '## 1.2.3, not released\n\n- New.\n' }, /has no day/],
    ['no tag', { tags: ['v1.2.2'] }, /no tag v1\.2\.3/],
    ['changed files', { changed: ['src-core/ports.ts'] }, /src-core\/ports\.ts/],
    ['another Electron', { electron: { isProducts: false, version: '33.2.1', origin: 'found' } }, /33\.2\.1/],
    ['no secrets', { target: target('windows-x64') }, /AZURE_TENANT_ID, .*AZURE_SIGNING_PROFILE/],
  ])('%s, each said once', (_what, change, said) => {
    expect(unmet({ ...ready, ...change })).toEqual([expect.stringMatching(said)]);
  });
});

describe('the packages', () => {
  const files = releaseFiles(product);
  const schema = JSON.parse(readFileSync(join(ROOT, 'node_modules/app-builder-lib/scheme.json'), 'utf8')) as object;
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
  const everything = Object.fromEntries([...secrets].map((name) => [name, `value of ${name}`]));
  const folder = () => mkdtempSync(join(dir, 'keys-'));

  it('have names of their own, with the version in each', () => {
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
    for (const { name } of files) expect(name).toContain(product.version);
    expect(files.map(({ target: whose }) => whose)).toEqual(expect.arrayContaining(Object.keys(TARGETS)));
  });

  it.each(Object.keys(TARGETS))(
    'are made for %s by settings that electron-builder knows, signed and unsigned',
    (name) => {
      for (const env of [everything, {}]) {
        const signed = signing(target(name), env, { publisher: 'A studio', folder: folder() }).config;
        const settings = {
          ...config,
          mac: { ...(config['mac'] as object), ...signed.mac },
          win: { ...(config['win'] as object), ...signed.win },
        };
        expect(validate(settings) ? [] : validate.errors).toEqual([]);
      }
    },
  );

  it('tell the system of what the studio opens', () => {
    const { fileAssociations, protocols } = z
      .object({
        fileAssociations: z.array(z.object({ ext: z.string(), mimeType: z.string() })),
        protocols: z.array(z.object({ schemes: z.array(z.string()) })),
      })
      .parse(config);
    expect(fileAssociations.map(({ ext }) => `.${ext}`)).toEqual([`.${PACKAGE_ENDING}`, DOCUMENT_ENDING]);
    expect(protocols.flatMap(({ schemes }) => schemes)).toEqual([LINK_SCHEME]);
  });

  it('are signed, or not made, with all secrets of a target, and with one missing not at all', () => {
    const place = folder();
    const mac = signing(target('macos-arm64'), everything, { publisher: 'A studio', folder: place });
    expect(mac.config.mac).toEqual({ hardenedRuntime: true, notarize: true, forceCodeSigning: true });
    expect(mac.env['APPLE_API_KEY']).toBe(join(place, 'notary-key.p8'));
    expect(readFileSync(join(place, 'notary-key.p8'), 'utf8')).toBe('value of APPLE_API_KEY_P8');
    expect(
      signing(target('windows-x64'), everything, { publisher: 'A studio', folder: place }).config.win,
    ).toMatchObject({ forceCodeSigning: true, azureSignOptions: { publisherName: 'A studio' } });
    for (const missing of secrets) {
      const some = Object.fromEntries(Object.entries(everything).filter(([name]) => name !== missing));
      for (const one of Object.values(TARGETS).filter((those) => those.secrets.includes(missing))) {
        const { config: unsigned, env } = signing(one, some, { publisher: 'A studio', folder: folder() });
        expect(JSON.stringify(unsigned)).not.toMatch(/forceCodeSigning|azure|"notarize":true/);
        expect(env).toEqual({});
      }
    }
  });

  it('are listed with sums that sha256sum reads, and a release with one file missing is none', async () => {
    const place = folder();
    for (const { name } of files) writeFileSync(join(place, name), name);
    const sums = await checksums(files.map(({ name }) => join(place, name)));
    writeFileSync(join(place, 'SHA256SUMS'), checksumText(sums));
    expect(spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: place })).toMatchObject({ status: 0 });
    expect(absentFrom(place, files)).toEqual([]);
    const [first] = files;
    rmSync(join(place, first?.name ?? ''));
    expect(absentFrom(place, files)).toEqual([first]);
  });

  it('are listed for installed studios, each with what can take its place there and no other', async () => {
    const place = folder();
    for (const { name } of files) writeFileSync(join(place, name), name);
    const listSchema = z.object({
      version: z.literal(product.version),
      files: z.array(z.object({ url: z.string(), sha512: z.string(), size: z.number() })),
      releaseDate: z.literal('2026-01-31T00:00:00.000Z'),
    });
    const wanted = files.map(({ name }) => join(place, name));
    const lists = await updateLists(wanted, product, new Date('2026-01-31'));
    const listed = Object.fromEntries(lists.map(({ name, text: list }) => [name, listSchema.parse(parse(list)).files]));
    const endings = Object.entries(listed).map(([name, all]) => [name, all.map(({ url }) => /[^_-]+$/.exec(url)?.[0])]);
    expect(Object.fromEntries(endings)).toEqual({
      'latest-linux.yml': ['amd64.deb', 'x64.AppImage'],
      'latest-linux-arm64.yml': ['arm64.deb', 'arm64.AppImage'],
      'latest-mac.yml': ['arm64.zip', 'x64.zip'],
      'latest.yml': ['setup.exe'],
    });
    for (const { url, sha512, size } of Object.values(listed).flat()) {
      const { stdout } = spawnSync('sha512sum', [join(place, url)], { encoding: 'utf8' });
      expect(Buffer.from(sha512, 'base64').toString('hex')).toBe(stdout.split(' ')[0]);
      expect(size).toBe(url.length);
    }
    const [deb] = wanted.filter((name) => name.endsWith('amd64.deb'));
    expect((await updateLists([deb ?? ''], product, new Date())).map(({ name }) => name)).toEqual(['latest-linux.yml']);
  });
});

describe('the CI', () => {
  const jobSchema = z.object({
    needs: z.array(z.string()).optional(),
    steps: z.array(
      z.object({
        uses: z.string().optional(),
        run: z.string().optional(),
        if: z.string().optional(),
        env: z.record(z.string(), z.string()).optional(),
      }),
    ),
  });
  const text = textOf('deploy/release/github-actions.yaml');
  const { jobs } = z.object({ jobs: z.record(z.string(), jobSchema) }).parse(parse(text));
  const stepsOf = (name: string) => jobs[name]?.steps ?? [];

  it('has a job for every target, and one that waits for all of them', () => {
    const { all, ...others } = jobs;
    expect(Object.keys(others).toSorted()).toEqual(Object.keys(TARGETS).toSorted());
    expect(all?.needs?.toSorted()).toEqual(Object.keys(TARGETS).toSorted());
    expect(stepsOf('all').map(({ run }) => run)).toContainEqual(expect.stringContaining('--collect'));
  });

  it.each(Object.keys(TARGETS))(
    'gives the step that makes %s its secrets by their names, and no other step any',
    (name) => {
      const given = stepsOf(name).filter(({ env }) => env !== undefined);
      const makes = stepsOf(name).find(({ run }) => run?.startsWith('npm run release') === true);
      const wanted = target(name).secrets;
      expect(makes?.env ?? {}).toEqual(Object.fromEntries(wanted.map((one) => [one, `\${{ secrets.${one} }}`])));
      expect(given).toEqual(wanted.length === 0 ? [] : [makes]);
    },
  );

  it('looks at the signature of what it signed', () => {
    const looks = (name: string) =>
      stepsOf(name)
        .map(({ run }) => run ?? '')
        .join('\n');
    for (const one of ['codesign --verify', 'stapler validate', 'spctl --assess'])
      for (const mac of ['macos-arm64', 'macos-x64']) expect(looks(mac)).toContain(one);
    expect(looks('windows-x64')).toContain('Get-AuthenticodeSignature');
  });

  it('runs actions by their commit, and names nothing secret that no target has', () => {
    const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((one) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(one))).toEqual([]);
    const named = [...text.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(secrets);
  });

  it('is explained: every target and every secret stands in the document', () => {
    const page = textOf('docs/release.md');
    expect([...Object.keys(TARGETS), ...secrets].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
