import { defineConfig } from 'vitest/config'

/** Dates in the visitor's time zone are the same on every machine. */
const env = { TZ: 'UTC' }

const memoryTest = 'tests/security/hostile-images.test.ts'

/** As the server runs: React renders emails and pages without its checks for development. */
const productionJsx = { jsx: { development: false } }

const server = {
  env: { ...env, NODE_ENV: 'production' },
  include: ['{server,tests}/**/*.test.ts'],
  exclude: ['tests/copy/**', '**/node_modules/**'],
  globalSetup: 'tests/support/global-setup.ts',
  setupFiles: ['tests/support/fixed-seed.ts'],
  testTimeout: 60_000,
  // As journeys have it. The output says `(retry x1)` beside a test that needed it: mend its cause.
  retry: 1,
  // Two busy cores may take seconds for what usually takes milliseconds.
  expect: { poll: { timeout: 10_000 } },
  maxWorkers: 3,
  // Each test allocates a whole instance. A larger young generation is collected less often.
  execArgv: ['--max-semi-space-size=64'],
  // A worker loads the server's modules once, not for each file.
  isolate: false,
  hookTimeout: 60_000,
  // Its ESM build has a file for every function; read unbundled it costs each test file a second.
  server: { deps: { inline: ['drizzle-orm'] } },
}

/** `unit` tests need no services; `server` tests need a database, which they start. Browser tests run in Playwright. */
export default defineConfig({
  test: {
    tags: [
      { name: 'long', description: 'Left out of `npm test`; `npm run test:long` runs it.' },
      { name: 'scaled', description: 'In both, and does more with TEST_LONG=1.' },
    ],
    projects: [
      {
        test: {
          name: 'unit',
          env,
          include: ['{contract,domain,web}/**/*.test.{ts,tsx}', 'tests/copy/*.test.ts'],
          setupFiles: ['tests/support/fixed-seed.ts'],
          testTimeout: 30_000,
          maxWorkers: 3,
          isolate: false,
        },
      },
      {
        oxc: productionJsx,
        test: { ...server, name: 'server', exclude: [...server.exclude, memoryTest] },
      },
      // It measures its process, so no other file may have run there.
      { oxc: productionJsx, test: { ...server, name: 'memory', include: [memoryTest], isolate: true } },
    ],
  },
})
