import type { Locator, Page } from '@playwright/test'
import { pdfOf } from '../tests/support/pdf.ts'
import { openCreator } from './fixtures/accounts.ts'
import { buy } from './fixtures/actions.ts'
import { createWebm, drawImage, silentMp3, silentMp4, silentWav } from './fixtures/media.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
let creator: Visitor

test.beforeAll(async () => {
  creator = await openCreator(site)
})

/** Buys a file to view, as a new visitor on the success page. */
async function buyToView(name: string, buffer: Buffer): Promise<Page> {
  const answer = await creator.page.request.post('/api/content', {
    multipart: {
      kind: 'file',
      title: 'Evening light',
      price: '5.00',
      accessType: 'view',
      file: { name, mimeType: 'application/octet-stream', buffer },
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { page } = await site.newVisitor({ width: 390 })
  await buy(page, String((await answer.json()).id))
  return page
}

/** What a press on View opens. */
async function openTab(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'View' }).click()
  return opening
}

/** At least 2: the browser has read the bytes at its position and can show them. */
const readyState = (player: Locator) =>
  player.evaluate((media) => (media instanceof HTMLMediaElement ? media.readyState : -1))

const recordings: Array<[string, () => Promise<Buffer>]> = [
  ['song.wav', async () => silentWav(5)],
  ['song.mp3', async () => silentMp3(5)],
  ['song.m4a', () => silentMp4(5)],
  [
    'dusk.webm',
    async () => createWebm(await drawImage(creator.page, 'image/webp'), { seconds: 5, padding: 10 }),
  ],
]

for (const [name, createBytes] of recordings) {
  test(`${name} to view plays on the page and in its own tab`, {
    tag: name === 'dusk.webm' ? [] : '@long',
  }, async () => {
    const page = await buyToView(name, await createBytes())

    const tab = await openTab(page)

    for (const player of [page.locator('audio, video'), tab.locator('audio, video')]) {
      await player.evaluate((media) => {
        if (!(media instanceof HTMLMediaElement)) return
        media.preload = 'auto'
        media.load()
      })
      await expect.poll(() => readyState(player)).toBeGreaterThanOrEqual(2)
    }
    await page.getByRole('link', { name: 'Download' }).waitFor()
  })
}

test('a picture is shown in its own tab', async () => {
  const page = await buyToView('light.png', await drawImage(creator.page, 'image/png'))

  const tab = await openTab(page)

  const width = () =>
    tab.locator('img').evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)
  await expect.poll(width).toBe(64)
})

test('a text in an older encoding is readable in its own tab', { tag: '@long' }, async () => {
  const page = await buyToView('notes.txt', Buffer.from('Größe: fünf', 'latin1'))

  const tab = await openTab(page)

  await tab.getByText('Größe: fünf').waitFor()
})

test('a PDF is drawn by the reader on the page', async () => {
  const page = await buyToView('notes.pdf', await pdfOf('Notes on dusk'))

  const canvas = page.frameLocator('iframe').locator('canvas')

  const inkedPixels = () =>
    canvas.evaluate((drawn) => {
      if (!(drawn instanceof HTMLCanvasElement)) return 0
      const pixels = drawn.getContext('2d')?.getImageData(0, 0, drawn.width, drawn.height).data ?? []
      return pixels.filter((value, index) => index % 4 === 0 && value < 220).length
    })
  await expect.poll(inkedPixels).toBeGreaterThan(20)
})
