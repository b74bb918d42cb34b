import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Programs } from './programs.ts';

const RETRY_MS = 100;
/** Processes of a PostgreSQL that was killed hold its folder until each has noticed. */
const HELD_LIMIT_MS = 20_000;
const HELD = /lock file "postmaster\.pid" already exists|pre-existing shared memory block/;

/** So that messages can be read by rule, and those who run PostgreSQL read one language. */
export const PLAIN_MESSAGES = { LC_ALL: 'C', LC_MESSAGES: 'C' } as const;

/** The environment of a child: of this process, without what would have libpq or PostgreSQL look elsewhere. */
export const childEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG'))),
  ...PLAIN_MESSAGES,
});

export const asAccount = ({ account }: Programs) => (account === null ? {} : { uid: account.uid, gid: account.gid });

/** Runs a program to its end; what it says goes nowhere unless it fails. Throws with its last words. */
export function runProgram(
  programs: Programs,
  program: string,
  words: readonly string[],
  { cwd, input = '' }: { readonly cwd: string; readonly input?: string },
): Promise<string> {
  return new Promise((done, failed) => {
    const child = spawn(program, words, {
      ...asAccount(programs),
      cwd,
      env: childEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let output = '';
    let complaint = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (complaint += String(chunk)));
    child.once('error', failed);
    child.once('close', (code, signal) =>
      code === 0 ? done(output) : failed(new Error(`${program} ended with ${code ?? signal}: ${complaint.trim()}`)),
    );
    // One that ends before it has read everything says so by its exit code.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/**
 * Statements, each on one line, as the superuser, without a server: who may write the data folder may do this, and nobody
 * else needs to. Also brings a folder whose server was killed back to a consistent state. Answers what the statements
 * printed. Throws at the first that fails; no log has heard of the statements.
 */
export async function inSingleUserMode(
  programs: Programs,
  dataDir: string,
  database: string,
  statements: readonly string[],
): Promise<string> {
  const words = [
    '--single',
    '-D',
    dataDir,
    '-c',
    'exit_on_error=true',
    '-c',
    'log_min_error_statement=panic',
    '-c',
    'lc_messages=C',
    database,
  ];
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    try {
      return await runProgram(programs, programs.postgres, words, {
        cwd: dataDir,
        input: `${statements.join('\n')}\n`,
      });
    } catch (error) {
      if (waitedMs >= HELD_LIMIT_MS || !(error instanceof Error && HELD.test(error.message))) throw error;
      await delay(RETRY_MS);
    }
  }
}
