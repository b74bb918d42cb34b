export type Language = 'ko' | 'en';

const files = import.meta.glob<Readonly<Record<string, string>>>('../../resources/locales/*/*.json', {
  eager: true,
  import: 'default',
});

/**
 * Every message of one language by its full key: `<subject>.<key in the file>`. A subject may lie in several files:
 * `findings.images.json` belongs to `findings`.
 */
function gather(language: Language): ReadonlyMap<string, string> {
  const messages = new Map<string, string>();
  for (const [path, catalogue] of Object.entries(files)) {
    const [, folder, subject] = /\/([a-z]{2})\/([^/.]+)(?:\.[^/]+)?\.json$/.exec(path) ?? [];
    if (folder !== language) continue;
    for (const [key, message] of Object.entries(catalogue)) messages.set(`${subject}.${key}`, message);
  }
  return messages;
}

export const CATALOGUES: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  ko: gather('ko'),
  en: gather('en'),
};
