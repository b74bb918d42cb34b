import { describe, expect, it } from 'vitest';
import { OPTION_NAMES, readCommandLine, type Command } from './command-line.ts';

function startOf(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const command = readCommandLine(['--data', 'somewhere', ...words], environment);
  if (command.kind !== 'start') throw new Error(command.text);
  return command;
}
const refusalOf = (...words: string[]): string => {
  const command: Command = readCommandLine(['--data', 'somewhere', ...words], {});
  expect(command).toMatchObject({ kind: 'help', exitCode: 2 });
  return command.kind === 'help' ? command.text : '';
};

describe('the command line', () => {
  it('starts a service of this computer alone when nothing else is asked for', () => {
    expect(startOf([]).start).toMatchObject({
      databaseUrl: null,
      rateLimited: true,
      blobs: { kind: 'disk' },
      network: { host: '127.0.0.1', publicUrls: null, trustedProxies: [], metricsPort: null },
      stopping: { drainMs: 0, finishMs: 5_000 },
    });
  });

  it('starts one of several processes', () => {
    const words =
      '--host 0.0.0.0 --public-sandbox-url https://sandbox.example/ --public-live-url https://live.example --trust-proxy 10.0.0.0/8,fd00::1 --metrics-port 9000';
    const more = '--s3-bucket books --s3-endpoint http://s3:9000 --s3-prefix p/ --drain-seconds 3 --finish-seconds 0.5';
    expect(
      startOf([...words.split(' '), ...more.split(' ')], { DATABASE_URL: 'postgres://db/books' }).start,
    ).toMatchObject({
      databaseUrl: 'postgres://db/books',
      blobs: { kind: 's3', bucket: 'books', endpoint: 'http://s3:9000', region: 'us-east-1', prefix: 'p/' },
      network: {
        host: '0.0.0.0',
        publicUrls: { sandbox: 'https://sandbox.example', live: 'https://live.example' },
        trustedProxies: ['10.0.0.0/8', 'fd00::1'],
        metricsPort: 9000,
      },
      stopping: { drainMs: 3_000, finishMs: 500 },
    });
  });

  it('refuses what does not fit, by the name of the option', () => {
    expect(refusalOf('--sandbox-port', '70000')).toContain('sandbox-port');
    expect(refusalOf('--log-level', 'loud')).toContain('log-level');
    expect(refusalOf('--trust-proxy', 'everybody')).toContain('trust-proxy');
    expect(refusalOf('--s3-endpoint', 'http://s3:9000')).toContain('s3-bucket');
    expect(refusalOf('--no-such-option')).toContain('--no-such-option');
    expect(refusalOf('--credit', 'much')).toBe('These options do not fit: --credit: not a number\n');
    for (const words of [['--credit=-5'], ['--credit', '-5'], ['--credit', '-.5']])
      expect(refusalOf(...words)).toBe('These options do not fit: --credit: Too small: expected number to be >=0\n');
  });

  it('takes an empty value for none of its own', () => {
    for (const name of ['sandbox-port', 'metrics-port', 'drain-seconds', 'credit'])
      expect(refusalOf(`--${name}=`)).toBe(`These options do not fit: --${name}: not a number\n`);
    expect(startOf(['--credit', '1000000', '--finish-seconds', '0.5']).start).toMatchObject({
      openingSandboxCredit: 1_000_000,
      stopping: { finishMs: 500 },
    });
  });

  it('takes an empty address of a database, and of proxies, for none', () => {
    expect(startOf([], { DATABASE_URL: '' }).start.databaseUrl).toBeNull();
    expect(startOf(['--database-url=']).start.databaseUrl).toBeNull();
    expect(startOf(['--database-url='], { DATABASE_URL: 'postgres://db/books' }).start.databaseUrl).toBe(
      'postgres://db/books',
    );
    expect(startOf(['--trust-proxy=']).start.network.trustedProxies).toEqual([]);
  });

  it('takes an amount however it is written down, and none that the ledger could not hold exactly', () => {
    for (const [text, amount] of [
      ...[['1e6', 1_000_000] as const, ['+5', 5] as const, ['5.', 5] as const, ['.5', 0.5] as const],
      ...[['0', 0] as const, ['12.34', 12.34] as const, ['90071992547409.91', 90_071_992_547_409.91] as const],
    ])
      expect(startOf([`--credit=${text}`]).start.openingSandboxCredit, text).toBe(amount);
    for (const text of ['', ' ', 'Infinity', '1e999', 'NaN', '5 won'])
      expect(refusalOf(`--credit=${text}`), text).toBe('These options do not fit: --credit: not a number\n');
    for (const text of ['1e14', '99999999999999999999999'])
      expect(refusalOf(`--credit=${text}`), text).toMatch(/: --credit: Too big[^;]*\n$/);
    for (const text of ['0.005', '1e-7'])
      expect(refusalOf(`--credit=${text}`), text).toBe('These options do not fit: --credit: more than two decimals\n');
  });

  it('says that the data folder is missing', () => {
    for (const words of [[], ['--data=']])
      expect(readCommandLine(words, {})).toMatchObject({
        exitCode: 2,
        text: expect.stringMatching(/^--data is missing\n/) as string,
      });
  });

  it('refuses to be reached from elsewhere without saying under which names', () => {
    expect(refusalOf('--host', '0.0.0.0')).toMatch(/public-sandbox-url.*public-live-url/);
    expect(refusalOf('--public-live-url', 'https://live.example')).toContain('public-sandbox-url');
  });

  it('explains every option', () => {
    const help = readCommandLine(['--help'], {});
    expect(help).toMatchObject({ kind: 'help', exitCode: 0 });
    for (const name of OPTION_NAMES) expect(help.kind === 'help' && help.text).toContain(`--${name}`);
  });
});
