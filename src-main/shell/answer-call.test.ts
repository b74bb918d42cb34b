import { expect, test } from 'vitest';
import type { Handlers } from '../../src-core/ipc/contract.ts';
import { answerCall, type CallRules } from './answer-call.ts';
import { isAppUrl } from './app-scheme.ts';
import { ShellError } from './shell-error.ts';

const page = { url: 'app://studio/', isMainFrame: true };

function rulesWith(handlers: Partial<Handlers>): CallRules & { readonly lines: unknown[] } {
  const lines: unknown[] = [];
  return {
    // Only the named channels are called in these tests.
    handlers: handlers as Handlers,
    isTrusted: ({ url }) => isAppUrl(url),
    describe: (error) => (error instanceof ShellError ? error.toWire() : null),
    log: { write: (_level, message, fields) => lines.push({ message, ...fields }) },
    lines,
  };
}

const undo = rulesWith({ 'imports.undo': async ({ importId }) => ({ removed: importId.length }) });

test('a good call is answered', async () => {
  expect(await answerCall(undo, page, { channel: 'imports.undo', input: { importId: 'abc' } })).toEqual({
    ok: true,
    value: { removed: 3 },
  });
});

test.each([
  ['no frame', null],
  ['a frame inside of the page', { url: 'app://studio/', isMainFrame: false }],
  ['another page', { url: 'http://example.invalid/?next=app://studio', isMainFrame: true }],
  ['a blank page', { url: 'about:blank', isMainFrame: true }],
])('%s is not answered', async (_who, sender) => {
  expect(await answerCall(undo, sender, { channel: 'imports.undo', input: { importId: 'abc' } })).toMatchObject({
    ok: false,
    error: { code: 'IPC_BAD_SENDER' },
  });
});

test.each([
  [null],
  ['imports.undo'],
  [{ channel: 'nothing.here', input: {} }],
  [{ channel: '__proto__', input: {} }],
  [{ channel: 'constructor', input: {} }],
])('what is no call of the contract is refused: %j', async (raw) => {
  expect(await answerCall(undo, page, raw)).toMatchObject({ ok: false, error: { code: 'IPC_UNKNOWN_CHANNEL' } });
});

test('input that the contract does not allow never reaches the handler', async () => {
  expect(await answerCall(undo, page, { channel: 'imports.undo', input: { importId: 7 } })).toMatchObject({
    ok: false,
    error: { code: 'IPC_BAD_INPUT' },
  });
});

test('a failure with words keeps them, any other becomes INTERNAL without its message', async () => {
  const known = rulesWith({
    'app.info': async () => Promise.reject(new ShellError('SERVICE_START_FAILED', { key: 'shell.error.badSender' })),
  });
  expect(await answerCall(known, page, { channel: 'app.info', input: {} })).toEqual({
    ok: false,
    error: { code: 'SERVICE_START_FAILED', text: { key: 'shell.error.badSender' } },
  });
  const unknown = rulesWith({ 'app.info': async () => Promise.reject(new Error('/home/kim/secret')) });
  const reply = await answerCall(unknown, page, { channel: 'app.info', input: {} });
  expect(reply).toEqual({ ok: false, error: { code: 'INTERNAL', text: { key: 'shell.error.internal' } } });
  expect(unknown.lines).toHaveLength(1);
});

test('output that the contract does not know is a failure, and fields that it does not name are dropped', async () => {
  const wrong = rulesWith({ 'imports.undo': async () => ({ removed: 1.5 }) });
  expect(await answerCall(wrong, page, { channel: 'imports.undo', input: { importId: 'a' } })).toMatchObject({
    ok: false,
    error: { code: 'INTERNAL' },
  });
  const chatty = rulesWith({ 'imports.undo': async () => ({ removed: 1, path: '/home/kim' }) });
  expect(await answerCall(chatty, page, { channel: 'imports.undo', input: { importId: 'a' } })).toEqual({
    ok: true,
    value: { removed: 1 },
  });
});
