import { expect, test } from 'vitest'
import type { SandboxPayment, SandboxWebhookDelivery } from '../../../../contract/sandbox.ts'
import { cardNumber, deliveryBadge, formatTimestamp, statusBadges } from './labels.ts'

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
  refundableAmount: '10.00',
  allowedActions: [],
}
const part = { id: 're_sbx_1', amount: '4.00', state: 'succeeded' } as const
const badgeTexts = (changes: Partial<SandboxPayment>) =>
  statusBadges({ ...paid, ...changes }).map(({ text }) => text)

test('a payment has badges for its state, refunds and dispute', () => {
  expect(badgeTexts({})).toEqual(['Paid'])
  expect(badgeTexts({ refunds: [part], refundableAmount: '6.00' })).toEqual(['Paid', 'Partially refunded'])
  expect(badgeTexts({ refunds: [part], refundableAmount: null })).toEqual(['Paid', 'Refunded'])
  expect(badgeTexts({ refunds: [part], refundableAmount: null, dispute: 'open' })).toEqual([
    'Paid',
    'Disputed',
    'Partially refunded',
  ])
  expect(badgeTexts({ refunds: [{ ...part, state: 'failed' }] })).toEqual(['Paid', 'Refund failed'])
  expect(badgeTexts({ state: 'open' })).toEqual(['Not paid'])
})

test('a card is shown by its number, and a payment without one shows none', () => {
  expect(cardNumber('paid')).toBe('4242 4242 4242 4242')
  expect(cardNumber('slow')).toBe('slow')
  expect(cardNumber(null)).toBeUndefined()
})

test('a webhook delivery has a badge for its result', () => {
  const sent: SandboxWebhookDelivery = {
    id: 'evt_sbx_1',
    type: 'payment.succeeded',
    objectId: 'pi_sbx_1',
    createdAt: '2026-03-01T12:00:05.000Z',
    attempts: 1,
    lastResponse: '200',
    deliveredAt: '2026-03-01T12:00:05.000Z',
    nextAttemptAt: null,
  }
  const waiting = { ...sent, deliveredAt: null, nextAttemptAt: '2026-03-01T12:00:10.000Z' }

  expect(deliveryBadge(sent).text).toBe('Delivered · 200')
  expect(deliveryBadge({ ...waiting, attempts: 0, lastResponse: null }).text).toBe('Waiting')
  expect(deliveryBadge({ ...waiting, lastResponse: '503' }).text).toBe('Failed · 503')
  expect(deliveryBadge({ ...waiting, lastResponse: '503', nextAttemptAt: null }).text).toBe('Given up · 503')
  expect(deliveryBadge({ ...sent, lastResponse: 'dropped' }).text).toBe('Dropped')
})

test('formatTimestamp includes seconds', () => {
  expect(formatTimestamp('2026-03-01T12:00:05.000Z')).toBe('Mar 1, 2026, 12:00:05 PM')
})
