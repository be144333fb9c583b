import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PayItem } from './pay-card.island.tsx'
import { UnavailableCard } from './unavailable-card.tsx'

const item = {
  pricingModel: 'fixed',
  minimumChargeAmount: '12.00',
  currency: 'USD',
  creator: 'Mara',
} as PayItem

const textOf = (more: Partial<PayItem>) =>
  renderToString(<UnavailableCard item={{ ...item, ...more }} />)
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, '|')

test('an item that lost a part says who was told, and offers nothing to press', () => {
  expect(textOf({})).toMatch(/Price\|.*\$12\.00.*Not available right now\. We’ve told Mara\./)
  expect(textOf({ pricingModel: 'pay_what_you_want' })).toContain('From|')
  expect(textOf({ pricingModel: 'free' })).toContain('|Free|')
  expect(textOf({ creator: '' })).toContain('We’ve told the creator.')
  expect(renderToString(<UnavailableCard item={item} />)).not.toContain('<button')
})
