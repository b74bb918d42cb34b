import type { BookSpec } from '../../../src-core/contract/specs.ts';
import type { Template } from '../../../src-core/contract/templates.ts';
import { expandTheme } from '../../../src-core/templates/expand-theme.ts';
import type { Theme } from '../../../src-core/templates/theme.ts';
import { readThemes } from '../../../src-node/read-themes.ts';

/** The themes that come with the studio, which books are made by without a service. */
export class Themes {
  readonly #folder: string;
  #read: Promise<readonly Theme[]> | null = null;

  /** `folder`: where the theme files lie. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Every template as it is drawn for a book spec, theme by theme. Rejects for a broken installation. */
  async templatesFor(spec: BookSpec): Promise<Template[]> {
    this.#read ??= readThemes(this.#folder).catch((error: unknown) => {
      this.#read = null;
      throw error;
    });
    return (await this.#read).flatMap((theme) => expandTheme(theme, spec, []));
  }
}
