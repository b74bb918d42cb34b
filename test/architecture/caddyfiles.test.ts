import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const deploy = resolve(import.meta.dirname, '../../deploy');
const home = mkdtempSync(join(tmpdir(), 'caddyfiles-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

it.each(['Caddyfile', 'Caddyfile.tls'])('deploy/%s is one that Caddy takes, with every address in it', (name) => {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_DATA_HOME: home,
    SANDBOX_HOST: 'sandbox.example.com',
    LIVE_HOST: 'live.example.com',
  };
  const words = ['--config', join(deploy, name), '--adapter', 'caddyfile'];
  const validated = spawnSync('caddy', ['validate', ...words], { encoding: 'utf8', env });
  expect(validated.status, validated.stderr).toBe(0);
  const adapted = spawnSync('caddy', ['adapt', ...words], { encoding: 'utf8', env });
  const { apps } = JSON.parse(adapted.stdout);
  const servers = Object.values(apps.http.servers) as { listen: string[]; automatic_https?: { disable?: boolean } }[];
  expect(servers.flatMap(({ listen }) => listen).toSorted()).toEqual(
    name === 'Caddyfile' ? ['127.0.0.1:2020', ':8080', ':8081'] : ['127.0.0.1:2020', ':443'],
  );
  for (const upstream of ['replica-1:3000', 'replica-2:3000', 'replica-1:3001', 'replica-2:3001'])
    expect(adapted.stdout).toContain(`"dial":"${upstream}"`);
  if (name === 'Caddyfile') return;
  expect(
    servers.some(({ automatic_https }) => automatic_https?.disable === true),
    'it goes after certificates by itself',
  ).toBe(false);
  for (const host of ['sandbox.example.com', 'live.example.com']) expect(adapted.stdout).toContain(host);
});
