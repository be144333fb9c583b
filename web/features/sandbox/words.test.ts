import { expect, test } from 'vitest'
import type { SandboxDelivery, SandboxPayment } from '../../../contract/sandbox-desk.ts'
import { cardNumber, deliveryWord, formatMoment, standing } from './words.ts'

const paid: SandboxPayment = {
  id: 'pi_sbx_1',
  description: 'Harbour loops',
  contentId: 1,
  subscriptionId: null,
  amount: '10.00',
  currency: 'USD',
  state: 'paid',
  card: 'paid',
  email: null,
  failure: null,
  createdAt: '2026-03-01T12:00:05.000Z',
  refunds: [],
  dispute: null,
  refundable: '10.00',
  moves: [],
}
const part = { id: 're_sbx_1', amount: '4.00', state: 'succeeded' } as const
const words = (changes: Partial<SandboxPayment>) => standing({ ...paid, ...changes }).map(({ text }) => text)

test('a payment says what has become of it', () => {
  expect(words({})).toEqual(['Paid'])
  expect(words({ refunds: [part], refundable: '6.00' })).toEqual(['Paid', 'Partly refunded'])
  expect(words({ refunds: [part], refundable: null })).toEqual(['Paid', 'Refunded'])
  expect(words({ refunds: [part], refundable: null, dispute: 'open' })).toEqual([
    'Paid',
    'Disputed',
    'Partly refunded',
  ])
  expect(words({ refunds: [{ ...part, state: 'failed' }] })).toEqual(['Paid', 'Refund failed'])
  expect(words({ state: 'open' })).toEqual(['Not paid'])
})

test('a card is shown by its number, one that was never presented is not', () => {
  expect(cardNumber('paid')).toBe('4242 4242 4242 4242')
  expect(cardNumber('slow')).toBe('slow')
  expect(cardNumber(null)).toBeUndefined()
})

test('a webhook says what came of it', () => {
  const sent: SandboxDelivery = {
    id: 'evt_sbx_1',
    type: 'payment.succeeded',
    objectId: 'pi_sbx_1',
    createdAt: '2026-03-01T12:00:05.000Z',
    tries: 1,
    lastAnswer: '200',
    deliveredAt: '2026-03-01T12:00:05.000Z',
    nextTryAt: null,
  }
  const waiting = { ...sent, deliveredAt: null, nextTryAt: '2026-03-01T12:00:10.000Z' }

  expect(deliveryWord(sent).text).toBe('Delivered · 200')
  expect(deliveryWord({ ...waiting, tries: 0, lastAnswer: null }).text).toBe('Waiting')
  expect(deliveryWord({ ...waiting, lastAnswer: '503' }).text).toBe('Failed · 503')
  expect(deliveryWord({ ...waiting, lastAnswer: '503', nextTryAt: null }).text).toBe('Given up · 503')
  expect(deliveryWord({ ...sent, lastAnswer: 'dropped' }).text).toBe('Lost on the way')
})

test('a moment is told to the second', () => {
  expect(formatMoment('2026-03-01T12:00:05.000Z')).toBe('1 Mar 2026, 12:00:05')
})
