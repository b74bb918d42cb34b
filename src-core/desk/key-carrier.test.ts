import { expect, it } from 'vitest';
import { mayCarryKey } from './key-carrier.ts';

it.each([
  'https://api.example.com/v1',
  'https://192.168.0.4:8443/v1',
  'http://127.0.0.1:4000/v1',
  'http://127.1/v1',
  'http://0x7f000001/v1',
  'http://[::1]:4000/v1',
  'http://localhost:4000/v1',
  'HTTP://LOCALHOST/v1',
])('a key may go to %s', (address) => {
  expect(mayCarryKey(new URL(address))).toBe(true);
});

it.each([
  'http://api.example.com/v1',
  'http://192.168.0.4/v1',
  'http://10.0.0.1/v1',
  'http://0.0.0.0/v1',
  'http://127.0.0.1.example.com/v1',
  'http://localhost.example.com/v1',
  'http://localhost@example.com/v1',
  'https://user:pass@api.example.com/v1',
  'http://[::ffff:10.0.0.1]/v1',
  'ftp://127.0.0.1/v1',
  'ws://127.0.0.1/v1',
  'file:///v1',
])('no key goes to %s', (address) => {
  expect(mayCarryKey(new URL(address))).toBe(false);
});
