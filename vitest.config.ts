/** All suites: beside the code, across domains, and of the commands themselves. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['tests/support/postgres-setup.ts'],
    pool: 'forks',
    // Several times what the slowest needs here: a slow machine is no failure.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    env: { TZ: 'Asia/Shanghai' },
  },
});
