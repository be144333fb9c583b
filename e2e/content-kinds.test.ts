import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { pdfOf } from '../tests/support/pdf.ts'
import { openCreator } from './fixtures/accounts.ts'
import { accessPath, buy } from './fixtures/actions.ts'
import { createWebm, drawImage, silentWav } from './fixtures/media.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
let creator: Visitor

test.beforeAll(async () => {
  creator = await openCreator(site)
})

type Item = { name: string; bytes: Buffer; accessType: 'download' | 'view' | 'stream' }

/** Publishes an item with the API call of the upload page; returns its id. */
async function publishViaApi(fields: Record<string, string>, file?: Item): Promise<string> {
  const answer = await creator.page.request.post('/api/content', {
    multipart: {
      title: 'Evening light',
      price: '5.00',
      ...fields,
      ...(file && {
        accessType: file.accessType,
        file: { name: file.name, mimeType: 'application/octet-stream', buffer: file.bytes },
      }),
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return String((await answer.json()).id)
}

async function buyFile(file: Item): Promise<Visitor> {
  return buyContent(await publishViaApi({ kind: 'file' }, file))
}

/** Buys an item as a new visitor, who ends on the success page. */
async function buyContent(id: string): Promise<Visitor> {
  const visitor = await site.newVisitor({ width: 390 })
  await buy(visitor.page, id)
  return visitor
}

test('a downloaded file is complete, and its checksum can be compared', { tag: '@long' }, async () => {
  const bytes = randomBytes(50_000)
  const { page, context, pageErrors } = await buyFile({ name: 'loops.zip', bytes, accessType: 'download' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])

  await page.getByText('File details').click()
  await page.getByRole('button', { name: 'Copy SHA-256' }).click()

  await page.getByText('Checksum copied').first().waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sha256(bytes))
  expect(pageErrors).toEqual([])
})

test('a PDF opens in its own tab, without the sandbox that blanks it in WebKit', {
  tag: '@long',
}, async () => {
  const bytes = await pdfOf('Notes on dusk')
  const { page, pageErrors } = await buyFile({ name: 'notes.pdf', bytes, accessType: 'view' })

  const href = (await page.getByRole('link', { name: 'View' }).getAttribute('href')) ?? ''
  const answer = await page.request.get(href)

  expect(answer.headers()).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^inline/),
    'content-security-policy': expect.stringMatching(/^default-src 'none';(?!.*sandbox)/),
    'x-content-type-options': 'nosniff',
  })
  expect(await answer.body()).toEqual(bytes)
  expect(pageErrors).toEqual([])
})

for (const accessType of ['view', 'stream'] as const) {
  test(`Download is offered beside ${accessType} on the success page and on the access page, also without JavaScript`, {
    tag: accessType === 'stream' ? '@long' : [],
  }, async () => {
    const name = accessType === 'view' ? 'notes.pdf' : 'harbour.wav'
    const bytes = accessType === 'view' ? await pdfOf('Notes on dusk') : silentWav(10)
    const { page } = await buyFile({ name, bytes, accessType })
    const access = await accessPath(page)

    const fromSuccessPage = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    const plain = await site.newVisitor({ width: 390, javaScript: false })
    await plain.page.goto(access)
    const fromAccessPage = plain.page.waitForEvent('download')
    await plain.page.getByRole('link', { name: 'Download' }).click()

    for (const download of [await fromSuccessPage, await fromAccessPage]) {
      expect(download.suggestedFilename()).toBe(name)
      expect(sha256(await readFile(await download.path()))).toBe(sha256(bytes))
    }
  })
}

test('an image is shown on the page', { tag: '@long' }, async () => {
  const bytes = await drawImage(creator.page, 'image/png')
  const { page, pageErrors } = await buyFile({ name: 'light.png', bytes, accessType: 'view' })

  const image = page.getByRole('img', { name: 'Evening light' })
  await image.waitFor()

  expect(await image.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)).toBe(64)
  expect(pageErrors).toEqual([])
})

test('a text file is shown on the page, in a frame without scripts', { tag: '@long' }, async () => {
  const bytes = Buffer.from('Salt, flour, water. <script>document.title = "run"</script>')
  const { page, pageErrors } = await buyFile({ name: 'bread.txt', bytes, accessType: 'view' })

  await page.frameLocator('iframe').getByText('Salt, flour, water.').waitFor()

  expect(await page.title()).not.toBe('run')
  expect(pageErrors).toEqual([])
})

test('a text is shown and can be copied completely', { tag: '@long' }, async () => {
  const id = await publishViaApi({ kind: 'text', textContent: 'Salt, flour,\nwater.' })
  const { page, context } = await buyContent(id)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])

  await page.getByRole('button', { name: 'Copy text' }).click()

  await page.getByText('Text copied').first().waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Salt, flour,\nwater.')
})

