import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { axeViolations, horizontalOverflowPx } from './fixtures/accessibility.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite({ env: { ADMIN_EMAIL: 'admin@example.com' } })

/** Demo data with one email of each kind. */
async function seed(): Promise<void> {
  const env = { PATH: process.env.PATH, ...site.settings() }
  await promisify(execFile)('node', ['scripts/run-ts.mjs', 'server/seed/main.ts', '--emails'], { env })
}

test('each kind of email is a page without a failed request, on a phone in the dark and on a desktop', {
  tag: '@long',
}, async () => {
  test.setTimeout(600_000)
  await seed()
  const { page: list } = await site.newVisitor()
  await expect(async () => {
    await list.goto('/dev/mail/all')
    await expect(list.getByText('Not sent here yet')).toHaveCount(0, { timeout: 1 })
  }).toPass({ timeout: 60_000 })
  const paths = await list
    .locator('iframe')
    .evaluateAll((frames) => frames.map((frame) => frame.getAttribute('src') ?? ''))
  expect(paths.length).toBeGreaterThan(60)

  for (const screen of [{ width: 390, dark: true }, { width: 640 }]) {
    const { page } = await site.newVisitor(screen)
    const failed: Array<string> = []
    page.on('requestfailed', (request) => failed.push(`${request.url()} ${request.failure()?.errorText}`))
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(`${response.url()} ${response.status()}`)
    })
    for (const path of paths) {
      await page.goto(path)
      const where = `${await page.title()} (${path}), ${screen.width} px`
      const broken = await page
        .locator('img')
        .evaluateAll((images) =>
          images.flatMap((image) =>
            image instanceof HTMLImageElement && image.naturalWidth === 0 ? [image.src] : [],
          ),
        )
      expect.soft(broken, where).toEqual([])
      expect.soft(await page.evaluate(() => self.origin), where).toBe('null')
      expect.soft(await horizontalOverflowPx(page), where).toBeLessThanOrEqual(0)
      if (screen.dark) expect.soft(await axeViolations(page), where).toEqual([])
    }
    expect.soft(failed).toEqual([])
  }
})
