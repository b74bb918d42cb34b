import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutate.ts';
import type { Scope } from './scope.ts';
import type { Reach } from './suites.ts';

/** What has been seen of mutants on a test file besides their end. */
export interface Seen {
  /** `test mutant`: the test passed under the mutant. */
  readonly passed: ReadonlySet<string>;
  /** Mutants after which a test no longer passed without them. */
  readonly broken: ReadonlySet<number>;
  /** Mutants whose tests cannot be run without the others of the file. */
  readonly unsound: ReadonlySet<number>;
  /** Mutants under which the whole file passed in a service of its own. */
  readonly passedWhole: ReadonlySet<number>;
}

export const NOTHING_SEEN: Seen = {
  passed: new Set(),
  broken: new Set(),
  unsound: new Set(),
  passedWhole: new Set(),
};

interface Page {
  readonly reach?: {
    readonly tookMs: number;
    readonly tests: readonly { readonly tookMs: number; readonly mutants: readonly string[] }[];
    readonly outside: readonly string[];
  };
  /** Places of tests that pass without those before them. */
  readonly sound?: readonly number[];
  readonly seen?: Readonly<Record<keyof Seen, readonly string[]>>;
}

/**
 * What a run learnt of a test file, for the next one: it holds as long as the file and the modules that it is asked about
 * stay as they are, whatever else changes. Mutants are written by their place in their module, which their numbers are not.
 */
export class Keeper {
  private readonly nameOf = new Map<number, string>();
  private readonly idOf = new Map<string, number>();
  private readonly paths = new Map<string, string>();
  private readonly seenOf = new Map<string, Seen>();

  constructor(
    private readonly root: string,
    private readonly scopes: readonly Scope[],
    mutants: readonly Mutant[],
  ) {
    const places = new Map<string, number>();
    for (const { module, id } of mutants) {
      const place = (places.get(module) ?? 0) + 1;
      places.set(module, place);
      this.nameOf.set(id, `${module}#${place}`);
      this.idOf.set(`${module}#${place}`, id);
    }
  }

  /** Null: not learnt as things stand. */
  reach(file: string): Reach | null {
    const { reach } = this.page(file);
    if (reach === undefined) return null;
    return {
      tookMs: reach.tookMs,
      tests: reach.tests.map(({ tookMs, mutants }) => ({ tookMs, mutants: this.ids(mutants) })),
      outside: this.ids(reach.outside),
    };
  }

  keepReach(file: string, { tookMs, tests, outside }: Reach): void {
    const reach = {
      tookMs,
      tests: tests.map((test) => ({ tookMs: test.tookMs, mutants: this.names(test.mutants, file) })),
      outside: this.names(outside, file),
    };
    this.write(file, { ...this.page(file), reach });
  }

  seen(file: string): Seen {
    const known = this.seenOf.get(file) ?? this.seenBefore(file);
    this.seenOf.set(file, known);
    return known;
  }

  private seenBefore(file: string): Seen {
    const { seen } = this.page(file);
    if (seen === undefined) return NOTHING_SEEN;
    return {
      passed: new Set(seen.passed.map((pair) => this.ofPair(pair)).filter((pair) => pair !== null)),
      broken: this.ids(seen.broken),
      unsound: this.ids(seen.unsound),
      passedWhole: this.ids(seen.passedWhole),
    };
  }

  keepSeen(file: string, seen: Seen): void {
    this.seenOf.set(file, seen);
    this.write(file, {
      ...this.page(file),
      seen: {
        passed: [...seen.passed].map((pair) => pair.replace(/\d+$/, (id) => this.nameOf.get(Number(id)) ?? '')),
        broken: this.names(seen.broken, file),
        unsound: this.names(seen.unsound, file),
        passedWhole: this.names(seen.passedWhole, file),
      },
    });
  }

  sound(file: string): readonly number[] {
    return this.page(file).sound ?? [];
  }

  keepSound(file: string, tests: readonly number[]): void {
    const page = this.page(file);
    this.write(file, { ...page, sound: [...new Set([...(page.sound ?? []), ...tests])] });
  }

  private ofPair(pair: string): string | null {
    const [test, name] = [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)];
    const id = this.idOf.get(name);
    return id === undefined ? null : `${test} ${id}`;
  }

  private ids(names: readonly string[]): ReadonlySet<number> {
    return new Set(names.map((name) => this.idOf.get(name)).filter((id) => id !== undefined));
  }

  /** Of the modules that the file is asked about. */
  private names(ids: ReadonlySet<number>, file: string): readonly string[] {
    const modules = this.modulesOf(file);
    return [...ids]
      .map((id) => this.nameOf.get(id) ?? '')
      .filter((name) => modules.includes(name.slice(0, name.indexOf('#'))));
  }

  private modulesOf(file: string): readonly string[] {
    return this.scopes.filter(({ tests }) => tests.includes(file)).flatMap(({ modules }) => modules);
  }

  private page(file: string): Page {
    const path = this.pathOf(file);
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Page) : {};
  }

  private write(file: string, page: Page): void {
    mkdirSync(join(this.root, '.cache/mutants/reach'), { recursive: true });
    writeFileSync(this.pathOf(file), JSON.stringify(page));
  }

  private pathOf(file: string): string {
    const known = this.paths.get(file) ?? join(this.root, '.cache/mutants/reach', `${this.hashOf(file)}.json`);
    this.paths.set(file, known);
    return known;
  }

  private hashOf(file: string): string {
    const hash = createHash('sha256').update(file);
    for (const path of [file, ...this.modulesOf(file), 'test/mutation/mutate.ts'])
      hash.update(path).update(readFileSync(join(this.root, path)));
    return hash.digest('hex').slice(0, 32);
  }
}
