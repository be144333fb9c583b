import { defineConfig } from 'vitest/config'

/** `unit` needs nothing, `server` a database that it starts itself, `e2e` the built site and a browser. */
export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'unit', include: ['{contract,domain,web}/**/*.test.{ts,tsx}'] },
      },
      {
        test: {
          name: 'server',
          include: ['{server,tests}/**/*.test.ts'],
          globalSetup: 'tests/support/global-setup.ts',
          testTimeout: 30_000,
          maxWorkers: 2,
          hookTimeout: 60_000,
          // Its ESM build has a file for every function; read unbundled it costs each test file a second.
          server: { deps: { inline: ['drizzle-orm'] } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // What comes by a webhook, or on a busy machine, takes its time.
          expect: { poll: { timeout: 20_000 } },
          fileParallelism: false,
        },
      },
    ],
  },
})
