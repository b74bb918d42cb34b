import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readCommandLine } from '../../src-service/command-line.ts';
import { textOf } from './source-files.ts';

const serviceSchema = z.object({
  image: z.string(),
  build: z.string().optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  volumes: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
  restart: z.string().optional(),
  stop_grace_period: z.string().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
});

const compose = z
  .object({ services: z.record(z.string(), serviceSchema), volumes: z.record(z.string(), z.null()) })
  .parse(parse(textOf('compose.yaml'), { merge: true }));
const { services, volumes } = compose;
const replicas = Object.entries(services).filter(([name]) => name.startsWith('replica-'));

/** The Node that the suites can be run on (scripts/service-node.mjs): the image's. */
const SERVICE_NODE_VERSION = /SERVICE_NODE_VERSION = '([\d.]+)'/.exec(textOf('scripts/service-node.mjs'))?.[1] ?? '';

/** With every variable at its default, as `docker compose up` alone has it. */
const atDefaults = (text: string) => text.replace(/\$\{\w+:-([^}]*)\}/g, '$1');
const environmentOf = (service: z.infer<typeof serviceSchema>) =>
  Object.fromEntries(Object.entries(service.environment ?? {}).map(([name, value]) => [name, atDefaults(value)]));

function startOf(name: string) {
  const service = services[name];
  if (!service?.command) throw new Error(`${name} has no command`);
  const command = readCommandLine(service.command.map(atDefaults), environmentOf(service));
  if (command.kind !== 'start') throw new Error(command.text);
  return command;
}

