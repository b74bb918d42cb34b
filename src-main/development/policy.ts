import { CONTENT_SECURITY_POLICY } from '../shell/app-scheme.ts';

/** The window's policy, and beside it Vite's inline scripts and styles by their nonce, and its socket, which tells of changes. */
export function developmentPolicy(nonce: string, socket: string): string {
  const more: Readonly<Record<string, string>> = {
    'script-src': `'nonce-${nonce}'`,
    'style-src': `'nonce-${nonce}'`,
    'connect-src': socket,
  };
  return CONTENT_SECURITY_POLICY.split('; ')
    .map((line) => {
      const added = more[line.split(' ')[0] ?? ''];
      return added === undefined ? line : `${line} ${added}`;
    })
    .join('; ');
}
