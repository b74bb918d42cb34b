import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lexer, walkTokens, type Tokens } from 'marked';
import { expect, it } from 'vitest';
import { anchorOf } from '../../src-renderer/features/manual/chapters.ts';
import { filesUnder, ROOT, textOf } from './source-files.ts';

const DOCUMENTS = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...['src-core', 'src-main', 'src-service', 'src-renderer'].map((room) => `${room}/README.md`),
  ...filesUnder(['docs', 'resources/manual', 'deploy'], /\.md$/).map(({ path }) => path),
];

/** Links and pictures of a document that lead within the repository. */
function linksIn(text: string): string[] {
  const links: string[] = [];
  walkTokens(lexer(text), (token) => {
    if (token.type === 'link' || token.type === 'image') links.push((token as Tokens.Link).href);
  });
  return links.filter((href) => !/^[a-z][a-z+.-]*:/i.test(href));
}

function anchorsIn(text: string): ReadonlySet<string> {
  const anchors = new Set([...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, name = '']) => name));
  walkTokens(lexer(text), (token) => {
    if (token.type === 'heading') anchors.add(anchorOf((token as Tokens.Heading).text));
  });
  return anchors;
}

it.each(DOCUMENTS)('%s has no link that leads nowhere', (document) => {
  const dead = linksIn(textOf(document)).filter((href) => {
    const [file = '', anchor] = decodeURIComponent(href).split('#');
    const target = file === '' ? document : join(dirname(document), file);
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchorsIn(textOf(target)).has(anchor);
  });
  expect(dead).toEqual([]);
});