describe('compose.yaml', () => {
  it('starts two replicas of the service, PostgreSQL, an S3 store and a proxy', () => {
    expect(Object.keys(services).toSorted()).toEqual(['database', 'proxy', 'replica-1', 'replica-2', 's3', 'setup']);
  });

  it('gives the replicas a command line that the service takes: shared stores, public addresses, a trusted proxy', () => {
    for (const [name] of replicas) {
      expect(startOf(name)).toMatchObject({
        prepareOnly: false,
        start: {
          databaseUrl: 'postgres://books:change-me@database:5432/books',
          rateLimited: true,
          blobs: { kind: 's3', endpoint: 'http://s3:8333', bucket: 'books' },
          network: {
            host: '0.0.0.0',
            publicUrls: { sandbox: 'http://localhost:8080', live: 'http://localhost:8081' },
            trustedProxies: ['172.30.99.0/24'],
            metricsPort: 9464,
          },
        },
      });
    }
    expect(textOf('compose.yaml')).toContain('subnet: 172.30.99.0/24');
  });

  it('prepares database, bucket and first accounts once, before any replica starts', () => {
    expect(startOf('setup')).toMatchObject({
      prepareOnly: true,
      start: { openingSandboxCredit: 1_000_000, blobs: startOf('replica-1').start.blobs },
    });
    for (const [, replica] of replicas)
      expect(replica.depends_on?.['setup']).toEqual({ condition: 'service_completed_successfully' });
  });

  it('lets a replica finish before it is killed', () => {
    for (const [name, replica] of replicas) {
      const { drainMs, finishMs } = startOf(name).start.stopping;
      // Then come background work, threads and the database, with 5 s each at most.
      expect(Number.parseInt(replica.stop_grace_period ?? '', 10) * 1_000).toBeGreaterThanOrEqual(
        drainMs + finishMs + 15_000,
      );
    }
  });

  it('pins every image to a version, builds its own', () => {
    for (const [name, { image, build }] of Object.entries(services)) {
      if (build !== undefined) expect(image).toBe('book-print-service:local');
      else expect(image, name).toMatch(/:\d+\.\d+(\.\d+)?(-\w+)?@sha256:[0-9a-f]{64}$/);
    }
    const bases = [...textOf('Dockerfile').matchAll(/^FROM (\S+)/gm)].map((match) => match[1]);
    expect(bases).toHaveLength(2);
    for (const base of bases)
      expect(base).toMatch(
        new RegExp(`^node:${SERVICE_NODE_VERSION.replaceAll('.', '\\.')}-bookworm-slim@sha256:[0-9a-f]{64}$`),
      );
  });

  it('names no store that nobody keeps up, and PostgreSQL of the present version', () => {
    expect(services['s3']?.image).not.toMatch(/minio/i);
    expect(services['database']?.image).toMatch(/^postgres:18\./);
    // The image of 18 refuses a volume at the place of before.
    expect(services['database']?.volumes).toEqual(['database:/var/lib/postgresql']);
  });

  it('lets the service write to nothing but its staging folder and a temporary one', () => {
    for (const name of ['setup', ...replicas.map(([replica]) => replica)]) {
      expect(services[name]).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] });
      expect(services[name]?.volumes).toEqual([expect.stringMatching(/:\/data$/)]);
    }
  });

  it('asks every lasting part for its health, and waits for it', () => {
    for (const [name, service] of Object.entries(services)) {
      if (name !== 'setup') expect(service.healthcheck?.test[0], name).toBe('CMD');
      expect(service.restart, name).toBeDefined();
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(services[other], `${name} depends on ${other}`).toBeDefined();
        expect(condition).toBe(other === 'setup' ? 'service_completed_successfully' : 'service_healthy');
      }
    }
  });

  it('keeps data and S3 objects in volumes, and a staging folder for each replica', () => {
    const used = Object.values(services).flatMap((service) =>
      (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '').filter((source) => !source.startsWith('.')),
    );
    expect(used.toSorted()).toEqual(Object.keys(volumes).toSorted());
    expect(new Set(used).size).toBe(used.length);
  });

  it('opens nothing but the proxy to the outside', () => {
    expect(
      Object.entries(services)
        .filter(([, { ports }]) => ports !== undefined)
        .map(([name]) => name),
    ).toEqual(['proxy']);
  });

  it('sends the proxy to the ports that the replicas listen on', () => {
    const spread = textOf('deploy/replicas.caddy');
    for (const [name] of replicas) {
      const { sandboxPort, livePort } = startOf(name).start;
      expect(spread).toMatch(new RegExp(`\\(sandbox\\) \\{\\s+reverse_proxy [^\\n]*${name}:${sandboxPort}`));
      expect(spread).toMatch(new RegExp(`\\(live\\) \\{\\s+reverse_proxy [^\\n]*${name}:${livePort}`));
    }
    expect(services['proxy']?.ports).toEqual(['8080:8080', '8081:8081']);
  });

  it('opens 80 and 443 for TLS, asks for the names, and keeps the certificates', () => {
    const tls = z
      .object({
        services: z.object({
          proxy: z.object({
            command: z.array(z.string()),
            environment: z.record(z.string(), z.string()),
            ports: z.array(z.string()),
            volumes: z.array(z.string()),
          }),
        }),
        volumes: z.record(z.string(), z.null()),
      })
      .parse(parse(textOf('deploy/tls.yaml')));
    const { proxy } = tls.services;
    expect(proxy.ports).toEqual(expect.arrayContaining(['80:80', '443:443']));
    expect(proxy.command).toContain('/etc/caddy/Caddyfile.tls');
    expect(proxy.volumes).toEqual(['certificates:/data']);
    expect(Object.keys(tls.volumes)).toEqual(['certificates']);
    for (const [name, value] of Object.entries(proxy.environment)) {
      expect(value).toContain(`\${${name}:?`);
      expect(textOf('deploy/Caddyfile.tls')).toContain(`{$${name}}`);
      expect(textOf('docs/reference/scaled.md')).toContain(`\`${name}\``);
    }
  });

  it('has its variables and options explained', () => {
    const page = textOf('docs/reference/scaled.md');
    for (const [, variable] of textOf('compose.yaml').matchAll(/\$\{(\w+):-/g))
      expect(page).toContain(`\`${variable}\``);
    for (const word of [...(services['setup']?.command ?? []), ...(services['replica-1']?.command ?? [])]) {
      if (word.startsWith('--')) expect(page).toContain(`\`${word.split('=')[0]}`);
    }
  });
});
