// The stages of `npm test`.
import { join, resolve } from 'node:path';
import { whyNoCleanRoot } from './clean-root.mjs';
import { whyNotPackaged } from './packaging/why-not.mjs';
import { countReport, reportOf } from './test-reports.mjs';

const root = resolve(import.meta.dirname, '..');
const minutes = (count) => count * 60_000;
const local = (path) => join(root, 'node_modules', path);

/** A stage that either holds or doesn't: one check. */
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

/** A run's share of a list, as test/fixtures/turns.ts has it. */
const byTurns = (list, turns, { isAll, seed }) =>
  isAll ? list : list.filter((_, index) => index % turns === seed % turns);

/** Suites whose state several processes share: they run on three of them each time, with PostgreSQL and S3. */
const ALWAYS_ON_REPLICAS = ['idempotency', 'ledger', 'orders', 'webhooks', 'rendering', 'photos', 'limits'];
/** Suites that ask the same state in another way: one of them in each run. */
const ON_REPLICAS_BY_TURNS = ['order-idempotency', 'credits', 'accounts'];

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
};

function onReplicas(run) {
  const suites = [...ALWAYS_ON_REPLICAS, ...byTurns(ON_REPLICAS_BY_TURNS, 3, run)];
  const more = run.isAll
    ? Object.keys(NOT_ON_REPLICAS).flatMap((suite) => ['--exclude', suiteFile(suite)])
    : suites.map(suiteFile);
  const say = run.isAll
    ? Object.entries(NOT_ON_REPLICAS).map(([suite, reason]) => `without ${suite}: ${reason}`)
    : [`${suites.join(', ')}; the others in other turns or with --all`];
  return tests('replicas', minutes(60), 1.2, {
    after: BUILT,
    project: 'acceptance',
    workers: 2,
    more,
    say,
    env: { ACCEPTANCE_ON: 'replicas' },
  });
}

/** On the Node of its image: pictures and renderings in each run, since they call what was compiled for it, the others by turns. */
const ALWAYS_ON_IMAGE_NODE = ['creation-types', 'photos'];
const ON_IMAGE_NODE_BY_TURNS = ['access', 'idempotency', 'pdf-and-finalization'];

function onImageNode(run) {
  const suites = [...ALWAYS_ON_IMAGE_NODE, ...byTurns(ON_IMAGE_NODE_BY_TURNS, 3, run)];
  return tests('image-node', minutes(20), 0.9, {
    after: BUILT,
    more: ['test/image-node/', ...suites.map(suiteFile)],
    say: [`${suites.join(', ')}${run.isAll ? '' : '; the others in other turns or with --all'}`],
  });
}

/**
 * In the order in which they are begun: what fails soonest first, and what leaves most of a core idle (a window on a
 * display waits) before what fills the cores beside it. `isAll`: what is left out or taken in turns otherwise, as well;
 * `seed` says whose turn it is.
 */
export const stagesOf = (run) => [
  // Before the tests: acceptance and desk tests run the built service, e2e the built app.
  check('build', ['scripts/build.mjs'], minutes(10)),
  check('types', ['scripts/types.mjs'], minutes(10)),
  check('format', [local('@biomejs/biome/bin/biome'), 'format', '.'], minutes(2)),
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
    minutes(5),
  ),
  check('lint', [local('eslint/bin/eslint.js'), '.', '--max-warnings', '0'], minutes(10)),
  tests('architecture', minutes(10), 1, { after: BUILT }),
  tests('e2e', minutes(60), 1.1, { after: BUILT }),
  tests('image', minutes(30), 0.5, { whyNot: whyNoCleanRoot, after: BUILT }),
  tests('packaged', minutes(20), 1, { whyNot: whyNotPackaged, after: BUILT, workers: 1 }),
  tests('unit', minutes(60), 1.4, { after: BUILT }),
  tests('browser', minutes(30), 1, { workers: 1 }),
  tests('acceptance', minutes(60), 1.9, { workers: 4, after: BUILT }),
  onReplicas(run),
  tests('desk', minutes(40), 1.8, { workers: 3, after: BUILT }),
  onImageNode(run),
  ...(run.isAll ? [check('mutants', ['scripts/mutants.mjs'], minutes(600), ALONE)] : []),
];
