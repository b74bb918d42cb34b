import { LAUNCHER_SCREENS, placeOfLink } from '../../src-core/desk/deep-link.ts';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { filesUnder, textOf, type SourceFile } from './source-files.ts';

/** Every text of a program longer than a word, templates by their pieces. */
function textsIn({ path, text }: SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isImport = ts.isImportDeclaration(node);
    if (
      (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) &&
      node.text.trim().length > 6
    )
      found.push(node.text.trim());
    if (!isImport) ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return found;
}

const own = filesUnder(['src-main/development'], /\.ts$/).flatMap(textsIn);
const elsewhere = filesUnder(['src-core', 'src-node', 'src-main', 'src-service'], /\.ts$/)
  .filter(({ path }) => !path.startsWith('src-main/development/'))
  .map(({ text }) => text)
  .join('\n');
/** What only the code of a development run says. */
const marks = own.filter((text) => !elsewhere.includes(text));

it('what a development run loosens is in no bundle of the product', () => {
  expect(marks).toEqual(
    expect.arrayContaining([
      'restart service',
      '/@studio/orders',
      "'nonce-",
      'this is the studio of `npm run dev`, which starts it',
    ]),
  );
  const bundles = filesUnder(['dist/main', 'dist/preload', 'dist/renderer', 'dist/service'], /\.(js|cjs)$/);
  expect(bundles.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['dist/main/main.js', 'dist/preload/preload.cjs']),
  );
  expect(
    bundles.flatMap(({ path, text }) => marks.filter((mark) => text.includes(mark)).map((mark) => `${path}: ${mark}`)),
  ).toEqual([]);
});

it('the packages hold the product’s folders alone', async () => {
  const { settings } = (await import('../../scripts/packaging/settings.mjs' as string)) as {
    settings(): { readonly files: readonly string[] };
  };
  const { files } = settings();
  expect(files.filter((pattern) => !pattern.startsWith('!'))).toEqual([
    'dist/main/**',
    'dist/preload/**',
    'dist/renderer/**',
    'dist/service/**',
    'dist/cli/**',
    'package.json',
  ]);
  expect(JSON.parse(textOf('package.json'))).toMatchObject({ main: 'dist/main/main.js' });
});

it('the launcher of Linux leads to the same screens as the jump list and the dock, by links that are read', async () => {
  const { settings } = (await import('../../scripts/packaging/settings.mjs' as string)) as {
    settings(): {
      readonly deb: {
        readonly desktop: {
          readonly entry: { readonly Actions: string };
          readonly desktopActions: Readonly<Record<string, { readonly Exec: string }>>;
        };
      };
    };
  };
  const { entry, desktopActions } = settings().deb.desktop;
  expect(entry.Actions).toBe(`${LAUNCHER_SCREENS.join(';')};`);
  const links = Object.values(desktopActions).map(({ Exec }) => Exec.split(' ').at(-1) ?? '');
  expect(links.map((link) => placeOfLink(link)?.section)).toEqual([...LAUNCHER_SCREENS]);
});
