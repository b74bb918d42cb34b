import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CONTRACT_NAMES } from '../src-core/contract/profiles.ts';
import { serviceOptionsSchema } from '../src-core/ipc/service-host.ts';
import { shippedFiles } from './shipped-files.ts';
import { startService } from './start-service.ts';

const HELP = `The Book Print Service alone.

  --data DIR           where its database and files live (required)
  --contract NAME      ${CONTRACT_NAMES.join(' | ')} (default specified)
  --database-url URL   use this PostgreSQL instead of one of its own
  --credit AMOUNT      test credit of the accounts made on the first run
  --reissue-keys       new keys for the accounts that are there; the old ones stop working
  --sandbox-port N, --live-port N   fixed ports (default: free ones)
  --allow-local-addresses   webhooks and picture addresses may lead to this computer and to private networks
  --no-rate-limits     for load tests
  --openapi FILE       write the OpenAPI document and stop

Prints one JSON line when it is ready. SIGTERM or SIGINT stops it; a second one stops it at once.
`;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    contract: { type: 'string', default: 'specified' },
    'database-url': { type: 'string' },
    credit: { type: 'string', default: '0' },
    'reissue-keys': { type: 'boolean', default: false },
    'sandbox-port': { type: 'string', default: '0' },
    'live-port': { type: 'string', default: '0' },
    'allow-local-addresses': { type: 'boolean', default: false },
    'no-rate-limits': { type: 'boolean', default: false },
    openapi: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help || values.data === undefined) {
  console.error(HELP);
  process.exit(values.help ? 0 : 2);
}

const options = serviceOptionsSchema.safeParse({
  dataDir: resolve(values.data),
  contract: values.contract,
  databaseUrl: values['database-url'] ?? null,
  reissueKeys: values['reissue-keys'],
  openingSandboxCredit: Number(values.credit),
  allowLocalAddresses: values['allow-local-addresses'],
});
if (!options.success) {
  console.error(`These options do not fit: ${options.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`);
  process.exit(2);
}

const service = await startService(
  {
    ...options.data,
    files: shippedFiles(),
    rateLimited: !values['no-rate-limits'],
    sandboxPort: Number(values['sandbox-port']),
    livePort: Number(values['live-port']),
  },
  () => {},
  (line) => console.error(line),
).catch((error: unknown) => {
  console.error(`The service did not start: ${error instanceof Error ? error.message : String(error)}`);
  if (error instanceof Error && error.cause !== undefined) console.error(error.cause);
  process.exit(1);
});

let stopping = false;
const stop = () => {
  if (stopping) process.exit(1);
  stopping = true;
  service.close().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
};
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);

if (values.openapi !== undefined) {
  const document = await fetch(service.hello.sandboxUrl.replace(/\/v1$/, '/openapi.json'));
  await writeFile(values.openapi, `${JSON.stringify(await document.json(), null, 2)}\n`);
  stop();
} else {
  console.log(JSON.stringify(service.hello));
}
