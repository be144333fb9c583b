import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import type { ReceiptContent } from '../../ports/document-renderer.ts'
import { documentRenderer } from './renderer.ts'

const readImage = async () => undefined
const buyer = { owner: 'buyer', readImage }
const receipt: ReceiptContent = {
  fileName: 'receipt-1.pdf',
  paper: 'a4',
  siteName: 'Tipdrop',
  logoKey: null,
  heading: 'Harbour loops',
  subheading: '2026-000001',
  isTest: false,
  ticket: undefined,
  parties: [
    { label: 'Bought by', lines: ['fan@example.com'] },
    { label: 'Sold by', lines: ['Mara GmbH', 'Berlin'] },
  ],
  facts: [],
  lines: [{ label: 'Harbour loops', value: '$10.00', isTitle: true }],
  total: ['Total paid', '$10.00'],
  guarantee: '',
  closing: ['Paid by card through Tipdrop.'],
  foot: ['Order 1', ''],
}

const shareCard = {
  title: '',
  creator: '',
  price: '$5.00',
  summary: 'Text, 20 min',
  itemImage: undefined,
  pond: { seed: 1, rings: 4 },
}

function createRenderer(options: Partial<Parameters<typeof documentRenderer>[0]> = {}) {
  const errors: Array<string> = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_: object, text: string) => errors.push(text),
  }
  const renderer = documentRenderer({ log, ...options })
  onTestFinished(renderer.close)
  return { renderer, errors }
}

/** A worker that is slow or fails, depending on the document's title. */
async function fakeWorker() {
  const file = join(tmpdir(), `worker-${process.pid}-${Math.random()}.mjs`)
  await writeFile(
    file,
    `export async function drawReceipt({ data: { heading: title } }) {
      if (title === 'hangs') for (;;);
      if (title === 'ends the worker') process.exit(1)
      if (title === 'fails') throw new Error('no such font')
      if (title === 'answers a page') return new TextEncoder().encode('<script>')
      if (title === 'answers an object') return { length: 9 }
      return new TextEncoder().encode('%PDF-' + title)
    }
    export async function drawShareCard({ data: { title } }) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return Buffer.concat([Buffer.from([0x89]), Buffer.from('PNG' + title)])
    }`,
  )
  return file
}

test('a rendered receipt comes from the cache, and a changed one is rendered again', async () => {
  const { renderer } = createRenderer()
  let renderings = 0
  const render = (facts: ReceiptContent) =>
    renderer.receiptPdf(facts, {
      ...buyer,
      beforeRender: async () => {
        renderings++
      },
    })

  const [first, again] = [await render(receipt), await render({ ...receipt })]
  const refunded = await render({
    ...receipt,
    lines: [...receipt.lines, { label: 'Refunded', value: '-$10.00' }],
  })

  expect(String(first.subarray(0, 5))).toBe('%PDF-')
  expect(again.equals(first)).toBe(true)
  expect(refunded.equals(first)).toBe(false)
  expect(renderings).toBe(2)
})

test('the operator’s logo is read once, for a receipt that is not cached', async () => {
  const { renderer } = createRenderer()
  const logo = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#0e6b4a' } })
    .png()
    .toBuffer()
  const read: Array<string> = []
  const turn = {
    ...buyer,
    readImage: async (key: string) => {
      read.push(key)
      return new Uint8Array(logo)
    },
  }
  const branded = { ...receipt, logoKey: 'site-logos/1' }

  const [pdf] = [await renderer.receiptPdf(branded, turn), await renderer.receiptPdf(branded, turn)]

  expect(read).toEqual(['site-logos/1'])
  expect(pdf.includes('/Subtype /Image')).toBe(true)
})

test('sixty concurrent requests for one receipt cause one rendering', async () => {
  const { renderer } = createRenderer({ workerFile: await fakeWorker() })
  let renderings = 0

  const all = await Promise.all(
    Array.from({ length: 60 }, () =>
      renderer.receiptPdf(receipt, {
        ...buyer,
        beforeRender: async () => {
          renderings++
        },
      }),
    ),
  )

  expect(new Set(all.map(String))).toEqual(new Set(['%PDF-Harbour loops']))
  expect(renderings).toBe(1)
})

test('a document over its timeout ends the worker and is answered 503, and waiting ones are rendered', {
  tags: ['long'],
}, async () => {
  const { renderer, errors } = createRenderer({ workerFile: await fakeWorker(), timeoutMs: 1_500 })

  const hanging = renderer.receiptPdf({ ...receipt, heading: 'hangs' }, buyer)
  const waiting = renderer.receiptPdf({ ...receipt, heading: 'waits' }, buyer)

  await expect(hanging).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 60 })
  expect(String(await waiting)).toBe('%PDF-waits')
  expect(errors).toContain('document rendering timed out')
})

test('a document that fails or crashes the worker throws an error, and the next one is rendered', async () => {
  const { renderer } = createRenderer({ workerFile: await fakeWorker() })

  await expect(renderer.receiptPdf({ ...receipt, heading: 'fails' }, buyer)).rejects.toThrow('no such font')
  await expect(renderer.receiptPdf({ ...receipt, heading: 'ends the worker' }, buyer)).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 60,
  })

  expect(String(await renderer.receiptPdf(receipt, buyer))).toBe('%PDF-Harbour loops')
})

test('one kind of document fills only its share of the queue', async () => {
  const { renderer } = createRenderer({ workerFile: await fakeWorker(), maxQueuedPerKind: 2 })
  const card = (title: string) => renderer.shareCardPng({ ...shareCard, title }, { owner: title })

  const cards = await Promise.allSettled([
    card('1'),
    card('2'),
    card('3'),
    renderer.receiptPdf(receipt, buyer),
  ])

  expect(cards.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(cards[2]).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 30 } })
})

test('an answer of the worker that is no such document is refused', async () => {
  const { renderer } = createRenderer({ workerFile: await fakeWorker() })

  for (const heading of ['answers a page', 'answers an object'])
    await expect(renderer.receiptPdf({ ...receipt, heading }, buyer)).rejects.toThrow(
      'drawReceipt returned no',
    )
})

test('one creator’s cards delay another one’s by one card', async () => {
  const { renderer } = createRenderer({ workerFile: await fakeWorker() })
  const order: Array<string> = []
  const draw = (owner: string, title: string) =>
    renderer.shareCardPng({ ...shareCard, title }, { owner }).then(() => order.push(title))

  const all = ['m1', 'm2', 'm3', 'm4'].map((title) => draw('mara', title))
  all.push(draw('jonas', 'j1'))
  await Promise.all(all)

  expect(order).toEqual(['m1', 'j1', 'm2', 'm3', 'm4'])
})
