import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { defineConfig } from 'vitest/config';

/** What takes longest begins first, so that at the end nobody waits for one file alone; a fresh clone has no times of its own to go by. */
const LONG = [
  'rendered-books',
  'hot-folders',
  'accuracy',
  'embedded-postgres',
  'looks',
  'cures',
  'database-loss',
  'webhooks',
  'composition',
  'rendering',
  'rendering-kills',
  'kills',
  'power-cut',
  'replica-kills',
  'durability',
  'photos',
  'template-orders',
  'equivalence',
  'lost-answers',
  'offline',
  'layout-export',
  'hot-orders',
  'preflight',
  'kill',
  'print-check',
  'layout',
  'development',
  'journey',
  'killed',
  'keychain',
  'store-trouble',
  'ui',
];
const rankOf = ({ moduleId }: TestSpecification) =>
  LONG.findIndex((name) => moduleId.includes(`/${name}.`)) + 1 || LONG.length + 1;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

/** What is asked until it is so may take its time beside other tests: Vitest's own second says nothing of what is tested. */
const POLLED = { poll: { timeout: 60_000 } };

const project = (name: string, include: string[], more: Record<string, unknown> = {}) => ({
  test: { name, include, environment: 'node', expect: POLLED, ...more },
});

/** Suites (each run takes some of them, scripts/test-stages.mjs) that reach every native part of the service: PostgreSQL, pictures, PDFs, renderings in processes of their own. */
const ON_IMAGE_NODE = ['access', 'creation-types', 'idempotency', 'pdf-and-finalization', 'photos'];

/** One worker reads a module once for all its files: nothing in them is replaced or kept between files. */
const SHARED = { isolate: false };

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      project('unit', ['src-*/**/*.test.ts', 'test/fixtures/**/*.test.ts', 'test/mutation/**/*.test.ts'], {
        testTimeout: 200_000,
        hookTimeout: 200_000,
        ...SHARED,
      }),
      project('acceptance', ['test/acceptance/**/*.accept.test.ts'], {
        testTimeout: 300_000,
        hookTimeout: 240_000,
        globalSetup: 'test/acceptance/global-setup.ts',
      }),
      // The service alone on the Node of its image: the tests stay on the one that runs them.
      project(
        'image-node',
        ['test/image-node/*.test.ts', ...ON_IMAGE_NODE.map((name) => `test/acceptance/${name}.accept.test.ts`)],
        {
          testTimeout: 300_000,
          hookTimeout: 240_000,
          globalSetup: ['test/acceptance/global-setup.ts', 'test/image-node/setup.ts'],
        },
      ),
      // The Dockerfile's steps and what they make, where a root folder can be entered (scripts/clean-root.mjs).
      project('image', ['test/image/*.test.ts']),
      // What is packed of it, installed where a root can be laid over this machine's (test/packaged/install.ts).
      project('packaged', ['test/packaged/*.test.ts'], {
        testTimeout: 300_000,
        hookTimeout: 300_000,
        globalSetup: 'test/packaged/global-setup.ts',
      }),
      project('desk', ['test/desk/**/*.test.ts'], {
        testTimeout: 300_000,
        hookTimeout: 240_000,
        globalSetup: 'test/desk/global-setup.ts',
        ...SHARED,
      }),
      // The window's components in a real browser.
      'vitest.browser.config.ts',
      project('architecture', ['test/architecture/**/*.test.ts'], { testTimeout: 120_000, ...SHARED }),
      // Each worker has a display and a Secret Service of its own.
      project('e2e', ['test/e2e/**/*.e2e.ts'], {
        testTimeout: 300_000,
        hookTimeout: 240_000,
        globalSetup: 'test/e2e/support/desktops.ts',
        setupFiles: 'test/e2e/support/on-desktop.ts',
        maxWorkers: 2,
      }),
    ],
  },
});
