import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../acceptance/ports.ts';
import { startProcess } from '../acceptance/service-process.ts';

it('the service that these suites call runs on the Node that the Dockerfile names', async () => {
  const dockerfile = await readFile(resolve(import.meta.dirname, '../../Dockerfile'), 'utf8');
  const [, wanted] = /^FROM node:(\d+\.\d+\.\d+)-/m.exec(dockerfile) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'image-node-'));
  const metricsPort = await freePort();
  const { stop } = await startProcess(['--data', folder, '--metrics-port', String(metricsPort)]);
  try {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(/^nodejs_version_info\{version="v([\d.]+)"/m.exec(metrics)?.[1]).toBe(wanted);
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
});
