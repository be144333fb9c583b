import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { fromBufferPromise } from 'yauzl'
import { pdfOf } from '../tests/support/pdf.ts'
import { openCreator } from './fixtures/accounts.ts'
import { buy, payAndLeave } from './fixtures/actions.ts'
import { silentWav } from './fixtures/media.ts'
import { publishParts, type TypedPart, uploadPart } from './fixtures/parts.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
let creator: Visitor
/** Two short tracks with a broken one between them, a PDF, a picture, a link and a text. */
let album = ''

test.beforeAll(async () => {
  creator = await openCreator(site)
  album = await publishParts(creator.page, 'Salt Roads', [
    await recording('Breakwater.wav', silentWav(1), 'Out'),
    await recording('Customs house.mp3', Buffer.from('no recording'), 'Out'),
    await recording('Bora.wav', silentWav(2), 'Back'),
    await uploadPart(creator.page, 'Booklet.pdf', await pdfOf('Notes on dusk'), { access: 'view' }),
    await uploadPart(creator.page, 'Cover.png', await drawn(1), { access: 'view' }),
    { kind: 'link', url: 'https://film.example/salt', name: 'The film' },
    { kind: 'text', text: 'Open G, capo 2.', name: 'Chords' },
  ])
})

function recording(name: string, bytes: Buffer, section: string): Promise<TypedPart> {
  return uploadPart(creator.page, name, bytes, { section, access: 'stream' })
}

function drawn(number: number): Promise<Buffer> {
  const background = { r: 40 * number, g: 90, b: 120 }
  return sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .png()
    .toBuffer()
}

/** Buys an item in this browser and opens its access page. */
async function openBought(visitor: Visitor, id: string): Promise<string> {
  const access = await buy(visitor.page, id)
  await visitor.page.goto(access)
  return access
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const playedTitle = (page: Page) => page.evaluate(() => navigator.mediaSession.metadata?.title)
const widthOfPage = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

test('an album is played track by track: past one that can’t be played, to the last', async () => {
  const buyer = await site.newVisitor({ width: 390 })
  const { page, pageErrors } = buyer
  await openBought(buyer, album)

  await page.getByRole('button', { name: 'Play Breakwater' }).click()
  await expect(row(page, 'Breakwater')).toHaveAttribute('aria-current', 'true')
  expect(await playedTitle(page)).toBe('Breakwater')
  await expect(row(page, 'Bora')).toHaveAttribute('aria-current', 'true', { timeout: 10_000 })

  expect(await playedTitle(page)).toBe('Bora')
  await expect(row(page, 'Customs house')).toContainText('This one can’t be played here. Download it.')
  await expect(
    page.getByRole('status').filter({ hasText: '“Customs house” can’t be played here.' }),
  ).toBeVisible()
  // After the last one it stops.
  await expect(page.getByRole('button', { name: 'Play Bora' })).toBeVisible({ timeout: 10_000 })
  await page.getByRole('button', { name: 'Previous track' }).press('p')
  await expect(row(page, 'Breakwater')).toHaveAttribute('aria-current', 'true')
  expect(await widthOfPage(page)).toBe(390)
  expect(pageErrors).toEqual([])
})

test('a track that can’t be loaded says why, and what helps', { tag: '@long' }, async () => {
  const buyer = await site.newVisitor({ width: 390 })
  const { page } = buyer
  await openBought(buyer, album)
  const problem = page.getByRole('status').filter({ hasText: /Reload|Check|Try/ })
  const playWith = async (status: number | 'abort') => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route(/\/access\/.*\/file/, (route) =>
      status === 'abort' ? route.abort('internetdisconnected') : route.fulfill({ status }),
    )
    await page.reload()
    await page.getByRole('button', { name: 'Play Breakwater' }).click()
  }

  await playWith(403)
  await expect(problem).toContainText('Your access to this has ended. Reload the page to see why.')
  await playWith(404)
  await expect(problem).toContainText('This was taken off the page. Reload to see what is here now.')
  await playWith('abort')
  await expect(problem).toContainText('We can’t load this. Check your connection.')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await problem.getByRole('button', { name: 'Try Again' }).click()
  await expect(problem).toBeHidden()
  await expect(row(page, 'Bora')).toHaveAttribute('aria-current', 'true', { timeout: 10_000 })
})

