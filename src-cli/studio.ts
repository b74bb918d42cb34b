import { resolve } from 'node:path';
import {
  BadArguments,
  USAGE,
  readArguments,
  readImportArguments,
  readOrderArguments,
  readWatchArguments,
} from './arguments.ts';
import { importCommand } from './import-command.ts';
import { orderCommand } from './order-command.ts';
import { preflightCommand } from './preflight-command.ts';
import { watchCommand } from './watch-command.ts';

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
  } else if (command === 'import') {
    process.exitCode = await importCommand(readImportArguments(rest, process.env), RESOURCES, output);
  } else if (command === 'watch') {
    process.exitCode = await watchCommand(readWatchArguments(rest, process.env), RESOURCES, output, stopped());
  } else if (command === 'order') {
    process.exitCode = await orderCommand(readOrderArguments(rest, process.env), RESOURCES, output);
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

/** Says when somebody stops the command: what is known by then decides how it ends. */
function stopped(): AbortSignal {
  const abort = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort());
  return abort.signal;
}
