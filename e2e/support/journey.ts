import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type Site, startSite } from './site.ts'

/** A site and a browser for a file of journeys; each person gets a context of their own: own cookies, own screen. */
export function journeys(options: Parameters<typeof startSite>[0] = {}) {
  let site: Site
  let browser: Awaited<ReturnType<typeof launchBrowser>>

  beforeAll(async () => {
    ;[site, browser] = await Promise.all([startSite(options), launchBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })

  async function open({ width = 1280, dark = false, javaScript = true }: Screen): Promise<Person> {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme: dark ? 'dark' : 'light',
      acceptDownloads: true,
      javaScriptEnabled: javaScript,
      baseURL: site.url,
    })
    if (site.mailboxLink) await context.request.get(site.mailboxLink)
    const page = await context.newPage()
    return { page, context, faults: watchFaults(page) }
  }

  return {
    url: (path: string) => `${site.url}${path}`,
    said: () => site.said(),
    dataDir: () => site.dataDir,
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

function watchFaults(page: Page): Array<string> {
  const faults: Array<string> = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (/Content Security Policy|Hydration|did not match/i.test(message.text())) faults.push(message.text())
  })
  return faults
}
