import type { Locator, Page } from '@playwright/test'
import { updateProfile } from '../contract/accounts.ts'
import { pdfWithPages } from '../tests/support/pdf.ts'
import { closeShareSheet, sharedId, signIn, unfold } from './fixtures/actions.ts'
import { createWebm, drawImage, silentWav } from './fixtures/media.ts'
import { expect, openSite, test } from './fixtures/test.ts'
import { publishButton, published } from './fixtures/uploads.ts'

const site = openSite()

type Upload = { title: string; name: string; bytes: Buffer; preview: string }

/** Publishes a file with a free preview; returns the address of its tip page. */
async function publishWithPreview(page: Page, { title, name, bytes, preview }: Upload): Promise<string> {
  await page.goto('/upload')
  const file = { name, mimeType: 'application/octet-stream', buffer: bytes }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Price', { exact: true }).fill('5.00')
  await unfold(page, 'Free preview')
  await page.getByRole('combobox', { name: 'Free preview' }).selectOption({ label: preview })
  await page.getByRole('button', publishButton).click()
  await published(page)
  const id = await sharedId(page)
  await closeShareSheet(page)
  return `/p/${id}`
}

/** Publishes a recording of six seconds, of which two are free, by the call of the upload page. Returns its tip page's address. */
async function publishRecording(creator: Page, fields: Record<string, string> = {}): Promise<string> {
  const file = { name: 'ferry.wav', mimeType: 'audio/wav', buffer: silentWav(6) }
  const answer = await creator.request.post('/api/content', {
    multipart: {
      title: 'Night Ferry',
      price: '5.00',
      accessType: 'stream',
      teaserSeconds: '2',
      ...fields,
      file,
    },
  })
  return `/p/${(await answer.json()).id}`
}

