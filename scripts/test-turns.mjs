// What a run of `npm test` takes by turns, a part each day by its seed (docs/decisions/0031).

/** A run's share of a list, as test/fixtures/turns.ts has it. */
export const byTurns = (list, turns, { isAll, seed }) =>
  isAll ? list : list.filter((_, index) => index % turns === seed % turns);

const suites = (names) => names.map((name) => `test/acceptance/${name}.accept.test.ts`);
const desks = (names) => names.map((name) => `test/desk/${name}.test.ts`);

/**
 * The files that cost most among those whose rules others come near: every second of them in a run. Neighbours are alike, so
 * that every run has one of them.
 */
export const BY_TURNS = {
  unit: [
    'src-node/painting/rendered-books.test.ts',
    'test/fixtures/layout/shipped-books.test.ts',
    'src-service/store/postgres/embedded-postgres.test.ts',
    'test/fixtures/preflight/accuracy.test.ts',
    'src-cli/folder-commands.test.ts',
    'src-node/threads/thread-pool.test.ts',
    'src-node/fixes/cures.test.ts',
    'src-node/fixes/looks.test.ts',
    'src-node/painting/pictures-written-anew.test.ts',
    'src-node/render/gather-pixels.test.ts',
    'src-service/rendering/render-task.test.ts',
    'src-node/typefaces/open-typefaces.test.ts',
    'test/fixtures/layout/former-themes.test.ts',
    'src-node/typefaces/every-character.test.ts',
    'test/fixtures/pdf/cross-check-overprint.test.ts',
    'test/fixtures/pdf/fuzz.test.ts',
  ],
  acceptance: suites([
    'rendering-kills',
    'replica-kills',
    'durability',
    'kills',
    'large-photos',
    'large-uploads',
    'database-loss',
    'power-cut',
    'rolling-restart',
    'restore-drill',
    'equivalence',
    'composition',
    'partner-client',
    'generated-clients',
    'webhook-leases',
    'simultaneous',
    'proxy',
    'replicas',
    'interoperability',
    'partner-guide',
    'wrong-types',
    'silent-connections',
    'full-disk',
    'damaged-files',
    'template-orders',
    'database-ways',
    'examples',
    'odd-requests',
  ]),
  desk: desks([
    'hot-folders',
    'preflight-races',
    'hot-orders',
    'offline',
    'lost-answers',
    'start-over',
    'backup',
    'layout-versions',
    'layout-pictures',
    'layout-export',
    'manifest',
    'messy-folder',
    'dead-share',
    'measured-again',
    'upload-eta',
    'send-limit',
    'upload-sleep',
    'power-cut',
    'queue-pause',
    'queue-order',
    'scale',
    'stopped-packages',
    'layout-kills',
    'failed-again',
    'alike-repairs',
    'checked-bytes',
    'simulator',
    'naming-rules',
  ]),
};
