import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { updateProfile } from '../../contract/accounts.ts'
import { api } from '../../contract/api.ts'
import { createBundle, setBundleCover } from '../../contract/bundles.ts'
import { createContent } from '../../contract/content.ts'
import { updateContent } from '../../contract/content-editing.ts'
import { setSiteLogo } from '../../contract/instance-settings.ts'
import { setLogo } from '../../contract/pro.ts'
import { verifyPurchase } from '../../contract/purchases.ts'
import { buildUrl } from '../../contract/route.ts'
import { setPhoto } from '../../contract/settings.ts'
import { addTeaserPicture } from '../../contract/teasers.ts'
import { heicPhoto, largeSvg, pngWithProfile, pngWithTexts } from '../support/hostile-images.ts'
import type { Part } from '../support/test-app/http-client.ts'
import { upgradeToPro } from '../support/test-app/subscription-client.ts'
import { createTestApp, type Visitor } from '../support/test-app.ts'

/** Without it, what this file sent before counts as memory that the server takes for an image. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** Someone who may use each route that reads an image. */
async function imageRoutes() {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const mara = await w.creator()
  await upgradeToPro(mara)
  const { id } = await mara.publishText()
  const { body: bundle } = await mara.call(createBundle, {
    body: { title: 'Both', price: '5.00', items: [id, (await mara.publishText()).id] },
  })
  const publish = (preview: Part) =>
    mara.form(createContent.path, [
      { name: 'title', value: 'Harbour' },
      { name: 'price', value: '10.00' },
      { name: 'kind', value: 'text' },
      { name: 'textContent', value: 'Salt.' },
      preview,
    ])
  const file = (name: string, bytes: Buffer) => [{ name, fileName: 'a.png', bytes }]
  const teaserUrl = buildUrl(addTeaserPicture, { params: { id } })
  const itemUrl = buildUrl(updateContent, { params: { id } })
  const bundleUrl = buildUrl(setBundleCover, { params: { id: bundle.id } })
  const sendPhoto = (bytes: Buffer) => mara.form(setPhoto.path, file('photo', bytes))
  const routes: Record<string, (bytes: Buffer) => ReturnType<typeof publish>> = {
    photo: sendPhoto,
    logo: (bytes) => mara.form(setLogo.path, file('logo', bytes)),
    'site logo': (bytes) => admin.form(setSiteLogo.path, file('logo', bytes)),
    'preview image': (bytes) => mara.form(teaserUrl, file('picture', bytes)),
    'bundle cover': (bytes) => mara.form(bundleUrl, file('previewImage', bytes)),
    preview: (bytes) => publish({ name: 'previewImage', fileName: 'a.png', bytes }),
    'new preview': (bytes) =>
      mara.form(itemUrl, [{ name: 'previewImage', fileName: 'a.png', bytes }], 'PATCH'),
    'preview as data URL': (bytes) =>
      publish({ name: 'previewImage', value: `data:image/png;base64,${bytes.toString('base64')}` }),
  }
  return { w, sendPhoto, routes: Object.entries(routes) }
}

test('every route whose form has an image is in this file', () => {
  const paths = Object.values(api).flatMap(({ path, files = {} }) =>
    Object.keys(files).some((name) => /photo|logo|picture|image/i.test(name)) ? path : [],
  )

  expect(paths.toSorted()).toEqual(
    [setPhoto, setLogo, setSiteLogo, addTeaserPicture, createContent, updateContent, setBundleCover]
      .map(({ path }) => path)
      .toSorted(),
  )
})

