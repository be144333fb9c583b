import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { TakenDownItems } from './taken-down-items.tsx'

function render(refundStatus: 'available' | 'unavailable', share: string | null) {
  const purchase = {
    accessUrl: 'https://tipdrop.test/access/abc',
    bundle: { itemCount: 6, takenDown: [{ title: 'Karst', share }] },
    purchase: { amount: '48.00', currency: 'USD', refundStatus },
  } as PurchaseAccess
  return renderToStaticMarkup(<TakenDownItems purchase={purchase} />)
}

test('an item that was taken down is named with its part of the price, which can be asked back', () => {
  const html = render('available', '8.57')

  expect(html).toContain('“Karst” was taken down')
  expect(html).toContain('Its part: $8.57 of $48.00.')
  const [, href = ''] = /href="([^"]*)"/.exec(html) ?? []
  expect(new URL(href, 'https://tipdrop.test').searchParams.get('reason')).toBe(
    '“Karst” was taken down. I ask for its part back: $8.57 of $48.00.',
  )
})

test('nothing can be asked back for what was no part of the price, or after the time for refunds', () => {
  expect(render('available', null)).not.toContain('<a')
  expect(render('unavailable', '8.57')).not.toContain('<a')
})
