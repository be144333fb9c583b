import type { Locator, Page } from '@playwright/test'
import { pdfWithPages } from '../tests/support/pdf.ts'
import { closeShareSheet, signIn } from './fixtures/actions.ts'
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
  await page.getByRole('combobox', { name: 'Free preview' }).selectOption({ label: preview })
  await page.getByRole('button', publishButton).click()
  await published(page)
  const url = await page.getByLabel('Your tip link').inputValue()
  await closeShareSheet(page)
  return new URL(url).pathname
}

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
  await expect(preview.getByText('Free preview, 0:15')).toBeVisible()
  const seconds = await play(preview.getByLabel('Free preview of Night Ferry'))

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
  await expect(fan.getByRole('link', { name: 'Unlock all 0:40' })).toHaveAttribute('href', '#pay')
  const video = fan.getByRole('region', { name: 'Free preview' }).locator('video')
  const seconds = await play(video)

  expect(seconds).toBeGreaterThan(10)
  expect(seconds).toBeLessThanOrEqual(15)
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