test('the keys play, seek and change tracks; track and place are kept on this device', {
  tag: '@long',
}, async () => {
  const long = await publishParts(creator.page, 'Long songs', [
    await recording('First.wav', silentWav(60), ''),
    await recording('Second.wav', silentWav(90), ''),
  ])
  const buyer = await site.newVisitor()
  const { page } = buyer
  await openBought(buyer, long)
  const position = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime)
  const isPaused = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.paused)
  const first = page.locator('a[data-track]').first()
  await expect(first).toHaveRole('button')

  await first.press(' ')
  await expect.poll(isPaused).toBe(false)
  await first.press(' ')
  await expect.poll(isPaused).toBe(true)
  await first.press('n')
  await expect(row(page, 'Second')).toHaveAttribute('aria-current', 'true')
  await expect.poll(position).toBeGreaterThan(0)
  await first.press('ArrowRight')
  await first.press('ArrowRight')
  await expect.poll(position).toBeGreaterThan(10)
  await page.getByRole('button', { name: 'Pause Second' }).click()
  await page.reload()

  await expect.poll(position).toBeGreaterThan(9)
  await expect(page.locator('audio').locator('..')).toContainText('Second')
  await page.locator('a[data-track]').nth(1).press('p')
  await expect(row(page, 'First')).toHaveAttribute('aria-current', 'true')
})

test('parts open in their row one at a time, and are loaded only then', { tag: '@long' }, async () => {
  const buyer = await site.newVisitor({ width: 390 })
  const { page, context } = buyer
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openBought(buyer, album)
  await expect(page.locator('iframe, details img')).toHaveCount(0)

  await page.getByText('Booklet', { exact: true }).click()
  await expect(page.frameLocator('iframe[title="Booklet, pages"]').getByText('Page 1 of 1')).toBeVisible()
  await page.getByText('Cover', { exact: true }).click()
  await expect(page.getByRole('img', { name: 'Cover', exact: true })).toBeVisible()
  await expect(page.getByTitle('Booklet, pages')).toBeHidden()
  await page.getByText('Chords', { exact: true }).click()
  await expect(page.getByText('Open G, capo 2.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Cover', exact: true })).toBeHidden()

  await page.getByRole('button', { name: 'Copy the link of The film' }).click()
  await expect(page.getByText('Link copied!').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('https://film.example/salt')
})

test('a buyer downloads all as one ZIP, or one by one with a check beside what this device has', {
  tag: '@long',
}, async () => {
  const buyer = await site.newVisitor({ width: 390 })
  const { page } = buyer
  await openBought(buyer, album)

  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download all · / }).click(),
  ])
  await expect(page.getByText('Download started')).toBeVisible()
  await page.getByRole('link', { name: 'No Resume? Download one by one' }).click()
  const [single] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Bora' }).click(),
  ])
  await expect(page.getByRole('link', { name: 'Download Bora, downloaded on this device' })).toBeVisible()
  await page.reload()

  expect(zip.suggestedFilename()).toBe('Salt Roads.zip')
  expect(await namesInZip(await readFile(await zip.path()))).toEqual([
    ...['Out/Breakwater.wav', 'Out/Customs house.mp3', 'Back/Bora.wav'],
    ...['Booklet.pdf', 'Cover.png', 'The film.url', 'Chords.txt'],
  ])
  expect(await readFile(await single.path())).toEqual(silentWav(2))
  await expect(page.getByRole('link', { name: 'Download Bora, downloaded on this device' })).toBeVisible()
  await expect(page.locator('[data-downloaded]')).toHaveCount(1)
})

async function namesInZip(bytes: Buffer): Promise<Array<string>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const names: Array<string> = []
  for await (const { fileName } of zip.eachEntry()) names.push(fileName)
  return names
}

