import { gatherMessages } from '../../src-core/ipc/sentences.ts';
import type { Language } from '../../src-core/text-ref.ts';

const files = Object.entries(
  import.meta.glob<Readonly<Record<string, string>>>('../../resources/locales/*/*.json', {
    eager: true,
    import: 'default',
  }),
);

const gathered = (language: Language) =>
  gatherMessages(
    files.flatMap(([path, catalogue]) => {
      const [, folder, file] = /\/([a-z]{2})\/([^/]+)$/.exec(path) ?? [];
      return folder === language && file !== undefined ? [[file, catalogue] as const] : [];
    }),
  );

/** Every message of a language by its full key. */
export const CATALOGUES: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  ko: gathered('ko'),
  en: gathered('en'),
};
