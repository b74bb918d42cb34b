import { resolve } from 'node:path';
import { BadArguments, USAGE, readArguments } from './arguments.ts';
import { preflightCommand } from './preflight-command.ts';

/** `resources` lies beside `dist`, in the repository and in a package alike. */
const RESOURCES = resolve(import.meta.dirname, '../../resources');
const output = { out: (text: string) => void process.stdout.write(text), problem: (text: string) => void process.stderr.write(text) };

const [command, ...rest] = process.argv.slice(2);
try {
  if (command === undefined || command === '--help' || command === 'help' || rest.includes('--help')) {
    output.out(`${USAGE}\n`);
  } else if (command === 'preflight') {
    process.exitCode = await preflightCommand(readArguments(rest, process.env), RESOURCES, output);
  } else {
    throw new BadArguments(`there is no command ${command}`);
  }
} catch (error) {
  if (!(error instanceof BadArguments)) throw error;
  output.problem(`studio: ${error.message}\n\n${USAGE}\n`);
  process.exitCode = 2;
}
