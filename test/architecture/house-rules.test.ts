import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOMS, filesUnder, textOf } from './source-files.ts';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

interface CompilerFile {
  readonly compilerOptions: {
    readonly lib?: readonly string[];
    readonly types?: readonly string[];
    readonly strict?: boolean;
  };
}

const manifest = JSON.parse(textOf('package.json')) as Manifest;
const packages = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies };

describe('the tests', () => {
  it('are all run: none is skipped, singled out or left for later', () => {
    const silenced = filesUnder([...ROOMS, 'test'], /\.(test|accept\.test|e2e)\.tsx?$/).flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          /^\s*(x(it|describe|test)\b|(it|test|describe)(\.\w+)*\.(only|skip|todo)\b)/.test(line)
            ? [`${path}:${index + 1}`]
            : [],
        ),
    );
    expect(silenced).toEqual([]);
  });
});

describe('the acceptance tests', () => {
  // The one that holds the app's offline verdict against the service's own needs both sides.
  const EQUIVALENCE = 'test/acceptance/equivalence.accept.test.ts';

  it('know the service by its HTTP interface alone', () => {
    const peeking = filesUnder(['test/acceptance'], /\.ts$/).flatMap(({ path, text }) =>
      [...text.matchAll(/from '(?:\.\.\/)+(src-[^']+)'/g)]
        .map((match) => match[1] ?? '')
        .filter((imported) => path !== EQUIVALENCE || !/^src-(core|node)\//.test(imported))
        .map((imported) => `${path}: ${imported}`),
    );
    expect(peeking).toEqual([]);
  });
});

describe('the dependencies', () => {
  it('are pinned to one version each', () => {
    expect(
      Object.entries(packages).filter(
        ([, version]) => !/^(npm:(@[\w-]+\/)?[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
      ),
    ).toEqual([]);
  });

  it('have each a line in docs/dependencies.md, which names no other', () => {
    const described = [...textOf('docs/dependencies.md').matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? '');
    expect(described.toSorted()).toEqual(Object.keys(packages).toSorted());
  });
});

describe('the scripts that install what is missing', () => {
  /** Every file that Node loads before a script's first line. */
  function loadedBefore(script: string, seen = new Set<string>()): Set<string> {
    if (seen.has(script)) return seen;
    seen.add(script);
    for (const [, name = ''] of textOf(script).matchAll(/^(?:import(?: [^'"]+ from)?|export [^'"=]+ from) '([^']+)'/gm))
      if (name.startsWith('.')) loadedBefore(posix.join(posix.dirname(script), name), seen);
      else seen.add(name);
    return seen;
  }

  it('start without any package: they run on a fresh clone', () => {
    const installing = filesUnder(['scripts'], /\.mjs$/)
      .map(({ path }) => ({ path, loaded: [...loadedBefore(path)] }))
      .filter(({ loaded }) => loaded.includes('scripts/install.mjs'));
    expect(installing.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['scripts/test.mjs', 'scripts/start.mjs', 'scripts/dev.mjs', 'scripts/service.mjs']),
    );
    const packagesFirst = installing.flatMap(({ path, loaded }) =>
      loaded.filter((one) => !one.startsWith('node:') && !one.endsWith('.mjs')).map((one) => `${path}: ${one}`),
    );
    expect(packagesFirst).toEqual([]);
  });
});

describe('the core', () => {
  it('is compiled without Node, DOM and Electron', () => {
    const { lib, types } = (JSON.parse(textOf('src-core/tsconfig.json')) as CompilerFile).compilerOptions;
    expect({ lib, types }).toEqual({ lib: ['ES2023'], types: [] });
  });
});

describe('the compiler', () => {
  it('is as strict in every room as at the root', () => {
    const rules = Object.keys((JSON.parse(textOf('tsconfig.json')) as CompilerFile).compilerOptions).filter(
      (name) => !['lib', 'types'].includes(name),
    );
    const loosened = [...ROOMS, 'test'].flatMap((room) => {
      const own = Object.keys((JSON.parse(textOf(`${room}/tsconfig.json`)) as CompilerFile).compilerOptions);
      return own.filter((name) => rules.includes(name)).map((name) => `${room}: ${name}`);
    });
    expect(loosened).toEqual([]);
  });
});
