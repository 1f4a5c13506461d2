/** All suites: beside the code, across domains, and of the commands themselves. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['tests/support/postgres-setup.ts'],
    setupFiles: ['tests/support/entities.ts'],
    pool: 'forks',
    // Files of a worker share its process: what a whole server is made of is loaded and compiled twice a run, not once a file, which
    // halves the run. A test leaves nothing behind in the process: no environment, no global, no mocked module.
    isolate: false,
    // Vitest leaves a core free by itself; a suite waits for the database and the browser half of its time.
    maxWorkers: 2,
    // Several times what the slowest needs here: a slow machine is no failure.
    testTimeout: 90_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000, interval: 200 } },
    env: { TZ: 'Asia/Shanghai' },
  },
});
