import {
  BadArguments,
  USAGE,
  readArguments,
  readBackupArguments,
  readImportArguments,
  readOrderArguments,
  readWatchArguments,
} from './arguments.ts';
import { backupCommand, usualDataFolder } from './backup-command.ts';
import { importCommand } from './import-command.ts';
import { productVersion, resourcesFolder } from './installation.ts';
import { orderCommand } from './order-command.ts';
import { preflightCommand } from './preflight-command.ts';
import { SHELL_FILES, shellFile } from './shell-files.ts';
import { standardOutput } from './standard-output.ts';
import { watchCommand } from './watch-command.ts';

const systemClock = { nowMs: () => Date.now() };
const RESOURCES = resourcesFolder();
const output = standardOutput();
const HELP = ['--help', '-h'];

const [command, ...rest] = process.argv.slice(2);
try {
  if (command === undefined || command === 'help' || [command, ...rest].some((word) => HELP.includes(word))) {
    output.out(`${USAGE}\n`);
  } else if (command === '--version') {
    output.out(`studio ${productVersion()}\n`);
  } else if (command === 'shell-file') {
    const name = SHELL_FILES.find((one) => one === rest[0]);
    if (name === undefined) throw new BadArguments(`shell-file: one of ${SHELL_FILES.join(', ')}`);
    output.out(shellFile(name, productVersion()));
  } else if (command === 'preflight') {
    process.exitCode = await preflightCommand(readArguments(rest, process.env), RESOURCES, output);
  } else if (command === 'import') {
    process.exitCode = await importCommand(readImportArguments(rest, process.env), RESOURCES, output);
  } else if (command === 'watch') {
    process.exitCode = await watchCommand(
      readWatchArguments(rest, process.env),
      RESOURCES,
      output,
      AbortSignal.any([stopped(), output.unread]),
    );
  } else if (command === 'order') {
    process.exitCode = await orderCommand(readOrderArguments(rest, process.env), RESOURCES, output);
  } else if (command === 'backup' || command === 'restore') {
    const asked = readBackupArguments(rest, process.env, usualDataFolder(process.env));
    process.exitCode = await backupCommand(command, asked, RESOURCES, output, systemClock, stopped());
  } else {
    throw new BadArguments(`there is no command ${command}`);
  }
} catch (error) {
  // Whatever went wrong, nothing was refused: a script must not take it for a verdict.
  process.exitCode = 2;
  const reason = error instanceof Error ? error.message : String(error);
  const help = error instanceof BadArguments ? '\nstudio --help tells how it is used' : '';
  output.problem(`studio: ${reason}${help}\n`);
  // Where a program of ours is at fault, whoever looks into it asks for more than a line.
  if (process.env['STUDIO_TRACE'] !== undefined && error instanceof Error) output.problem(`${error.stack}\n`);
}
await output.arrived();

/** Says when somebody stops the command: what is known by then decides how it ends. */
function stopped(): AbortSignal {
  const abort = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort());
  return abort.signal;
}
