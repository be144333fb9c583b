import { defineConfig } from '@playwright/test'
import { chromiumLaunchOptions } from './e2e/fixtures/chromium.ts'

// Playwright drives its own build of Firefox only, and npm has none.
const firefox = process.env.FIREFOX_PATH

/** The built site in a browser. `npm run e2e -- FILE` runs one file. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  globalSetup: './e2e/fixtures/database.ts',
  outputDir: 'node_modules/.cache/e2e',
  // One worker uses the CPU while the others wait for a page, an email or a webhook.
  workers: 3,
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env.TEST_REPORT
    ? [['list'], ['json', { outputFile: process.env.TEST_REPORT }], ['./scripts/test-progress.mjs']]
    : [['list']],
  projects: [
    { name: 'chromium', use: { browserName: 'chromium', launchOptions: chromiumLaunchOptions() } },
    ...(firefox
      ? [
          {
            name: 'firefox',
            grep: /@firefox/,
            use: { browserName: 'firefox' as const, launchOptions: { executablePath: firefox } },
          },
        ]
      : []),
  ],
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
  },
})
