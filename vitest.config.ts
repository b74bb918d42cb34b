import { defineConfig } from 'vitest/config';

const project = (name: string, include: string[], more: Record<string, unknown> = {}) => ({
  test: { name, include, environment: 'node', ...more },
});

export default defineConfig({
  test: {
    projects: [
      project('unit', ['src-*/**/*.test.ts', 'test/fixtures/**/*.test.ts', 'test/mutation/**/*.test.ts'], { testTimeout: 90_000, hookTimeout: 90_000 }),
      project('acceptance', ['test/acceptance/**/*.accept.test.ts'], { testTimeout: 60_000, hookTimeout: 90_000 }),
      project('desk', ['test/desk/**/*.test.ts'], { testTimeout: 120_000, hookTimeout: 90_000, globalSetup: 'test/desk/global-setup.ts' }),
      project('architecture', ['test/architecture/**/*.test.ts'], { testTimeout: 30_000 }),
      // One window at a time: they share a display and a Secret Service.
      project('e2e', ['test/e2e/**/*.e2e.ts'], { testTimeout: 180_000, hookTimeout: 120_000, fileParallelism: false }),
    ],
  },
});
