import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite({ env: { ADMIN_EMAIL: 'admin@example.com' } })

type Email = { kind: string; html: string }

/** One email of each layout: a ticket, a code, a sale with words, a list, sums, an amount, a notice to the operator. */
const layouts = [
  'purchase_access',
  'sign_in_code',
  'sale',
  'daily_sales',
  'weekly_summary',
  'payout_paid',
  'alert_digest',
]

test('each kind of email is drawn by another site without a failed request, on a phone and a desktop, light and dark', {
  tag: '@long',
}, async () => {
  test.setTimeout(240_000)
  const emails = await sendEachKind()
  expect(emails.length).toBeGreaterThan(60)
  const reader = await openReader(emails)
  try {
    for (const width of [390, 640]) {
      for (const dark of [false, true]) {
        const { page } = await site.newVisitor({ width, dark })
        const failed = collectFailures(page)
        const where = `${width} px, ${dark ? 'dark' : 'light'}`

        await page.goto(reader.url)

        expect.soft(await faultsOfFrames(page), where).toEqual([])
        // Each theme once and each width once: what is drawn of one is in the other, too.
        for (const kind of dark === (width === 390) ? layouts : []) {
          await page.goto(`${reader.url}/${kind}`)
          expect.soft(await wcagViolations(page), `${kind}, ${where}`).toEqual([])
        }
        expect.soft(failed, where).toEqual([])
      }
    }
  } finally {
    await reader.close()
  }
})

/** Adds demo data with one email of each kind, and returns the newest of each from the mailbox. */
async function sendEachKind(): Promise<Array<Email>> {
  const env = { PATH: process.env.PATH, ...site.settings() }
  await promisify(execFile)('node', ['scripts/run-ts.mjs', 'server/seed/main.ts', '--emails'], { env })
  const { page } = await site.newVisitor()
  await expect(async () => {
    await page.goto('/dev/mail/all')
    await expect(page.getByText('Not sent here yet')).toHaveCount(0, { timeout: 1 })
  }).toPass({ timeout: 60_000 })
  const frames = await page
    .locator('iframe')
    .evaluateAll((all) => all.map((frame) => [frame.getAttribute('title'), frame.getAttribute('src')]))
  return Promise.all(
    frames.map(async ([kind, src]) => ({
      kind: kind ?? '',
      html: await (await page.request.get(src ?? '')).text(),
    })),
  )
}

/**
 * A site that draws emails as a mail program in a browser does: one at its address, or all as frames. It is another site
 * than ours, and its pages take only pictures that their owner opens to others.
 */
async function openReader(emails: ReadonlyArray<Email>) {
  const frames = emails.map(
    ({ kind }) => `<iframe title="${kind}" src="/${kind}" style="width:100%;height:900px;border:0"></iframe>`,
  )
  const all = `<!doctype html><meta name="color-scheme" content="light dark"><body style="margin:0">${frames.join('')}`
  const pages = new Map([['/', all], ...emails.map(({ kind, html }): [string, string] => [`/${kind}`, html])])
  const server = createServer((request, response) => {
    const html = pages.get(request.url ?? '')
    response.writeHead(html === undefined ? 204 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-embedder-policy': 'require-corp',
    })
    response.end(html)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((done) => server.close(done).closeAllConnections()),
  }
}

/** Requests of a page that failed or were refused, as they come. */
function collectFailures(page: Page): Array<string> {
  const failed: Array<string> = []
  page.on('requestfailed', (request) => failed.push(`${request.url()} ${request.failure()?.errorText}`))
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.url()} ${response.status()}`)
  })
  return failed
}

/** Emails that are empty, wider than the screen, or have a picture that has not loaded. */
function faultsOfFrames(page: Page): Promise<Array<string>> {
  return page.evaluate(() =>
    [...document.querySelectorAll('iframe')].flatMap(({ title, contentDocument: email }) => {
      if (!email?.querySelector('h1')) return [`${title}: empty`]
      const { scrollWidth, clientWidth } = email.documentElement
      const undrawn = [...email.images].filter(({ naturalWidth }) => naturalWidth === 0)
      return [
        ...(scrollWidth > clientWidth ? [`${title}: ${scrollWidth - clientWidth} px too wide`] : []),
        ...undrawn.map(({ src }) => `${title}: ${src}`),
      ]
    }),
  )
}

/** Without the advice on landmarks, which are the mail program's. */
async function wcagViolations(page: Page): Promise<Array<string>> {
  const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  )
}