test('audio resumes where it was left on this device, also on the access page', {
  tag: '@long',
}, async () => {
  const { page } = await buyFile({ name: 'harbour.wav', bytes: silentWav(120), accessType: 'stream' })
  const access = await accessPath(page)
  await loadMedia(page, 'audio')
  await seek(page, 'audio', 61)

  await page.goto(access)

  await page.getByText('1:01 of').waitFor()
  await loadMedia(page, 'audio')
  await expect.poll(() => mediaPosition(page, 'audio')).toBe(61)
  await seek(page, 'audio', 119)
  await page.reload()
  await loadMedia(page, 'audio')
  await expect.poll(() => mediaDuration(page, 'audio')).toBe(120)
  expect(await mediaPosition(page, 'audio')).toBe(0)
})

test('a video seeks: its end is shown before its middle is fetched', { tag: '@long' }, async () => {
  const bytes = createWebm(await drawImage(creator.page, 'image/webp'), { seconds: 60, padding: 500_000 })
  const { page, pageErrors } = await buyFile({ name: 'dusk.webm', bytes, accessType: 'stream' })
  const ranges: Array<string> = []
  page.on('request', (request) => {
    if (request.url().includes('/files/')) ranges.push(request.headers().range ?? '')
  })

  await loadMedia(page, 'video')
  await expect.poll(() => mediaDuration(page, 'video')).toBe(60)
  await seek(page, 'video', 50)

  await expect.poll(() => mediaPosition(page, 'video')).toBe(50)
  const starts = ranges.map((range) => Number(/^bytes=(\d+)-/.exec(range)?.[1] ?? 0))
  expect(Math.max(...starts)).toBeGreaterThan(20_000_000)
  expect(pageErrors).toEqual([])
})

test('an interrupted download resumes, and the file is complete', { tag: '@long' }, async () => {
  const bytes = randomBytes(300_000)
  const { page } = await buyFile({ name: 'loops.zip', bytes, accessType: 'download' })
  const href = (await page.getByRole('link', { name: 'Download' }).getAttribute('href')) ?? ''
  const first = await page.request.get(href, { headers: { range: 'bytes=0-99999' } })
  const etag = first.headers().etag ?? ''

  const rest = await page.request.get(href, { headers: { range: 'bytes=100000-', 'if-range': etag } })

  expect([first.status(), rest.status()]).toEqual([206, 206])
  expect(sha256(Buffer.concat([await first.body(), await rest.body()]))).toBe(sha256(bytes))
})

test('the next range request of a download is refused after a refund', { tag: '@long' }, async () => {
  const bytes = randomBytes(300_000)
  const { page } = await buyFile({ name: 'loops.zip', bytes, accessType: 'download' })
  const href = (await page.getByRole('link', { name: 'Download' }).getAttribute('href')) ?? ''
  const signed = await page.request.get(href, { maxRedirects: 0 })
  const fileUrl = signed.headers().location ?? ''
  await page.getByRole('link', { name: 'Request a refund' }).click()
  await page.getByRole('button', { name: 'Refund $5.00' }).click()
  await page.getByRole('heading', { name: 'Your refund is complete' }).waitFor()

  const next = await page.request.get(fileUrl, { headers: { range: 'bytes=100000-' } })

  expect(next.status()).toBe(403)
  expect(await next.json()).toMatchObject({ code: 'purchase_refunded' })
})

/** The page loads a recording when somebody presses play. */
async function loadMedia(page: Page, kind: 'audio' | 'video'): Promise<void> {
  await page.locator(kind).evaluate(
    (player) =>
      new Promise((done) => {
        if (!(player instanceof HTMLMediaElement)) return
        player.addEventListener('loadedmetadata', done, { once: true })
        player.preload = 'auto'
      }),
  )
}

async function seek(page: Page, kind: 'audio' | 'video', seconds: number): Promise<void> {
  await page.locator(kind).evaluate(
    (player, to) =>
      new Promise((done) => {
        if (!(player instanceof HTMLMediaElement)) return
        player.addEventListener('seeked', done, { once: true })
        player.currentTime = to
      }),
    seconds,
  )
}

function mediaDuration(page: Page, kind: 'audio' | 'video'): Promise<number> {
  return page.locator(kind).evaluate((player) => (player instanceof HTMLMediaElement ? player.duration : -1))
}

function mediaPosition(page: Page, kind: 'audio' | 'video'): Promise<number> {
  return page
    .locator(kind)
    .evaluate((player) => (player instanceof HTMLMediaElement ? Math.floor(player.currentTime) : -1))
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
