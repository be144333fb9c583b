import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { TakenDownItems } from './taken-down-items.tsx'

type TakenDown = NonNullable<PurchaseAccess['bundle']>['takenDown'][number]

function render(item: Partial<TakenDown>) {
  const takenDown: TakenDown = {
    id: 7,
    title: 'Karst',
    share: '8.57',
    refundable: '8.57',
    refundableUntil: '2026-04-01T12:00:00.000Z',
    refund: null,
    ...item,
  }
  const purchase = {
    accessUrl: 'https://tipdrop.test/access/abc',
    bundle: { itemCount: 6, takenDown: [takenDown] },
    purchase: { amount: '48.00', currency: 'USD' },
  } as PurchaseAccess
  return renderToStaticMarkup(<TakenDownItems purchase={purchase} />)
}

test('an item that was taken down is named with its part of the price, and a form gives that back', () => {
  const html = render({})

  expect(html).toContain('“Karst” was taken down')
  expect(html).toContain('Its part: $8.57 of $48.00.')
  expect(html).toContain('action="/access/abc/refund-share/7"')
  expect(html).toContain('Refund $8.57')
})

test.each([
  ['was no part of the price', { share: null, refundable: null }, 'It’s hidden from this bundle.</span>'],
  ['is too old', { refundable: null }, 'Its part: $8.57 of $48.00.'],
  ['is on its way', { refundable: null, refund: 'processing' }, 'Its part is on its way back'],
  ['was refunded', { refundable: null, refund: 'refunded' }, 'Its part was refunded: $8.57 of $48.00.'],
  ['was rejected by the card provider', { refundable: null, refund: 'failed' }, 'We’re looking into it.'],
] as const)('what %s cannot be asked for', (_, item, text) => {
  const html = render(item)

  expect(html).toContain(text)
  expect(html).not.toContain('<form')
})