/** Opens a tip page once its sample is there. */
async function openWithSample(page: Page, path: string): Promise<Locator> {
  const preview = page.getByRole('region', { name: 'Free preview' })
  await expect(async () => {
    await page.goto(path)
    await expect(preview).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  return preview
}

test('a fan hears the sample on the cover, and pays from its end', async () => {
  const { page: creator } = await site.newVisitor()
  await signIn(creator, { email: 'noor@example.com', name: 'Noor' })
  const path = await publishRecording(creator)
  const { page: fan, pageErrors } = await site.newVisitor({ width: 360 })
  const preview = await openWithSample(fan, path)
  const scripts = () => fan.evaluate(() => document.querySelectorAll('script[src]').length)
  const scriptsBefore = await scripts()

  await preview.getByRole('button', { name: 'Listen, 2 seconds' }).click()
  await expect(preview.getByText('of 0:02')).toBeVisible()
  expect(await scripts()).toBeGreaterThan(scriptsBefore)
  await expect(preview.getByText('Unlock all 0:06', { exact: true })).toBeVisible()
  await expect(preview.getByRole('button', { name: 'Listen again' })).toBeVisible()
  await preview.getByRole('button', { name: 'Pay $5.00', exact: true }).click()

  await fan.waitForURL(/\/checkout\//)
  expect(pageErrors).toEqual([])
})

test('the player goes by keyboard, asks to try again when its sample does not load, and works without JavaScript', {
  tag: '@long',
}, async () => {
  const { page: creator } = await site.newVisitor()
  await signIn(creator, { email: 'otto@example.com', name: 'Otto' })
  const path = await publishRecording(creator, {
    teaserSeconds: '30',
    pricingModel: 'pay_what_you_want',
    minimumPrice: '2.00',
  })
  const { page: fan, pageErrors } = await site.newVisitor({ width: 360 })
  const preview = await openWithSample(fan, path)
  const position = () => preview.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime)
  await fan.route('**/teaser/**', (route) => route.abort())

  await preview.getByRole('button', { name: 'Listen, 3 seconds' }).click()
  await expect(preview.getByText('The sample doesn’t load. Try again.')).toBeVisible()
  await fan.unroute('**/teaser/**')
  await preview.getByRole('button', { name: 'Try again' }).focus()
  await fan.keyboard.press('Space')
  await expect(preview.getByText('of 0:03')).toBeVisible()
  await fan.keyboard.press('Space')
  await expect(preview.getByRole('button', { name: 'Play' })).toBeFocused()
  await fan.keyboard.press('ArrowLeft')
  await expect.poll(position).toBe(0)
  await fan.keyboard.press('Space')
  await fan.keyboard.press('ArrowRight')
  await expect(preview.getByText('Like it?')).toBeVisible()
  await fan.getByLabel('Pay what you want').fill('7')
  await expect(preview.getByRole('button', { name: 'Pay $7.00', exact: true })).toBeVisible()
  expect(pageErrors).toEqual([])

  const { page: plain } = await site.newVisitor({ javaScript: false })
  await plain.goto(path)
  await expect(plain.getByLabel('Free preview of Night Ferry')).toHaveJSProperty('controls', true)
  await expect(plain.getByRole('button', { name: 'Listen, 3 seconds' })).toBeHidden()
})

test('the samples of a creator’s page play one at a time, load no code before, and lead to the price', {
  tag: '@long',
}, async () => {
  const { page: creator } = await site.newVisitor()
  await signIn(creator, { email: 'ida@example.com', name: 'Ida' })
  await creator.request.patch(updateProfile.path, { data: { firstName: 'Ida', handle: 'ida' } })
  await publishRecording(creator, { title: 'First tape' })
  const path = await publishRecording(creator, { title: 'Second tape' })
  const { page: fan, pageErrors } = await site.newVisitor({ width: 360 })
  await openWithSample(fan, path)
  const listenTo = (title: string) => fan.getByRole('button', { name: `Listen, 2 seconds: ${title}` })
  await expect(async () => {
    await fan.goto('/@ida')
    await expect(listenTo('First tape')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  expect(await fan.locator('script[src*="card-player"]').count()).toBe(0)

  await listenTo('First tape').click()
  await expect(fan.getByRole('button', { name: 'Pause: First tape' })).toBeVisible()
  await listenTo('Second tape').focus()
  await fan.keyboard.press('Enter')

  await expect(fan.getByRole('button', { name: 'Play: First tape' })).toBeVisible()
  await expect(fan.getByRole('button', { name: 'Listen again: Second tape' })).toBeFocused()
  await fan.getByRole('link', { name: /^\$5\.00 for Second tape$/ }).click()
  await fan.getByRole('button', { name: 'Pay $5.00 to unlock' }).first().waitFor()
  expect(pageErrors).toEqual([])
})

/** Plays a sample until time passes; returns its length in seconds. */
async function play(player: Locator): Promise<number> {
  await player.evaluate((element: HTMLMediaElement) => {
    element.muted = true
    return element.play()
  })
  await expect
    .poll(() => player.evaluate((element: HTMLMediaElement) => element.currentTime))
    .toBeGreaterThan(0)
  return player.evaluate((element: HTMLMediaElement) => element.duration)
}

test('a fan hears the seconds of a recording that its creator gives away, and no more', {
  tag: '@long',
}, async () => {
  const { page: creator } = await site.newVisitor()
  await signIn(creator, { email: 'mara@example.com', name: 'Mara' })
  const path = await publishWithPreview(creator, {
    title: 'Night Ferry',
    name: 'ferry.wav',
    bytes: silentWav(40),
    preview: '15 seconds',
  })
  const { page: fan, pageErrors } = await site.newVisitor({ width: 360 })
  const preview = fan.getByRole('region', { name: 'Free preview' })

  await expect(async () => {
    await fan.goto(path)
    await expect(preview).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await expect(preview.getByText('Listen 15 seconds')).toBeVisible()
  await expect(preview.getByText('0:40 in full')).toBeVisible()
  const seconds = await play(preview.locator('audio'))

  expect(seconds).toBeGreaterThan(14)
  expect(seconds).toBeLessThanOrEqual(15.1)
  expect(pageErrors).toEqual([])
})

test('a fan plays the part of a video that its creator gives away', { tag: '@long' }, async () => {
  const { page: creator } = await site.newVisitor()
  await signIn(creator, { email: 'ada@example.com', name: 'Ada' })
  const videoBytes = createWebm(await drawImage(creator, 'image/webp'), { seconds: 40, padding: 1_000 })
  const path = await publishWithPreview(creator, {
    title: 'Harbor at night',
    name: 'harbor.webm',
    bytes: videoBytes,
    preview: '15 seconds',
  })
  const { page: fan } = await site.newVisitor({ width: 360 })

  await creator.getByRole('button', { name: 'More for Harbor at night' }).click()
  await creator.getByRole('button', { name: 'Stats for Harbor at night' }).click()
  await expect(creator.getByText('Your free preview is on your tip page.')).toBeVisible()
  await fan.goto(path)
  const preview = fan.getByRole('region', { name: 'Free preview' })
  await expect(preview.getByText(/Watch 1[45] seconds/)).toBeVisible()
  // Loads the player's code.
  await preview.getByRole('button', { name: /^Watch/ }).hover()
  const seconds = await play(preview.locator('video'))

  expect(seconds).toBeGreaterThan(10)
  expect(seconds).toBeLessThanOrEqual(15)
  await preview.getByRole('button', { name: 'Full screen' }).click()
  await expect(preview.locator('video')).toHaveJSProperty('controls', true)
})

test('a fan sees the pages that a creator gives away, and a damaged file says why it has none', {
  tag: '@long',
}, async () => {
  const { page: creator } = await site.newVisitor()
  await signIn(creator, { email: 'lena@example.com', name: 'Lena' })
  const path = await publishWithPreview(creator, {
    title: 'Field notes',
    name: 'notes.pdf',
    bytes: await pdfWithPages(6),
    preview: 'First 2 pages',
  })
  const { page: fan } = await site.newVisitor({ width: 360 })

  const second = fan.getByRole('img', { name: 'Page 2 of Field notes' })
  await expect(async () => {
    await fan.goto(path)
    await second.scrollIntoViewIfNeeded({ timeout: 1_000 })
  }).toPass()
  await expect.poll(() => second.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900)
  await expect(fan.getByRole('img', { name: 'Page 3 of Field notes' })).toHaveCount(0)

  const damaged = Buffer.from('a film that is none')
  const damagedPath = await publishWithPreview(creator, {
    title: 'Lost film',
    name: 'lost.mp4',
    bytes: damaged,
    preview: '30 seconds',
  })
  await creator.goto(`/edit/${damagedPath.split('/').at(-1)}`)
  await expect(creator.getByText('It may be damaged or too short.')).toBeVisible()
  await creator.getByRole('button', { name: 'Try Again' }).click()
  await expect(creator.getByText('It may be damaged or too short.')).toBeVisible()
})
