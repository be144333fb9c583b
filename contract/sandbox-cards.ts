/**
 * The sandbox's test cards: number and name. The browser looks a number up here and sends only the name. Source:
 * money-rules.md. This file has no schemas, because the card form loads it.
 */
export const sandboxCards = {
  '4242424242424242': 'paid',
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'processing_error',
  '4000002500003155': 'authenticate',
  '4000000000000259': 'disputed',
  '4000000000005126': 'refund_fails',
  '4000000000000341': 'renewal_fails',
  '4000002760003184': 'renewal_authenticate',
  '4000002760000016': 'paid_germany',
  '4000003920000003': 'paid_japan',
  slow: 'slow',
} as const
