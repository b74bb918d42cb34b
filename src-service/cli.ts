import { writeFile } from 'node:fs/promises';
import { readCommandLine } from './command-line.ts';
import { jsonLog } from './observability/service-log.ts';
import { shippedFiles } from './shipped-files.ts';
import { prepareService, startService } from './start-service.ts';

const command = readCommandLine(process.argv.slice(2), process.env);
if (command.kind === 'help') {
  (command.exitCode === 0 ? process.stdout : process.stderr).write(command.text);
  process.exit(command.exitCode);
}

const log = jsonLog(command.logLevel);
const options = { ...command.start, files: shippedFiles() };
const failed = (what: string) => (error: unknown) => {
  log.error(what, error);
  log.flush();
  process.exit(1);
};
const ended = () => {
  log.flush();
  process.exit(0);
};

/** Settles when the line has been handed to the system: it is there for whoever reads, whatever becomes of this process. */
const print = (line: unknown) =>
  new Promise<void>((done, refused) =>
    process.stdout.write(`${JSON.stringify(line)}\n`, (error) => (error ? refused(error) : done())),
  );

if (command.prepareOnly) {
  await prepareService(options, log, (keys) => print({ prepared: true, keys })).catch(
    failed('The service could not be prepared'),
  );
  ended();
}

const service = await startService(options, () => {}, log).catch(failed('The service did not start'));

let stopping = false;
const stop = () => {
  if (stopping) process.exit(1);
  stopping = true;
  service.close().then(ended, failed('The service did not stop cleanly'));
};
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
// Whoever runs it starts another one, on whatever port is free then.
service.onDatabase((state) => {
  if (state !== 'lost' || stopping) return;
  stopping = true;
  const lost = failed('The database did not come back: the service ends');
  service.close().then(() => lost(null), lost);
});

if (command.openApiFile !== null) {
  const document = await fetch(service.hello.sandboxUrl.replace(/\/v1$/, '/openapi.json'));
  if (!document.ok) failed('There is no OpenAPI document')(new Error(`/openapi.json answered ${document.status}`));
  await writeFile(command.openApiFile, `${JSON.stringify(await document.json(), null, 2)}\n`);
  stop();
} else {
  await print(service.hello).then(service.shown).catch(failed('The service could not say that it is ready'));
}
