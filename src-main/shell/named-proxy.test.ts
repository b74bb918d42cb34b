import { expect, it } from 'vitest';
import { proxyNamed } from './named-proxy.ts';

const URL_OF_SERVICE = new URL('https://api.print.example/v1');
const ENVIRONMENT = { HTTPS_PROXY: 'http://environment.example:3128' };

it.each([
  ['PROXY proxy.example:3128', 'http://proxy.example:3128'],
  ['HTTPS proxy.example:443;DIRECT', 'https://proxy.example:443'],
  ['SOCKS5 socks.example:1080; PROXY proxy.example:8080', 'http://proxy.example:8080'],
  ['DIRECT', ENVIRONMENT.HTTPS_PROXY],
  ['DIRECT; PROXY proxy.example:8080', ENVIRONMENT.HTTPS_PROXY],
  ['SOCKS5 socks.example:1080', ENVIRONMENT.HTTPS_PROXY],
  ['', ENVIRONMENT.HTTPS_PROXY],
  ['PROXY', ENVIRONMENT.HTTPS_PROXY],
])('%s', (answer, proxy) => {
  expect(proxyNamed(answer, ENVIRONMENT, URL_OF_SERVICE)).toBe(proxy);
});

it('is none where nobody names one, and to this computer whatever is named', () => {
  expect(proxyNamed('DIRECT', {}, URL_OF_SERVICE)).toBeNull();
  for (const url of ['http://127.0.0.1:4000/v1', 'http://localhost:4000/v1'])
    expect(proxyNamed('PROXY proxy.example:3128', ENVIRONMENT, new URL(url))).toBeNull();
});

it('has the name and the password of the environment where that names the same one', () => {
  const withPassword = 'http://studio:secret@proxy.example:3128';
  expect(proxyNamed('PROXY proxy.example:3128', { HTTPS_PROXY: withPassword }, URL_OF_SERVICE)).toBe(withPassword);
  expect(proxyNamed('PROXY other.example:3128', { HTTPS_PROXY: withPassword }, URL_OF_SERVICE)).toBe(
    'http://other.example:3128',
  );
});
