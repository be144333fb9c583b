import type { Page } from '@playwright/test'
import { updateProfile } from '../contract/accounts.ts'
import { listContent } from '../contract/content.ts'
import { buy, publish, signIn, unfold } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()

test('a fan follows a creator without JavaScript, is emailed about a new item, and unsubscribes', {
  tag: ['@firefox', '@long'],
}, async () => {
  const { page: creator } = await site.newVisitor()
  await signIn(creator, { email: 'mara@example.com', name: 'Mara' })
  await creator.request.patch(updateProfile.path, { data: { firstName: 'Mara', handle: 'mara' } })
  const id = await publish(creator, { kind: 'Text', title: 'First frost', price: '3.00', text: 'Cold.' })
  await publish(creator, { kind: 'Text', title: 'Night ferry', price: '5.00', text: 'Slow.' })
  const { page: fan } = await site.newVisitor({ width: 360, javaScript: false })

  await fan.goto(`/p/${id}`)
  await fan.getByRole('link', { name: 'by Mara @mara' }).click()
  await expect(fan.getByRole('heading', { name: 'Night ferry' })).toBeVisible()
  await fan.getByRole('button', { name: 'Follow', exact: true }).click()
  await fan.getByLabel('Your email').fill('fan@example.com')
  await fan.getByRole('button', { name: 'Follow Mara by email' }).click()
  await expect(fan.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()

  await openEmail(fan, 'Confirm that you want to follow Mara')
  await fan.goto(await linkIn(fan, '/following/'))
  await fan.getByRole('button', { name: 'Follow Mara' }).click()
  await expect(fan.getByRole('heading', { name: 'You’re following Mara' })).toBeVisible()

  await creator.goto('/upload')
  await creator.getByRole('tab', { name: 'Text' }).click()
  await creator.getByLabel('Text', { exact: true }).fill('Warm.')
  await creator.getByLabel('Title').fill('Thaw')
  await creator.getByLabel('Price', { exact: true }).fill('4.00')
  await unfold(creator, 'Email your follower')
  await creator.getByLabel('Email your followers when it’s published').check()
  await creator.getByRole('button', { name: 'Publish & Create Tip Link' }).click()

  await openEmail(fan, 'New from Mara: Thaw')
  await fan.goto(await linkIn(fan, '/unfollow/'))
  await fan.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(fan.getByRole('heading', { name: 'You’ve unsubscribed' })).toBeVisible()
})

test('a fan gets from a tip page to the creator’s follow form, and shares the creator’s page', {
  tag: '@long',
}, async () => {
  const { page: creator } = await site.newVisitor()
  await signIn(creator, { email: 'una@example.com', name: 'Una' })
  await creator.request.patch(updateProfile.path, { data: { firstName: 'Una', handle: 'una' } })
  const id = await publish(creator, { kind: 'Text', title: 'Thaw', price: '3.00', text: 'Warm.' })
  const { page, context, pageErrors } = await site.newVisitor({ width: 360 })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))

  await page.goto(`/p/${id}`)
  await page.getByRole('link', { name: 'Follow Una' }).click()
  await expect(page).toHaveURL(/\/@una#follow$/)
  await expect(page.getByLabel('Your email')).toBeInViewport()
  await page.getByRole('button', { name: 'Share' }).click()

  await expect(page.getByText('Link copied!').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site.url('/@una'))
  expect(pageErrors).toEqual([])
})

test('a former handle leads to the creator’s page', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor()
  await signIn(page, { email: 'otto@example.com', name: 'Otto' })
  for (const handle of ['otto', 'otto_k'])
    await page.request.patch(updateProfile.path, { data: { firstName: 'Otto', handle } })

  await page.goto('/@otto')

  await expect(page).toHaveURL(/\/@otto_k$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Otto' })).toBeVisible()
})

test('a creator’s page is sorted and filtered by links, and its share image is drawn', {
  tag: '@long',
}, async () => {
  const { page: creator } = await site.newVisitor()
  await signIn(creator, { email: 'ida@example.com', name: 'Ida' })
  await creator.request.patch(updateProfile.path, { data: { firstName: 'Ida', handle: 'ida' } })
  for (const [title, price] of [
    ['Cheap', '1.00'],
    ['Dear', '30.00'],
    ['Middle', '5.00'],
  ] as const)
    await publish(creator, { kind: 'Text', title, price, text: 'x' })
  const { page: fan } = await site.newVisitor({ width: 360, javaScript: false })
  const titles = fan.getByRole('list').getByRole('heading', { level: 3 })

  await fan.goto('/@ida')
  await expect(fan.getByText('@ida · 3 items')).toBeVisible()
  await expect(titles).toHaveText(['Middle', 'Dear', 'Cheap'])
  await fan.getByText('Sort: Newest first').last().click()
  await fan.getByRole('link', { name: 'Price: low to high' }).click()

  await expect(titles).toHaveText(['Cheap', 'Middle', 'Dear'])
  await expect(fan).toHaveURL(/\/@ida\?sort=price-low$/)
  expect(await fan.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/@ida$/)
  const image = new URL((await fan.locator('meta[property="og:image"]').getAttribute('content')) ?? '')
  const drawn = await fan.request.get(image.pathname + image.search)
  expect(drawn.headers()['content-type']).toBe('image/png')
  const sitemap = await (await fan.request.get('/sitemap.xml')).text()
  expect(sitemap).toContain('/@ida</loc>')
})

/** Opens the newest email with a subject in the mailbox of the instance. */
async function openEmail(page: Page, subject: string): Promise<void> {
  await expect(async () => {
    await page.goto('/dev/mail')
    await page.getByRole('link', { name: subject }).first().click({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
}

async function linkIn(page: Page, path: string): Promise<string> {
  const href = await page.locator(`a[href*="${path}"]`).first().getAttribute('href')
  return new URL(href ?? '').pathname
}

test('a fan reads the part of a text that its creator gives away, and the rest after paying', {
  tag: '@long',
}, async () => {
  const { page: creator } = await site.newVisitor()
  await signIn(creator, { email: 'ada@example.com', name: 'Ada' })
  const words = Array.from({ length: 200 }, (_, index) => `word${index}`)
  const { page: fan } = await site.newVisitor({ width: 360 })

  await creator.goto('/upload')
  await creator.getByRole('tab', { name: 'Text' }).click()
  await creator.getByLabel('Text', { exact: true }).fill(words.join(' '))
  await creator.getByLabel('Title').fill('Two hundred words')
  await creator.getByLabel('Price', { exact: true }).fill('4.00')
  await unfold(creator, 'Free preview')
  await creator.getByLabel('Free preview').first().selectOption({ label: 'First 50 words' })
  await creator.getByRole('button', { name: 'Publish & Create Tip Link' }).click()
  await creator.getByText('Content uploaded successfully!').first().waitFor()
  const [item] = await (await creator.request.get(listContent.path)).json()
  const path = `/p/${item.id}`

  const preview = fan.getByRole('region', { name: 'Free preview' })
  await expect(async () => {
    await fan.goto(path)
    await expect(preview).toContainText('word49', { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  await expect(preview).not.toContainText('word50')
  expect(await fan.content()).not.toContain('word50')

  await fan.goto(await buy(fan, String(item.id)))
  await expect(fan.getByText('word199')).toBeVisible()
})
