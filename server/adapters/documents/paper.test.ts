import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { textOfPdf } from '../../../tests/support/pdf-text.ts'
import type { ReceiptContent } from '../../ports/document-renderer.ts'
import { drawReceipt } from './receipt.ts'
import { truncateToWidth } from './skia-paper.ts'

const context = createCanvas(1, 1).getContext('2d')
context.font = '8.5px sans-serif'

test('text that fits stays unchanged, and longer text is cut with an ellipsis', () => {
  const long = 'Sale · 121328386155 · Dusk: 24 film presets for golden hour, and the night after it'

  const truncated = truncateToWidth(context, long, 244)

  expect(truncateToWidth(context, 'Sale · Dusk', 244)).toBe('Sale · Dusk')
  expect(truncated.endsWith('…')).toBe(true)
  expect(long.startsWith(truncated.slice(0, -1))).toBe(true)
  expect(context.measureText(truncated).width).toBeLessThanOrEqual(244)
  expect(context.measureText(truncated).width).toBeGreaterThan(230)
})

test('without room for any text only the ellipsis remains', () => {
  expect(truncateToWidth(context, 'Dusk', 1)).toBe('…')
})

const receipt: ReceiptContent = {
  fileName: 'receipt-1.pdf',
  paper: 'a4',
  siteName: 'Tipdrop',
  logoKey: null,
  heading: 'Receipt',
  subheading: '2026-000044 · Nov 26, 2026',
  isTest: false,
  ticket: undefined,
  parties: [
    { label: 'Bought by', lines: ['sam@example.com'] },
    { label: 'Sold by', lines: ['Müller Verlag', 'Am Kai 1'] },
  ],
  facts: [],
  lines: [{ label: 'Night Ferry', value: '$8.00', isTitle: true }],
  total: ['Total paid', '$8.00'],
  guarantee: 'Full refund until Dec 26, 2026, on your access page, no questions asked.',
  closing: ['Paid by card through Tipdrop.'],
  foot: ['Order 7', 'tipdrop.example/lost-link for a new link'],
}

test.each(['الميناء الليلي', '夜の散歩', 'Ночь', 'w'.repeat(80), 'Night Ferry '.repeat(9)])(
  'a receipt of “%s” has one page, and its amount stays beside it',
  async (label) => {
    const pdf = await drawReceipt({
      ...receipt,
      lines: [{ label, value: 'BHD 1,234,567.125', isTitle: true }],
      logo: undefined,
    })

    const text = await textOfPdf(pdf)
    expect(text).toContain('BHD 1,234,567.125 Total paid $8.00')
    expect(text).toContain('Order 7 tipdrop.example/lost-link for a new link Page 1 of 1')
  },
)

test('a receipt is as large as the paper of its country', async () => {
  const sizes = await Promise.all(
    (['a4', 'letter'] as const).map(async (paper) =>
      /\/MediaBox \[0 0 [\d.]+ [\d.]+\]/.exec(
        (await drawReceipt({ ...receipt, paper, logo: undefined })).toString('latin1'),
      ),
    ),
  )

  expect(sizes.map((size) => size?.[0])).toEqual(['/MediaBox [0 0 595 842]', '/MediaBox [0 0 612 792]'])
})

test('the same receipt has the same bytes', async () => {
  const [first, again] = [
    await drawReceipt({ ...receipt, logo: undefined }),
    await drawReceipt({ ...receipt, logo: undefined }),
  ]

  expect(again.equals(first)).toBe(true)
})

const ticket = { number: 17, title: 'Night Ferry', pond: { seed: 7 } }
const images = { logo: undefined }

test('a receipt has the ticket, which thanks where the creator shows no numbers', async () => {
  const numbered = await drawReceipt({ ...receipt, ...images, ticket })
  const plain = await drawReceipt({ ...receipt, ...images, ticket: { ...ticket, number: null } })

  expect(await textOfPdf(numbered)).toMatch(/NUMBER 17 ?behind Night Ferry Bought by/)
  expect(await textOfPdf(plain)).toContain('THANK YOU Night Ferry Bought by')
  expect(numbered.length).toBeLessThan(150_000)
})

test('a receipt that is full has no ticket, and stays on one page', async () => {
  const lines = Array.from({ length: 15 }, (_, index) => ({ label: `Part ${index}`, value: '$1.00' }))

  const text = await textOfPdf(await drawReceipt({ ...receipt, ...images, ticket, lines }))

  expect(text).toContain('Part 14 $1.00')
  expect(text).toContain('Page 1 of 1')
  expect(text).not.toContain('NUMBER')
})

test('a receipt with very long texts goes on to a second page, and both say so', async () => {
  const closing = Array<string>(60).fill('I want immediate access, and lose my right of withdrawal with it.')

  const pdf = await drawReceipt({ ...receipt, closing, logo: undefined })

  expect(await textOfPdf(pdf)).toContain('Page 1 of 2')
  expect(await textOfPdf(pdf, 2)).toContain('Page 2 of 2')
})
