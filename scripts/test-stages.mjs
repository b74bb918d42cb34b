// The stages of `npm test`, in the order in which they tell a failure early.
import { join, resolve } from 'node:path';
import { whyNoCleanRoot } from './clean-root.mjs';
import { countReport, reportOf } from './test-reports.mjs';

const root = resolve(import.meta.dirname, '..');
const minutes = (count) => count * 60_000;
const local = (path) => join(root, 'node_modules', path);

/** A stage that either holds or doesn't: one check. */
const check = (name, words, limitMs) => ({
  name,
  limitMs,
  command: [process.execPath, words],
  count: ({ code }) => (code === 0 ? [1, 0] : [0, 1]),
});

/**
 * A stage of tests: as many checks as its reports hold. `workers`: how many files run at once on two cores; more than two
 * where most of the time is waited.
 */
function tests(name, limitMs, { workers = 2, project = name, more = [], ...rest } = {}) {
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
    command: [process.execPath, words],
    report: name,
    count: (run) => countReport(name, run),
    ...rest,
  };
}

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
  return tests('replicas', minutes(30), {
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
  return tests('image-node', minutes(10), {
    more: ['test/image-node/', ...suites.map(suiteFile)],
    say: [`${suites.join(', ')}${run.isAll ? '' : '; the others in other turns or with --all'}`],
  });
}

/**
 * Stages that run at the same time, one group after the other; what is in none runs alone. The first needs nothing built;
 * in the others one waits for a browser, a registry or a receiver while another one has the processor.
 */
export const AT_ONCE = [
  ['types', 'format', 'lint', 'graph', 'build'],
  ['architecture', 'browser', 'image', 'unit'],
  ['replicas', 'image-node'],
];

/** `isAll`: what is left out or taken in turns otherwise, as well; `seed` says whose turn it is. */
export const stagesOf = (run) => [
  check('types', ['scripts/types.mjs'], minutes(10)),
  check('format', [local('@biomejs/biome/bin/biome'), 'format', '.'], minutes(2)),
  check('lint', [local('eslint/bin/eslint.js'), '.', '--max-warnings', '0'], minutes(10)),
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
  // Before the tests: acceptance and desk tests run the built service, e2e the built app.
  check('build', ['scripts/build.mjs'], minutes(10)),
  tests('architecture', minutes(5)),
  tests('browser', minutes(15), { workers: 1 }),
  tests('image', minutes(20), { whyNot: whyNoCleanRoot }),
  tests('unit', minutes(35)),
  tests('acceptance', minutes(45), { workers: 4 }),
  onReplicas(run),
  onImageNode(run),
  tests('desk', minutes(20), { workers: 3 }),
  tests('e2e', minutes(30)),
  ...(run.isAll ? [check('mutants', ['scripts/mutants.mjs'], minutes(600))] : []),
];
