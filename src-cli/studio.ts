import { resolve } from 'node:path';
import { BadArguments, USAGE, readArguments } from './arguments.ts';
import { preflightCommand } from './preflight-command.ts';

/** `resources` lies beside `dist`, in the repository and in a package alike. */
const RESOURCES = resolve(import.meta.dirname, '../../resources');
const output = {
  out: (text: string) => void process.stdout.write(text),
  problem: (text: string) => void process.stderr.write(text),
};

// Whoever reads may stop early, as head does; what was found is not lost by it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

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
  // Whatever went wrong, nothing was refused: a script must not take it for a verdict.
  process.exitCode = 2;
  output.problem(
    error instanceof BadArguments
      ? `studio: ${error.message}\n\n${USAGE}\n`
      : `studio: ${error instanceof Error ? error.stack : String(error)}\n`,
  );
}
