import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { cards, goToCheckout, payWith, publishByForm, signIn } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()

test('a creator publishes a file, a fan without an account pays, and the downloaded bytes are the same', {
  tag: '@firefox',
}, async () => {
  const bytes = randomBytes(300_000)
  const mara = await site.newVisitor()
  await signIn(mara.page, { email: 'mara@example.com', name: 'Mara' })
  const title = 'Dusk, 24 film presets'
  const id = await publishByForm(mara.page, { title, price: '10.00', file: { name: 'dusk “24”.bin', bytes } })

  await mara.page.getByRole('button', { name: `Copy link to ${title}` }).click()
  await mara.page.getByText('Link copied!').first().waitFor()
  const html = await (await mara.page.request.get(`/p/${id}`)).text()
  expect(html).toContain(`<title>${title}`)
  expect(html).toMatch(new RegExp(`property="og:title" content="${title}`))
  expect(html).toMatch(/name="twitter:card"/)

  const fan = await site.newVisitor({ width: 390 })
  await goToCheckout(fan.page, id)
  await payWith(fan.page, cards.success)
  await fan.page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  const saved = await download(fan.page)
  expect(sha256(saved)).toBe(sha256(bytes))

  await mara.page.goto('/dashboard')
  const stats = mara.page.getByRole('region', { name: 'Your stats' })
  await stats.getByText('$8.00').first().waitFor()
  await expect(stats).toHaveText(/Total Tips\s+1/, { useInnerText: true })
  expect([...mara.pageErrors, ...fan.pageErrors]).toEqual([])
})

test('a purchased text is shown on the success page', { tag: ['@firefox', '@long'] }, async () => {
  const ines = await site.newVisitor()
  await signIn(ines.page, { email: 'ines@example.com', name: 'Ines' })
  const id = await publishByForm(ines.page, {
    kind: 'Text',
    title: 'A letter',
    price: '1.00',
    text: 'It takes as long as you look.',
  })
  const fan = await site.newVisitor()

  expect(await (await fan.page.request.get(`/p/${id}`)).text()).not.toContain('as long as you look')
  await goToCheckout(fan.page, id)
  await payWith(fan.page, cards.success)

  await fan.page.getByText('It takes as long as you look.').waitFor()
  expect(fan.pageErrors).toEqual([])
})

test('a purchased link is on the success page and not in the HTML before', {
  tag: ['@firefox', '@long'],
}, async () => {
  const jonas = await site.newVisitor()
  await signIn(jonas.page, { email: 'jonas@example.com', name: 'Jonas' })
  const link = 'https://example.com/sessions/harbour'
  const id = await publishByForm(jonas.page, { kind: 'Link', title: 'Sessions', price: '8.00', link })
  const fan = await site.newVisitor()

  expect(await (await fan.page.request.get(`/p/${id}`)).text()).not.toContain(link)
  await goToCheckout(fan.page, id)
  await payWith(fan.page, cards.success)

  const bought = fan.page.locator(`a[href="${link}"]`)
  await bought.waitFor()
  expect(await bought.getAttribute('rel')).toContain('noopener')
})

async function download(page: Page): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('dusk “24”.bin')
  return readFile(await file.path())
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
