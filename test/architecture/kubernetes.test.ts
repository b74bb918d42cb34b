import { readdirSync } from 'node:fs';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service } from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../src-service/command-line.ts';
import { ROOT, textOf } from './source-files.ts';

const FOLDER = 'deploy/kubernetes';
const { resources, images } = parse(textOf(`${FOLDER}/kustomization.yaml`)) as {
  resources: string[];
  images: { name: string; newTag: string }[];
};

/** Kubernetes' own schemas, by kind. */
const KINDS = { Namespace, ConfigMap, Job, Deployment, PodDisruptionBudget, Service, Ingress };
type Kind = keyof typeof KINDS;
interface Manifest {
  readonly kind: Kind;
  readonly apiVersion: string;
  readonly metadata: { readonly name: string };
  // As the file has it; the schema has been held against it.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly [part: string]: any;
}
const manifests = resources.flatMap((file) =>
  parseAllDocuments(textOf(`${FOLDER}/${file}`)).map((document) => document.toJS() as Manifest),
);
const named = (kind: Kind, name: string): Manifest => {
  const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  if (found === undefined) throw new Error(`no ${kind} ${name}`);
  return found;
};

const settings = named('ConfigMap', 'book-print')['data'] as Record<string, string>;
const podOf = (manifest: Manifest) => manifest['spec'].template.spec;
const containerOf = (manifest: Manifest) => podOf(manifest).containers[0];
const setup = named('Job', 'setup');
const replica = named('Deployment', 'replica');

function startOf(manifest: Manifest) {
  const words = (containerOf(manifest).args as string[]).map((word) =>
    word.replace(/\$\((\w+)\)/g, (whole, name: string) => settings[name] ?? whole),
  );
  const command = readCommandLine(words, { DATABASE_URL: 'postgres://books:secret@database:5432/books' });
  if (command.kind !== 'start') throw new Error(command.text);
  return command;
}

describe('deploy/kubernetes', () => {
  it('holds what the schemas of Kubernetes allow, and applies every file', () => {
    for (const manifest of manifests) {
      const { apiVersion, kind, ...rest } = manifest;
      const model = new KINDS[kind](rest as never);
      expect([model.apiVersion, model.kind]).toEqual([apiVersion, kind]);
      expect(() => model.validate(), `${kind} ${manifest.metadata.name}`).not.toThrow();
    }
    const files = readdirSync(`${ROOT}/${FOLDER}`).filter((file) => file !== 'kustomization.yaml');
    expect(files.toSorted()).toEqual(resources.toSorted());
    expect(new Set(manifests.map(({ kind }) => kind)).size).toBe(Object.keys(KINDS).length);
  });

  it('runs this version of the service', () => {
    const { version } = JSON.parse(textOf('package.json')) as { version: string };
    expect(images).toEqual([{ name: 'book-print-service', newName: expect.any(String), newTag: version }]);
    for (const manifest of [setup, replica]) expect(containerOf(manifest).image).toBe(images[0]?.name);
  });

  it('gives the program a command line that it takes: shared stores, public addresses, a trusted proxy', () => {
    const { start, prepareOnly } = startOf(replica);
    expect(prepareOnly).toBe(false);
    expect(start).toMatchObject({
      databaseUrl: 'postgres://books:secret@database:5432/books',
      rateLimited: true,
      renderings: 1,
      blobs: { kind: 's3', bucket: 'books' },
      network: { host: '0.0.0.0', metricsPort: 9464, trustedProxies: [settings['PROXY_RANGE']] },
    });
    expect(startOf(setup)).toMatchObject({ prepareOnly: true, start: { blobs: start.blobs } });
    const hosts = named('Ingress', 'book-print')['spec'].rules.map(({ host }: { host: string }) => `https://${host}`);
    expect(Object.values(start.network.publicUrls ?? {})).toEqual(hosts);
    expect(named('Ingress', 'book-print')['spec'].tls[0].hosts.map((host: string) => `https://${host}`)).toEqual(hosts);
  });

  it('leads partners to the ports of their environment alone, and probes to the one that they do not reach', () => {
    const { start } = startOf(replica);
    const ports = new Map(
      containerOf(replica).ports.map((port: { name: string; containerPort: number }) => [
        port.name,
        port.containerPort,
      ]),
    );
    expect(ports.get('sandbox')).toBe(start.sandboxPort);
    expect(ports.get('live')).toBe(start.livePort);
    expect(ports.get('measures')).toBe(start.network.metricsPort);
    for (const name of ['sandbox', 'live']) {
      const service = named('Service', name)['spec'];
      expect(service.selector).toEqual(replica['spec'].selector.matchLabels);
      expect(service.ports.map((port: { targetPort: string }) => port.targetPort)).toEqual([name]);
    }
    const { startupProbe, readinessProbe, livenessProbe } = containerOf(replica);
    expect([startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => [httpGet.path, httpGet.port])).toEqual([
      ['/health/live', 'measures'],
      ['/health/ready', 'measures'],
      ['/health/live', 'measures'],
    ]);
    expect(replica['spec'].template.metadata.annotations['prometheus.io/port']).toBe(String(start.network.metricsPort));
  });

  it('lets a replica finish before it is killed, and takes none away before another is ready', () => {
    const { drainMs, finishMs } = startOf(replica).start.stopping;
    const { terminationGracePeriodSeconds } = podOf(replica);
    expect(terminationGracePeriodSeconds * 1_000).toBeGreaterThanOrEqual(drainMs + finishMs + 15_000);
    const { readinessProbe } = containerOf(replica);
    expect(drainMs / 1_000).toBeGreaterThan(readinessProbe.periodSeconds * readinessProbe.failureThreshold);
    expect(replica['spec'].strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
    expect(named('PodDisruptionBudget', 'replica')['spec'].minAvailable).toBeLessThan(replica['spec'].replicas);
  });

  it('lets the program do nothing that it need not, and keeps no secret in a file', () => {
    for (const manifest of [setup, replica]) {
      expect(containerOf(manifest).securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(podOf(manifest)).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(containerOf(manifest).volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual([
        '/data',
        '/tmp',
      ]);
      expect(containerOf(manifest).envFrom).toContainEqual({ secretRef: { name: 'book-print' } });
    }
    expect(manifests.filter(({ kind }) => (kind as string) === 'Secret')).toEqual([]);
    expect(Object.keys(settings).filter((name) => /PASSWORD|SECRET|KEY|DATABASE/.test(name))).toEqual([]);
  });
});
