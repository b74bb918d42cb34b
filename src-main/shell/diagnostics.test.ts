import { describe, expect, it } from 'vitest';
import { ALL_NOTICES } from '../../src-core/desk/notices.ts';
import { diagnosticsText, withoutNames, type DiagnosticsInput } from './diagnostics.ts';

const line = (fields: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ at: '2026-11-25T04:05:12.000Z', level: 'error', message: 'the upload stopped', ...fields });

const KEY = `SB${'a1'.repeat(5)}.${'Zz09_-xY'.repeat(4)}`;

const input = (log: string): DiagnosticsInput => ({
  info: {
    version: '0.1.0',
    runtime: 'Electron 38.1.0',
    platform: 'linux',
    systemLanguage: 'ko',
    preferences: {
      language: 'system',
      theme: 'dark',
      density: 'compact',
      notices: ALL_NOTICES,
      orderHoldSeconds: 10,
      closing: 'ask',
    },
    secretStore: 'osKeychain',
    dataFolder: '/home/kim/.config/book-print-studio',
    service: { contract: 'specified', allowLocalAddresses: false },
  },
  connections: [
    { kind: 'remote', environment: 'live', keyState: 'osKeychain', active: true, holds: { books: 3, orders: 1 } },
  ],
  counts: { all: 212, refused: 4 },
  log,
  crashes: ['2026-11-25T04:05:11.000Z crash SIGSEGV in book-print-studio+0x1234'],
});

describe('copied diagnostics', () => {
  it('say versions, settings, connections by kind, and the last errors with what caused them', () => {
    const text = diagnosticsText(
      input(
        [
          line({ level: 'info', message: 'opened' }),
          line({
            code: 'SERVICE_FAULT',
            error: {
              name: 'AppError',
              message: 'the service failed',
              stack:
                'AppError: the service failed\n    at sendFile (file:///home/kim/app/main.js:3:1)\n    at async Lane.run (x.js:1:2)',
              cause: { name: 'Error', code: 'ECONNRESET', message: 'socket hang up' },
            },
          }),
        ].join('\n'),
      ),
    );
    expect(text).toContain('Book Print Studio 0.1.0, Electron 38.1.0, linux, ko');
    expect(text).toContain('"theme":"dark"');
    expect(text).toContain('connection: remote, live, key osKeychain, in use, holds 3 books, 1 orders');
    expect(text).toContain('"refused":4');
    expect(text).toContain('2026-11-25T04:05:12.000Z error the upload stopped SERVICE_FAULT');
    expect(text).toContain('AppError the service failed\n    sendFile < Lane.run\n  Error ECONNRESET socket hang up');
    expect(text).toContain('2026-11-25T04:05:11.000Z crash SIGSEGV in book-print-studio+0x1234\n');
    expect(text).not.toContain('opened');
  });

  it('hold no key, no address, no path and no name of anybody', () => {
    const secrets = [
      KEY,
      `Bearer ${KEY}`,
      'https://print.example.com/v1/orders/or_1?token=abc',
      'connect ECONNREFUSED 192.168.7.20:8443',
      'getaddrinfo ENOTFOUND api.print-house.co.kr',
      'kim@studio.example',
      'EACCES: permission denied, open /home/kim/Weddings/Kim Lee_cover.pdf',
      String.raw`EBUSY: C:\Users\kim\Desktop\웨딩\김민수_이서연_표지.pdf`,
      'no row “Kim & Lee wedding” in the list',
      '서울특별시 강남구 테헤란로 152 김민수 010-1234-5678',
      'phone 010-1234-5678 is wrong',
    ];
    const text = diagnosticsText(
      input(
        secrets
          .map((secret) =>
            line({ message: secret, path: secret, error: { name: 'Error', message: secret, stack: secret } }),
          )
          .join('\n'),
      ),
    );
    expect(text).not.toMatch(
      /kim|Weddings|Lee|print\.example|print-house|192\.168|token=|010-|5678|[가-힣]|Zz09|\/home/i,
    );
    expect(text.match(/ECONNREFUSED|ENOTFOUND|EACCES|EBUSY/g)?.length).toBe(8);
  });

  it('leave out lines that nobody can read, and all but the newest', () => {
    const many = Array.from({ length: 90 }, (_, at) => line({ message: `number ${at}` }));
    const text = diagnosticsText(input(['PostgreSQL says 김민수', '{"level":"error","mess', ...many].join('\n')));
    expect(text).not.toMatch(/PostgreSQL|mess"|number 49\b/);
    expect(text).toMatch(/number 50\b[\s\S]*number 89\b/);
  });

  it('keep sentences of the code as they are', () => {
    for (const sentence of [
      'an error that nothing caught',
      'the library could not be opened',
      '2026-11-25T04:05:12.000Z',
    ])
      expect(withoutNames(sentence)).toBe(sentence);
  });
});
