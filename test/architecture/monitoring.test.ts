import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { openMetrics } from '../../src-service/observability/metrics.ts';
import type { ServiceContext } from '../../src-service/context.ts';
import { textOf } from './source-files.ts';

const { findPromtool } = (await import('../../scripts/promtool.mjs' as string)) as { findPromtool(): string };
const folder = resolve(import.meta.dirname, '../../deploy/monitoring');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}
const rules = (parse(textOf('deploy/monitoring/alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);

interface Panel {
  readonly title: string;
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
  readonly targets?: readonly { readonly expr: string }[];
}
const { panels } = JSON.parse(textOf('deploy/monitoring/dashboard.json')) as { panels: Panel[] };

/** The names under which a process tells its measures, as Prometheus keeps them. */
async function toldNames(): Promise<ReadonlySet<string>> {
  const away = new Proxy(
    {},
    {
      get: () => () => {
        throw new Error('no database');
      },
    },
  );
  const context = { db: away, clock: { nowMs: Date.now }, processName: 'this', paymentGateways: new Map() };
  const metrics = openMetrics(
    { use: () => ({ open: 0, idle: 0, waiting: 0 }) },
    context as unknown as ServiceContext,
    '1.0.0',
  );
  const { text } = await metrics.read();
  return new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name ?? ''],
    ),
  );
}

const namesIn = (expr: string) => expr.match(/\b(book_print|process|nodejs)_\w+/g) ?? [];

describe('deploy/monitoring', () => {
  it('asks for nothing that no process tells', async () => {
    const told = await toldNames();
    const asked = [
      ...rules.map(({ expr }) => expr),
      ...panels.flatMap(({ targets }) => targets ?? []).map(({ expr }) => expr),
    ];
    const names = new Set(asked.flatMap(namesIn));
    expect(names.size).toBeGreaterThan(14);
    expect([...names].filter((name) => !told.has(name))).toEqual([]);
  });

  it('shows each measure of the service, or wakes somebody over it', async () => {
    const asked = new Set(
      [...rules, ...panels.flatMap(({ targets }) => targets ?? [])].flatMap(({ expr }) => namesIn(expr)),
    );
    const isAsked = (name: string) => asked.has(name) || asked.has(name.replace(/_(sum|count)$/, '_bucket'));
    const unasked = [...(await toldNames())].filter((name) => name.startsWith('book_print_') && !isAsked(name));
    // How many of the open connections nobody uses says little beside the calls that wait for one.
    expect(unasked).toEqual(['book_print_database_connections_idle']);
  });

  it('says of each alert what happened and what to do, and whether it can wait', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { labels, annotations } of rules) {
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(Object.keys(annotations)).toEqual(['summary', 'action']);
    }
  });

  it('lays no panel over another', () => {
    const cells = panels.flatMap(({ gridPos: { h, w, x, y } }) =>
      Array.from({ length: h * w }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  it('is understood by Prometheus, and fires when it should and only then', { timeout: 180_000 }, () => {
    const promtool = findPromtool();
    for (const words of [
      ['check', 'rules', '--lint-fatal', 'alerts.yaml'],
      ['test', 'rules', 'alerts.test.yaml'],
    ]) {
      const run = spawnSync(promtool, words, { cwd: folder, encoding: 'utf8' });
      expect(run.status, `${run.stdout}${run.stderr}`).toBe(0);
    }
    // Each alert is tried.
    const tried = textOf('deploy/monitoring/alerts.test.yaml');
    expect(rules.map(({ alert }) => alert).filter((alert) => !tried.includes(alert))).toEqual([]);
  });
});
