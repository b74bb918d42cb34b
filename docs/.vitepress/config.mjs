// The documents as a site: `npm run docs` builds it into docs/site.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const titleOf = (path) => /^# (.+)$/m.exec(readFileSync(join(root, path), 'utf8'))?.[1] ?? path;
const page = (path) => ({ text: titleOf(path), link: `/${path.replace(/\.md$/, '')}` });
const pagesIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => page(`${folder}/${name}`));
/** The chapters as the manual's own first page lists them. */
const chapters = (language) =>
  [...readFileSync(join(root, `resources/manual/${language}/README.md`), 'utf8').matchAll(/\]\(([\w-]+\.md)\)/g)].map(
    ([, name]) => page(`resources/manual/${language}/${name}`),
  );
const readmes = ['src-core', 'src-node', 'src-cli', 'src-main', 'src-renderer', 'src-service'].map((room) => ({
  text: room,
  link: `/${room}/`,
}));

function keepAnchor(state, silent) {
  const found = /^<a id="[\w.-]+"><\/a>/.exec(state.src.slice(state.pos))?.[0];
  if (found === undefined) return false;
  if (!silent) state.push('html_inline', '', 0).content = found;
  state.pos += found.length;
  return true;
}

/** Files that documents point at and that are none themselves. */
const alongside = new Set();

/** As they stand in the repository links lead to files and folders; here to pages, and to copies of what is no page. */
function leadWithin(link, folder) {
  const href = link.attrGet('href') ?? '';
  if (/^[a-z][a-z+.-]*:|^#/i.test(href)) return;
  const [file, anchor] = decodeURIComponent(href).split('#');
  const path = join(folder, file);
  const to = (target) => link.attrSet('href', anchor === undefined ? target : `${target}#${anchor}`);
  if (statSync(join(root, path)).isDirectory()) {
    const first = ['README.md', ...readdirSync(join(root, path)).toSorted()].find((name) =>
      existsSync(join(root, path, name)),
    );
    to(`${file.replace(/\/$/, '')}/${first.replace('README.md', 'index.md')}`);
  } else if (file.endsWith('.md')) to(file.replace(/(^|\/)README\.md$/, '$1index.md'));
  else {
    alongside.add(path);
    link.attrSet('target', '_blank');
  }
}

export default {
  srcDir: '..',
  // Whatever holds no document of the product.
  srcExclude: [
    '**/node_modules/**',
    'test/**',
    'dist/**',
    'release/**',
    '.cache/**',
    '.dev/**',
    'docs/site/**',
    'demo-out/**',
  ],
  outDir: 'site',
  cacheDir: '../.cache/docs',
  title: 'Book Print Studio',
  description: 'Print preparation and a print service for photo books',
  rewrites: (id) => id.replace(/(^|\/)README\.md$/, '$1index.md'),
  markdown: {
    // A `<FILE>` in a text is no element; the marks that findings are linked by are.
    html: false,
    config: (md) => {
      md.inline.ruler.before('autolink', 'anchor', keepAnchor);
      md.core.ruler.push('to-the-site', ({ tokens, env }) => {
        const links = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open');
        for (const link of links) leadWithin(link, dirname(env.relativePath));
      });
    },
  },
  buildEnd: ({ outDir }) => {
    for (const path of alongside) {
      mkdirSync(join(outDir, dirname(path)), { recursive: true });
      copyFileSync(join(root, path), join(outDir, path));
    }
  },
  vite: { configFile: false, build: { sourcemap: false } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      {
        text: 'Book Print Studio',
        items: [
          { text: 'What it is', link: '/' },
          page('docs/features.md'),
          page('docs/owner.md'),
          page('CHANGELOG.md'),
          page('SECURITY.md'),
        ],
      },
      { text: '사용 설명서', collapsed: true, items: chapters('ko') },
      { text: 'Manual', collapsed: true, items: chapters('en') },
      { text: 'For partners', items: [page('docs/partners.md'), page('docs/api-changelog.md')] },
      { text: 'Reference', collapsed: true, items: pagesIn('docs/reference') },
      {
        text: 'How it is built',
        collapsed: true,
        items: [
          page('docs/architecture.md'),
          page('CONTRIBUTING.md'),
          page('docs/commands.md'),
          page('docs/how-to-add.md'),
          page('docs/release.md'),
          page('docs/dependencies.md'),
          ...readmes,
        ],
      },
      { text: 'Decisions', collapsed: true, items: pagesIn('docs/decisions') },
    ],
  },
};