test('an image that needs hundreds of megabytes takes none of the server’s, on every route', {
  timeout: 180_000,
  tags: ['long'],
}, async () => {
  const { w, routes, sendPhoto } = await imageRoutes()
  const [texts, moreTexts, profile] = [pngWithTexts(11), pngWithTexts(40), pngWithProfile(500_000_000)]
  const svg = largeSvg(6_000_000)
  const requests = [
    ...routes.map(([route, send]) => ({ what: `11 texts: ${route}`, status: 200, run: () => send(texts) })),
    ...routes.map(([route, send]) => ({ what: `SVG: ${route}`, status: 415, run: () => send(svg) })),
    { what: '40 texts', status: 200, run: () => sendPhoto(moreTexts) },
    { what: 'a large profile', status: 415, run: () => sendPhoto(profile) },
  ]
  // What a route needs for any image, such as its code, is no part of what these need.
  const plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c0ffee' } })
    .png()
    .toBuffer()
  for (const [, send] of routes) await send(plain)
  collectGarbage()
  const before = process.memoryUsage.rss()
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 20)
  const eventLoop = monitorEventLoopDelay()
  eventLoop.enable()

  const statuses: Record<string, number> = {}
  for (const { what, run } of requests) {
    statuses[what] = (await run()).status
    collectGarbage()
  }
  eventLoop.disable()
  clearInterval(sampling)

  expect(statuses).toEqual(Object.fromEntries(requests.map(({ what, status }) => [what, status])))
  expect((peak - before) / 1e6).toBeLessThan(150)
  // Blocked for 6 s before.
  expect(eventLoop.max / 1e6).toBeLessThan(1_500)
  expect((await w.visitor().send('GET', '/health')).statusCode).toBe(200)
})

test('a photo in HEIC is refused with a way on', async () => {
  const { routes } = await imageRoutes()

  for (const [, send] of routes)
    expect(await send(heicPhoto)).toMatchObject({
      status: 415,
      body: {
        message:
          'This is an iPhone photo in HEIC format, which most browsers can’t show. Export it as JPEG and choose that file.',
      },
    })
})

test('someone’s image is served while others send images that are refused', async () => {
  const { w, sendPhoto } = await imageRoutes()
  const jonas = await w.creator('jonas@example.com')
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c0ffee' } })
    .png()
    .toBuffer()

  const [refused, served] = await Promise.all([
    sendPhoto(pngWithProfile(300_000_000)),
    jonas.form(setPhoto.path, [{ name: 'photo', fileName: 'me.png', bytes: picture }]),
  ])

  expect([refused.status, served.status]).toEqual([415, 200])
})

/** Titles that are long, have no letter to draw, or look like markup or another direction. */
const hostileTitles = [
  '<svg onload=alert(1)>&#x0; \u202Egnirts desrever\u202C \u0301\u0301\u0301',
  '👩‍👩‍👧‍👦'.repeat(12),
  `שלום 漢字 كتاب ไทย ${'W'.repeat(150)}`,
]
/** Covers of the most extreme shapes that are accepted. */
const hostileShapes = [
  { width: 1, height: 1 },
  { width: 6_000, height: 1 },
  { width: 1, height: 6_000 },
]

test('a ticket is drawn of any title, name and cover, always in its size', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  await creator.call(updateProfile, { body: { firstName: '<b>Mära</b> 漢字' } })

  for (const [index, title] of hostileTitles.entries()) {
    const shape = hostileShapes[index % hostileShapes.length] ?? { width: 1, height: 1 }
    const bytes = await sharp({ create: { ...shape, channels: 4, background: '#c0ffee80' } })
      .png()
      .toBuffer()
    const cover = { name: 'previewImage', fileName: 'a.png', bytes }
    const { status, body: item } = await creator.form(createContent.path, [
      ...Object.entries({ title, price: '10.00', kind: 'text', textContent: 'Salt.' }).map(
        ([name, value]) => ({
          name,
          value,
        }),
      ),
      ...(index === 1 ? [] : [cover]),
    ])
    expect([title, status]).toEqual([title, 200])
    const { ticket } = await boughtBy(w.visitor(), Number(item.id))

    const picture = await w.visitor().send('GET', ticket.pictureUrl ?? '')

    expect([title, picture.statusCode, picture.headers['content-type']]).toEqual([title, 200, 'image/png'])
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
  }
})

async function boughtBy(fan: Visitor, id: number) {
  const { paymentIntentId } = await fan.purchase(id)
  const query = { payment_intent: paymentIntentId, content_id: id }
  return (await fan.call(verifyPurchase, { query })).body
}
