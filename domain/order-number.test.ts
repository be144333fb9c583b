import { expect, test } from 'vitest'
import { readOrderNumber } from './order-number.ts'

test.for([
  ...[
    '131302378077578',
    '#131302378077578',
    'Order 131302378077578',
    'order #131302378077578',
    'ORDER NO. 131302378077578',
  ],
  ...['131 302 378 077 578', '１３１３０２３７８０７７５７８', 'Order: 131302378077578'],
])('%s is an order number', (text) => {
  expect(readOrderNumber(text)).toBe(131_302_378_077_578)
})

test.for(['', 'order', '#', 'pi_123', '12 Songs', '1313023780775781', 'reorder 5'])(
  '%j is no order number',
  (text) => {
    expect(readOrderNumber(text)).toBeUndefined()
  },
)