test('without JavaScript every part is a link that gives its bytes, and the page is as wide as the phone', async () => {
  const access = await payAndLeave((await site.newVisitor()).page, album)
  const { page } = await site.newVisitor({ width: 360, javaScript: false })
  await page.goto(access)

  await expect(page.getByText('Your links and texts are ready')).toBeVisible()
  expect(await page.content()).not.toMatch(/film.example|capo/)
  await page.getByRole('button', { name: 'Show the links and texts' }).click()
  await expect(page.getByRole('link', { name: 'Open The film' })).toBeVisible()
  const hrefs = await page
    .locator('a[href*="/file?"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const statuses = await Promise.all(hrefs.map(async (href) => (await page.request.get(href)).status()))

  // Play and all together, three to play, two to view, and each but the link to download.
  expect(hrefs).toHaveLength(2 + 3 + 2 + 6)
  expect(new Set(statuses)).toEqual(new Set([200]))
  await expect(page.getByRole('link', { name: 'Open The film' })).toHaveAttribute(
    'href',
    'https://film.example/salt',
  )
  await page.getByText('Chords', { exact: true }).click()
  await expect(page.getByText('Open G, capo 2.')).toBeVisible()
  expect(await widthOfPage(page)).toBe(360)
})

test('pictures are small squares that open in full, with keys, swipes and the focus back', {
  tag: '@long',
}, async () => {
  const pictures: Array<TypedPart> = []
  for (let number = 1; number <= 11; number++)
    pictures.push(
      await uploadPart(creator.page, `Harbor ${number}.png`, await drawn(number % 6), { access: 'view' }),
    )
  const broken = await uploadPart(creator.page, 'Broken.png', Buffer.from('no picture'), { access: 'view' })
  const id = await publishParts(creator.page, 'Harbor mornings', [...pictures, broken])
  const buyer = await site.newVisitor({ width: 390 })
  const { page, pageErrors } = buyer
  const access = await openBought(buyer, id)
  const square = (name: string) => page.getByRole('link', { name: `Open ${name}`, exact: true })
  const thumbnailWidth = (name: string) =>
    square(name)
      .locator('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth)

  await expect.poll(() => thumbnailWidth('Harbor 1')).toBe(320)
  await expect(square('Harbor 10')).toBeHidden()
  await square('Harbor 2').click()
  const dialog = page.getByRole('dialog', { name: 'Harbor 2' })
  await expect(dialog.getByText('2 of 12')).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'Harbor 2' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Harbor 3' })).toBeVisible()
  await swipe(page, -120)
  await expect(page.getByRole('dialog').getByText('4 of 12')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(square('Harbor 4')).toBeFocused()

  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(square('Harbor 11')).toBeVisible()
  await square('Broken').scrollIntoViewIfNeeded()
  await expect.poll(() => thumbnailWidth('Broken')).toBe(0)
  expect(await widthOfPage(page)).toBe(390)
  expect(pageErrors).toEqual([])

  const plain = await site.newVisitor({ width: 360, javaScript: false })
  await plain.page.goto(access)
  await plain.page.getByRole('link', { name: 'Show all' }).click()
  const href = await plain.page.getByRole('link', { name: 'Open Harbor 11' }).getAttribute('href')
  expect((await plain.page.request.get(href ?? '')).headers()['content-type']).toBe('image/png')
})

/** Moves one finger sideways over the picture. */
async function swipe(page: Page, deltaX: number): Promise<void> {
  await page.getByRole('dialog').evaluate((dialog, distance) => {
    const target = dialog.querySelector('img') ?? dialog
    const touch = (clientX: number) => new Touch({ identifier: 1, target, clientX, clientY: 300 })
    const send = (type: string, init: TouchEventInit) =>
      target.dispatchEvent(new TouchEvent(type, { bubbles: true, ...init }))
    send('touchstart', { touches: [touch(200)], changedTouches: [touch(200)] })
    send('touchend', { touches: [], changedTouches: [touch(200 + distance)] })
  }, deltaX)
}
