import { Fragment, type ReactNode } from 'react';
import type { Token, Tokens } from 'marked';
import { usePlatform } from '../../ui/platform.ts';
import { anchorOf, linkedPlace, type Chapter, type Place } from './chapters.ts';
import { namedAnchor, pictureOf } from './read-chapters.ts';

export interface MarkdownProps {
  readonly tokens: readonly Token[];
  readonly chapter: Chapter;
  readonly onGo: (place: Place) => void;
}

const HEADINGS = ['h3', 'h3', 'h4', 'h5'] as const;

/** A chapter as elements of the page: no text of it is ever read as HTML. */
export function Markdown({ tokens, chapter, onGo }: MarkdownProps) {
  const isMac = usePlatform() === 'darwin';
  const inner = (some: readonly Token[] | undefined): ReactNode =>
    some?.map((token, at) => <Fragment key={at}>{one(token)}</Fragment>);
  const cells = (Cell: 'td' | 'th', row: readonly Tokens.TableCell[]): ReactNode => (
    <tr>
      {row.map((cell, at) => (
        <Cell key={at}>{inner(cell.tokens)}</Cell>
      ))}
    </tr>
  );
  function one(any: Token): ReactNode {
    const token = any as Tokens.Generic;
    switch (token.type) {
      case 'paragraph':
        return namedAnchor(any) === null ? <p>{inner(token.tokens)}</p> : null;
      case 'text':
        return token.tokens === undefined ? (token['text'] as string) : inner(token.tokens);
      case 'escape':
        return token['text'] as string;
      case 'strong':
        return <strong>{inner(token.tokens)}</strong>;
      case 'em':
        return <em>{inner(token.tokens)}</em>;
      case 'codespan':
        return <kbd>{isMac ? (token['text'] as string).replaceAll('Ctrl+', '⌘') : (token['text'] as string)}</kbd>;
      case 'br':
        return <br />;
      case 'blockquote':
        return <blockquote>{inner(token.tokens)}</blockquote>;
      case 'list': {
        const { ordered, items } = any as Tokens.List;
        const List = ordered ? 'ol' : 'ul';
        return (
          <List>
            {items.map((item, at) => (
              <li key={at}>{inner(item.tokens)}</li>
            ))}
          </List>
        );
      }
      case 'table': {
        const { header, rows } = any as Tokens.Table;
        return (
          <table>
            <thead>{cells('th', header)}</thead>
            <tbody>
              {rows.map((row, at) => (
                <Fragment key={at}>{cells('td', row)}</Fragment>
              ))}
            </tbody>
          </table>
        );
      }
      case 'image': {
        const { href, text } = any as Tokens.Image;
        return <img src={pictureOf(href)} alt={text} />;
      }
      case 'link': {
        const { href } = any as Tokens.Link;
        const place = linkedPlace(href, chapter);
        if (place === null) return inner(token.tokens);
        return (
          <a
            href={href}
            onClick={(event) => {
              event.preventDefault();
              onGo(place);
            }}
          >
            {inner(token.tokens)}
          </a>
        );
      }
      default:
        return null;
    }
  }
  return tokens.map((token, at) => {
    if (token.type !== 'heading') return <Fragment key={at}>{one(token)}</Fragment>;
    const { depth, text, tokens: words } = token as Tokens.Heading;
    const Heading = HEADINGS[depth - 1] ?? 'h5';
    const before = tokens.slice(0, at).findLast(({ type }) => type !== 'space');
    const named = before === undefined ? null : namedAnchor(before);
    return (
      <Heading key={at} data-anchor={named ?? anchorOf(text)} tabIndex={-1}>
        {inner(words)}
      </Heading>
    );
  });
}
