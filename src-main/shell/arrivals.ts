import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { placeOfLink, type Place } from '../../src-core/desk/deep-link.ts';
import { PACKAGE_ENDING } from '../../src-core/desk/job-package.ts';
import { DOCUMENT_ENDING } from '../desk/layouts/project-folder.ts';

/** Something that was opened outside of the window: a file by its own program's double click, a link by anybody's. */
export type Arrival =
  | { readonly kind: 'package' | 'layout'; readonly path: string }
  | { readonly kind: 'place'; readonly place: Place };

/** More than a person opens at once; a program that opens files without end fills no memory. */
const MOST_WAITING = 50;

/**
 * Words of a command line that are to be shown; switches, of which a second start's has Chromium's own, and everything that is not
 * ours are passed by. `folder`: that of the command.
 */
export function arrivalsIn(words: readonly string[], folder: string): readonly Arrival[] {
  return words.flatMap((word): Arrival[] => {
    if (word.startsWith('-')) return [];
    const place = placeOfLink(word);
    if (place !== null) return [{ kind: 'place', place }];
    const path = pathOf(word, folder);
    const name = path?.toLowerCase() ?? '';
    if (path === null) return [];
    if (name.endsWith(`.${PACKAGE_ENDING}`)) return [{ kind: 'package', path }];
    return name.endsWith(DOCUMENT_ENDING) ? [{ kind: 'layout', path }] : [];
  });
}

/** Desktops of Linux name files by address or by path. Null: on another computer. */
function pathOf(word: string, folder: string): string | null {
  if (!/^file:/i.test(word)) return resolve(folder, word);
  try {
    return fileURLToPath(word);
  } catch {
    return null;
  }
}

/** Keeps what came until a window can show it: before there is one, and while none is connected. */
export class Arrivals {
  readonly #waiting = new Map<string, { readonly arrival: Arrival; readonly word: string }>();
  #last = 0;
  /** Called when something came or went. */
  onChange: () => void = () => undefined;

  add(words: readonly string[], folder: string): void {
    for (const word of words)
      for (const arrival of arrivalsIn([word], folder)) {
        if (this.#waiting.size === MOST_WAITING) return;
        this.#last += 1;
        this.#waiting.set(`arrival-${this.#last}`, { arrival, word: arrival.kind === 'place' ? word : arrival.path });
        this.onChange();
      }
  }

  waiting(): string[] {
    return [...this.#waiting.keys()];
  }

  /** By which another start, in whatever folder, is asked for what waits here. */
  words(): string[] {
    return [...this.#waiting.values()].map(({ word }) => word);
  }

  /** Null: it was taken. */
  take(arrivalId: string): Arrival | null {
    const arrival = this.#waiting.get(arrivalId)?.arrival ?? null;
    if (this.#waiting.delete(arrivalId)) this.onChange();
    return arrival;
  }
}
