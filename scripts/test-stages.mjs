// The stages of `npm test`.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { whyNoCleanRoot } from './clean-root.mjs';
import { whyNotPackaged } from './packaging/why-not.mjs';
import { countReport, reportOf } from './test-reports.mjs';
import { BY_TURNS, byTurns } from './test-turns.mjs';

const root = resolve(import.meta.dirname, '..');
const minutes = (count) => count * 60_000;
const local = (path) => join(root, 'node_modules', path);

/**
 * A stage that either holds or doesn't: one check. `limitMs` ends what hangs, of any stage: where the cores are taken by
 * others, what takes 90 s alone takes six times as long.
 */
const check = (name, words, limitMs, cores = 1) => ({
  name,
  limitMs,
  cores,
  command: [process.execPath, words],
  count: ({ code }) => (code === 0 ? [1, 0] : [0, 1]),
});

/**
 * A stage of tests: as many checks as its reports hold. `workers`: how many files run at once on two cores; more than two
 * where most of the time is waited. `cores`: about how many of them it keeps busy, estimated from runs beside others.
 */
function tests(name, limitMs, cores, { workers = 2, project = name, more = [], ...rest } = {}) {
  const words = [
    local('vitest/vitest.mjs'),
    'run',
    '--project',
    project,
    '--maxWorkers',
    String(workers),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(name)}`,
    ...more,
  ];
  return {
    name,
    limitMs,
    cores,
    command: [process.execPath, words],
    report: name,
    count: (run) => countReport(name, run),
    ...rest,
  };
}

/** What runs built programs. */
const BUILT = ['build'];
/** More than there is: beside nothing else. */
const ALONE = Infinity;

const suiteFile = (name) => `test/acceptance/${name}.accept.test.ts`;

/** When a run has taken this long, what goes by turns is left out of it: on a machine that is slow today it is held tomorrow. */
const LATE_MS = minutes(35);
const unlessLate = (name, { isAll, named }) => (isAll || named.includes(name) ? {} : { lateMs: LATE_MS });

/**
 * The tests of a project in two stages: what every run holds (`always`; null: all but the others), and of the others this
 * run's share, which a late run leaves out. In one under `--all`; whoever names the first gets both.
 */
function inTwo(name, limitMs, cores, run, { always = null, others = BY_TURNS[name], turns = 2, ...options }) {
  if (run.isAll)
    return [tests(name, limitMs, cores, { ...options, more: always === null ? [] : [...always, ...others] })];
  const now = byTurns(others, turns, run);
  return [
    tests(name, limitMs, cores, { ...options, more: always ?? others.flatMap((file) => ['--exclude', file]) }),
    tests(`${name}-turns`, limitMs, cores, {
      ...options,
      after: [...(options.after ?? []), name],
      project: name,
      partOf: name,
      more: now,
      say: [`${now.length} of ${others.length} files by turns; the others on other days or with --all`, ...now],
      ...unlessLate(name, run),
    }),
  ];
}

/** Suites about what several processes would do twice: they run on three of them each time, with PostgreSQL and S3. */
const ALWAYS_ON_REPLICAS = ['idempotency', 'ledger', 'orders', 'webhooks'];
/** Suites whose state processes share as well: two of them in each run. */
const ON_REPLICAS_BY_TURNS = ['rendering', 'photos', 'limits', 'order-idempotency', 'credits', 'accounts'];

/** Suites that say nothing more on several processes than on one. All of the others run there with `--all`. */
const NOT_ON_REPLICAS = {
  durability: 'looks at the processes and files of one service',
  'database-loss': 'kills the PostgreSQL of one service',
  'damaged-files': 'damages the files of one service',
  'full-disk': 'fills the disk of one service',
  'reissued-keys': 'starts one service twice on its folder',
  'power-cut': 'cuts the power of one service',
  'silent-connections': 'looks at the files of one service',
  kills: 'kills services of its own',
  'large-uploads': 'looks at the memory and files of one service',
  'large-photos': 'looks at the memory and files of one service',
  equivalence: 'holds the judgement of files, which knows no processes',
  profile: 'holds the contract table, which knows no processes',
  documentation: 'asks for pages that know no processes',
  replicas: 'starts replicas of its own, in the acceptance stage',
  'idempotency-lock': 'starts replicas of its own, in the acceptance stage',
  simultaneous: 'starts replicas of its own, in the acceptance stage',
  'webhook-leases': 'starts replicas of its own, in the acceptance stage',
  'earlier-rows': 'starts replicas of its own, in the acceptance stage',
  promotions: 'starts replicas of its own, in the acceptance stage',
  reads: 'starts replicas of its own, in the acceptance stage',
  'replica-kills': 'starts replicas of its own, in the acceptance stage',
  proxy: 'starts replicas of its own, in the acceptance stage',
  'rendering-kills': 'starts replicas of its own, in the acceptance stage',
  'rolling-restart': 'starts replicas of its own, in the acceptance stage',
  'restore-drill': 'starts replicas of its own, in the acceptance stage',
  'key-leases': 'starts replicas of its own, in the acceptance stage',
};

function onReplicas(run) {
  const suites = [...ALWAYS_ON_REPLICAS, ...byTurns(ON_REPLICAS_BY_TURNS, 3, run)];
  const more = run.isAll
    ? Object.keys(NOT_ON_REPLICAS).flatMap((suite) => ['--exclude', suiteFile(suite)])
    : suites.map(suiteFile);
  const say = run.isAll
    ? Object.entries(NOT_ON_REPLICAS).map(([suite, reason]) => `without ${suite}: ${reason}`)
    : [`${suites.join(', ')}; the others in other turns or with --all`];
  return tests('replicas', minutes(60), 1, {
    after: BUILT,
    project: 'acceptance',
    workers: 2,
    more,
    say,
    env: { ACCEPTANCE_ON: 'replicas' },
  });
}

/** On the Node of its image: what calls that which was compiled for it (pictures, renderings, PostgreSQL) before what does not. */
const ON_IMAGE_NODE_BY_TURNS = ['creation-types', 'photos', 'access', 'pdf-and-finalization', 'idempotency'];

function onImageNode(run) {
  const suites = byTurns(ON_IMAGE_NODE_BY_TURNS, 2, run);
  return tests('image-node', minutes(40), 0.9, {
    after: BUILT,
    ...unlessLate('image-node', run),
    more: ['test/image-node/', ...suites.map(suiteFile)],
    say: [`${suites.join(', ')}${run.isAll ? '' : '; the others in other turns or with --all'}`],
  });
}

/** The main job, a book of photographs, what is printed of them, kills, what the window may do, and the desktop around it: in each run. */
const ALWAYS_IN_A_WINDOW = ['journey', 'layout', 'print-check', 'killed', 'security', 'unused-powers', 'desktop'];

/** Studios that are built and started anew ten times over: beside two full cores they take twenty minutes. */
const WITH_MORE_ROOM = 'development';

/** A file of journeys holds beside a window what the desk's own tests hold without one: a third of the others in each run. */
function inAWindow(run) {
  const files = readdirSync(join(root, 'test/e2e')).filter((name) => name.endsWith('.e2e.ts'));
  const names = files.map((name) => name.slice(0, -'.e2e.ts'.length)).sort();
  const others = names.filter((name) => !ALWAYS_IN_A_WINDOW.includes(name) && name !== WITH_MORE_ROOM);
  const fileOf = (name) => `test/e2e/${name}.e2e.ts`;
  const always = ALWAYS_IN_A_WINDOW.map(fileOf);
  return inTwo('e2e', minutes(60), 1, run, { after: BUILT, always, others: others.map(fileOf), turns: 3 });
}

function development(run) {
  const isItsTurn =
    run.named.includes(WITH_MORE_ROOM) || byTurns([WITH_MORE_ROOM, null, null], 3, run).includes(WITH_MORE_ROOM);
  return tests(WITH_MORE_ROOM, minutes(30), 2, {
    project: 'e2e',
    after: BUILT,
    more: [`test/e2e/${WITH_MORE_ROOM}.e2e.ts`],
    ...unlessLate(WITH_MORE_ROOM, run),
    whyNot: () => (isItsTurn ? null : 'its turn is within three days, or with --all'),
  });
}

/** Every screen and sheet against axe in each run; of what is done on them a half. */
const ALWAYS_IN_A_BROWSER = ['screens', 'sheets'].map((name) => `src-renderer/${name}.browser.test.tsx`);

function inABrowser(run) {
  const files = readdirSync(join(root, 'src-renderer'), { recursive: true });
  const tested = files.filter((name) => name.endsWith('.browser.test.tsx')).map((name) => `src-renderer/${name}`);
  const others = tested.filter((file) => !ALWAYS_IN_A_BROWSER.includes(file)).sort();
  return inTwo('browser', minutes(60), 1, run, { workers: 1, always: ALWAYS_IN_A_BROWSER, others });
}

const MADE_BY_TURNS = ['image', 'packaged'];

/** What is made for other machines, the one today and the other tomorrow; both where they are asked for. */
function made(name, run, whyNot, limitMs, cores, more = {}) {
  const isMade = run.named.includes(name) || byTurns(MADE_BY_TURNS, MADE_BY_TURNS.length, run).includes(name);
  return tests(name, limitMs, cores, {
    whyNot: () => (isMade ? whyNot() : 'its turn is tomorrow, or with --all'),
    after: BUILT,
    ...unlessLate(name, run),
    ...more,
  });
}

/** What every run holds before what goes by turns. */
const turnsLast = (stages) => [
  ...stages.filter(({ lateMs }) => lateMs === undefined),
  ...stages.filter(({ lateMs }) => lateMs !== undefined),
];

/**
 * In the order in which they are begun: what fails soonest first, and what leaves most of a core idle (a window on a
 * display waits) before what fills the cores beside it. `isAll`: what is left out or taken in turns otherwise, as well;
 * `seed` says whose turn it is.
 */
export const stagesOf = (run) =>
  turnsLast([
    // Before the tests: acceptance and desk tests run the built service, e2e the built app.
    check('build', ['scripts/build.mjs'], minutes(20)),
    check('types', ['scripts/types.mjs'], minutes(30)),
    check('format', [local('@biomejs/biome/bin/biome'), 'format', '.'], minutes(10)),
    check(
      'graph',
      [
        local('dependency-cruiser/bin/dependency-cruise.mjs'),
        '--config',
        '.dependency-cruiser.cjs',
        'src-core',
        'src-node',
        'src-cli',
        'src-service',
        'src-main',
        'src-renderer',
      ],
      minutes(10),
    ),
    check('lint', [local('eslint/bin/eslint.js'), '.', '--max-warnings', '0'], minutes(30)),
    tests('architecture', minutes(20), 1, { after: BUILT }),
    ...inAWindow(run),
    development(run),
    made('image', run, whyNoCleanRoot, minutes(30), 0.5),
    made('packaged', run, whyNotPackaged, minutes(40), 1, { workers: 1 }),
    ...inTwo('unit', minutes(60), 1, run, { after: BUILT }),
    ...inABrowser(run),
    ...inTwo('acceptance', minutes(60), 1.9, run, { workers: 4, after: BUILT }),
    onReplicas(run),
    ...inTwo('desk', minutes(40), 1.8, run, { workers: 3, after: BUILT }),
    onImageNode(run),
    ...(run.isAll ? [check('mutants', ['scripts/mutants.mjs'], minutes(600), ALONE)] : []),
  ]);
