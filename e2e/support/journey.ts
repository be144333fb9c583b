import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, onTestFinished } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type Site, startSite } from './site.ts'

/** A site and a browser for a file of journeys; each person gets a context of their own: own cookies, own screen. */
export function journeys(options: Parameters<typeof startSite>[0] = {}) {
  let site: Site
  let browser: Awaited<ReturnType<typeof launchBrowser>>
  const violations: Array<string> = []

  beforeAll(async () => {
    ;[site, browser] = await Promise.all([startSite(options), launchBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })
  // Of every page of every person, also those that a test does not look at.
  afterEach(() => expect(violations.splice(0), 'Content-Security-Policy violations').toEqual([]))

  async function open({ width = 1280, dark = false, javaScript = true }: Screen): Promise<Person> {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme: dark ? 'dark' : 'light',
      acceptDownloads: true,
      javaScriptEnabled: javaScript,
      baseURL: site.url,
    })
    if (site.mailboxLink) await context.request.get(site.mailboxLink)
    const faults = await watchFaults(context, violations)
    return { page: await context.newPage(), context, faults }
  }

  return {
    url: (path: string) => `${site.url}${path}`,
    said: () => site.said(),
    dataDir: () => site.dataDir,
    /** Of the test that runs; any left at its end fails it. */
    violations,
    /** Somebody with a browser. `faults` collects what a person would call broken: script errors and policy violations. */
    async person(screen: Screen = {}) {
      const person = await open(screen)
      onTestFinished(() => person.context.close())
      return person
    },
    /** The same, who stays for the whole file. */
    creator: () => open({}),
  }
}

type Screen = { width?: number; dark?: boolean; javaScript?: boolean }

export type Person = { page: Page; context: BrowserContext; faults: Array<string> }

/** Watches every page of the context, also those that open later, and the frames in them. */
async function watchFaults(context: BrowserContext, violations: Array<string>): Promise<Array<string>> {
  const faults: Array<string> = []
  await context.exposeFunction('noteViolation', (violation: string) => {
    violations.push(violation)
    faults.push(violation)
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, documentURI, sourceFile, lineNumber } = event
      const note: unknown = Reflect.get(window, 'noteViolation')
      const where = `${documentURI} (${sourceFile}:${lineNumber})`
      if (typeof note === 'function') note(`${effectiveDirective} blocked ${blockedURI} on ${where}`)
    })
  })
  context.on('page', (page) => {
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (message) => {
      if (!/Content Security Policy|Hydration|did not match/i.test(message.text())) return
      faults.push(message.text())
      if (/Content Security Policy/i.test(message.text())) violations.push(message.text())
    })
  })
  return faults
}
