import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../acceptance/seeded.ts';
import type { Figures, Round } from './round.ts';

export interface SoakPlan {
  /** Taken in turn. */
  readonly rounds: readonly Round[];
  /** Round number n runs under `seed + n`: `--seed` of that sum, `--only` its name and `--rounds 1` run it alone. */
  readonly seed: number;
  /** No round begins after these. */
  readonly minutes: number;
  readonly mostRounds: number;
  /** No round begins after so many kills. */
  readonly mostKills?: number;
  readonly say: (line: string) => void;
}

export interface RoundOutcome {
  readonly name: string;
  readonly seed: number;
  readonly tookMs: number;
  /** Null: the round did not come to its end. */
  readonly figures: Figures | null;
  /** What did not hold, in words; null when everything did. */
  readonly broken: string | null;
}

/** Runs rounds one after the other until the time or their number is used up. None is kept from running by one that broke. */
export async function runRounds({
  rounds,
  seed,
  minutes,
  mostRounds,
  mostKills = Infinity,
  say,
}: SoakPlan): Promise<readonly RoundOutcome[]> {
  const outcomes: RoundOutcome[] = [];
  const endMs = performance.now() + minutes * 60_000;
  for (let number = 0; number < mostRounds && killsOf(outcomes) < mostKills && performance.now() < endMs; number += 1) {
    const round = rounds[number % rounds.length];
    if (round === undefined) break;
    const outcome = await runRound(round, seed + number, say);
    outcomes.push(outcome);
    say(lineOf(number + 1, outcome));
  }
  return outcomes;
}

const killsOf = (outcomes: readonly RoundOutcome[]): number =>
  outcomes.flatMap(({ figures }) => Object.values(figures?.kills ?? {})).reduce((sum, count) => sum + count, 0);

async function runRound(round: Round, seed: number, say: (line: string) => void): Promise<RoundOutcome> {
  const folder = await mkdtemp(join(tmpdir(), `soak-${round.name}-`));
  // Run by root the service's PostgreSQL is another user, who has to reach its folder.
  await chmod(folder, 0o755);
  const startedMs = performance.now();
  const outcomeOf = (figures: Figures | null, broken: string | null): RoundOutcome => ({
    name: round.name,
    seed,
    tookMs: performance.now() - startedMs,
    figures,
    broken,
  });
  try {
    const figures = await round.run({ random: seeded(seed), folder, say });
    const broken = [
      figures.lost > 0 ? `${figures.lost} acknowledged writes lost` : '',
      figures.doubled > 0 ? `${figures.doubled} effects doubled` : '',
    ].filter(Boolean);
    return outcomeOf(figures, broken.length === 0 ? null : broken.join(', '));
  } catch (error) {
    return outcomeOf(null, error instanceof Error ? error.message : String(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const listed = (kills: Figures['kills']): string =>
  Object.entries(kills)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(' ');

function lineOf(number: number, { name, seed, tookMs, figures, broken }: RoundOutcome): string {
  const found = figures === null ? '' : `  killed ${listed(figures.kills)}  acknowledged ${figures.acknowledged}`;
  return `${String(number).padStart(4)}  ${name.padEnd(20)} seed ${seed}  ${(tookMs / 1000).toFixed(1).padStart(5)} s${found}${broken === null ? '' : `  BROKEN: ${broken}`}`;
}

/** All rounds of each name in one line, and their sum. */
export function tableOf(outcomes: readonly RoundOutcome[]): string {
  const names = [...new Set(outcomes.map(({ name }) => name))];
  const rows = [
    ...names.map((name) =>
      rowOf(
        name,
        outcomes.filter((outcome) => outcome.name === name),
      ),
    ),
    rowOf('all', outcomes),
  ];
  const head = ['round', 'runs', 'broken', 'kills', 'acknowledged', 'lost', 'doubled', 'recovery min / median / max'];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function rowOf(name: string, outcomes: readonly RoundOutcome[]): readonly string[] {
  const found = outcomes.flatMap(({ figures }) => (figures === null ? [] : [figures]));
  const sum = (of: (figures: Figures) => number) => String(found.reduce((total, figures) => total + of(figures), 0));
  const kills: Record<string, number> = {};
  for (const figures of found)
    for (const [kind, count] of Object.entries(figures.kills)) kills[kind] = (kills[kind] ?? 0) + count;
  const times = found.flatMap(({ recoveriesMs }) => recoveriesMs).toSorted((a, b) => a - b);
  const seconds = (ms: number | undefined) => ((ms ?? 0) / 1000).toFixed(2);
  return [
    name,
    String(outcomes.length),
    String(outcomes.filter(({ broken }) => broken !== null).length),
    listed(kills),
    sum(({ acknowledged }) => acknowledged),
    sum(({ lost }) => lost),
    sum(({ doubled }) => doubled),
    times.length === 0
      ? ''
      : `${seconds(times[0])} / ${seconds(times[Math.floor(times.length / 2)])} / ${seconds(times.at(-1))} s`,
  ];
}
