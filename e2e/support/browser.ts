import type { Browser } from 'playwright-core'

/** Chromium from npm, or the one CHROMIUM_PATH names. It brings its own libraries, so nothing is installed by hand. */
export async function launchBrowser(): Promise<Browser> {
  // Read when the package is imported: with it, Chromium's libraries are unpacked beside it.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs24.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  const { chromium: playwright } = await import('playwright-core')
  const executablePath = process.env.CHROMIUM_PATH ?? (await chromium.executablePath())
  const args = chromium.args.filter((arg) => !unwanted.test(arg))
  return playwright.launch({ executablePath, args, headless: true })
}

/** What the package switches on for other purposes: one process for all pages, and less safety than a person's browser has. */
const unwanted = /single-process|no-zygote|web-security|insecure-content|IsolateOrigins|site-isolation/
