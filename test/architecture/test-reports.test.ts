import { expect, it } from 'vitest';

const { whyOf } = (await import('../../scripts/test-reports.mjs' as string)) as {
  whyOf: (text: string | undefined, tookMs?: number) => string;
};

it('the end of a run tells why a test failed, the last words of a process that is quoted included', () => {
  const log = Array.from({ length: 40 }, (_, line) => `{"level":"info","line":${line}}`).join('\n');
  const why = whyOf(
    `Error: the service ended with 1: (node:7) Warning: old\n${log}\n{"err":"EADDRINUSE"}\n    at start (/x.ts:1:1)`,
  );
  expect(why).toMatch(/^Error: the service ended with 1: \(node:7\) Warning: old \| .* … .*\{"err":"EADDRINUSE"\}$/);
  expect(why.length).toBeLessThan(800);
  expect(whyOf('Error: expected 1 to be 2\n    at test.ts:1:1')).toBe('Error: expected 1 to be 2');
  expect(whyOf('Error: STACK_TRACE_ERROR\n    at test.ts:1:1', 120_004)).toBe('was not done after 120 s');
});
