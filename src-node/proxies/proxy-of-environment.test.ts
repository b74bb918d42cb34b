import { expect, it } from 'vitest';
import { proxyOfEnvironment } from './proxy-of-environment.ts';

const PROXY = 'http://proxy.example:3128';
const of = (environment: Record<string, string>, url = 'https://api.print.example/v1') =>
  proxyOfEnvironment(environment, new URL(url));

it('each protocol has its own proxy, in small letters or large ones', () => {
  expect(of({ HTTPS_PROXY: PROXY })).toBe(PROXY);
  expect(of({ https_proxy: PROXY, HTTPS_PROXY: 'http://other.example' })).toBe(PROXY);
  expect(of({ HTTP_PROXY: PROXY })).toBeNull();
  expect(of({ HTTP_PROXY: PROXY }, 'http://api.print.example/v1')).toBe(PROXY);
  expect(of({ https_proxy: '', HTTPS_PROXY: PROXY })).toBeNull();
  expect(of({})).toBeNull();
});

it('one that is written without its protocol speaks HTTP, and what is no proxy is none', () => {
  expect(of({ HTTPS_PROXY: 'proxy.example:3128' })).toBe(PROXY);
  expect(of({ HTTPS_PROXY: 'http://name:secret@proxy.example:3128' })).toBe('http://name:secret@proxy.example:3128');
  expect(of({ HTTPS_PROXY: 'socks5://proxy.example:1080' })).toBeNull();
  expect(of({ HTTPS_PROXY: 'http://' })).toBeNull();
});

it.each([
  ['print.example', true],
  ['.print.example', true],
  ['*.print.example', true],
  ['API.print.example', true],
  ['other.example, api.print.example:443', true],
  ['*', true],
  ['api.print.example:8443', false],
  ['int.example', false],
  ['xapi.print.example', false],
  ['', false],
])('NO_PROXY=%s', (NO_PROXY, isStraight) => {
  expect(of({ HTTPS_PROXY: PROXY, NO_PROXY })).toBe(isStraight ? null : PROXY);
});

it.each(['fd00::1', '[fd00::1]', '[fd00::1]:8443'])(
  'an IPv6 address is excepted with its brackets or without: %s',
  (NO_PROXY) => {
    expect(of({ HTTPS_PROXY: PROXY, NO_PROXY }, 'https://[fd00::1]:8443/v1')).toBeNull();
    expect(of({ HTTPS_PROXY: PROXY, NO_PROXY }, 'https://[fd00::2]:8443/v1')).toBe(PROXY);
  },
);

it.each(['http://127.0.0.1:4000/v1', 'http://localhost:4000/v1', 'http://[::1]:4000/v1', 'https://localhost/v1'])(
  'nothing that leads to this computer goes through a proxy: %s',
  (url) => {
    expect(of({ HTTPS_PROXY: PROXY, HTTP_PROXY: PROXY }, url)).toBeNull();
  },
);
