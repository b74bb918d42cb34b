import type { BookSpec } from '../../../src-core/contract/specs.ts';
import type { Template } from '../../../src-core/contract/templates.ts';
import { expandTheme } from '../../../src-core/templates/expand-theme.ts';
import type { Theme } from '../../../src-core/templates/theme.ts';
import type { Log } from '../../../src-core/ports.ts';
import { readThemes } from '../../../src-node/read-themes.ts';

/** The themes that come with the studio, which books are made by without a service. */
export class Themes {
  readonly #folder: string;
  #read: Promise<readonly Theme[]> | null = null;

  readonly #log: Log;

  /** `folder`: where the theme files lie. */
  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Every template as it is drawn for a book spec, theme by theme, without themes that cannot be drawn for it. Rejects for a broken installation. */
  async templatesFor(spec: BookSpec): Promise<Template[]> {
    this.#read ??= readThemes(this.#folder).catch((error: unknown) => {
      this.#read = null;
      throw error;
    });
    return (await this.#read).flatMap((theme) => {
      try {
        return expandTheme(theme, spec, []);
      } catch (error) {
        // A book spec of another service may leave it no room.
        this.#log.write('warn', 'a theme is not drawn for a book spec', { error });
        return [];
      }
    });
  }
}
