/**
 * The sandbox's cards by name. The browser matches numbers against this table and never sends them. Source:
 * money-rules.md. In its own file, because the card form must not load the contract's schemas.
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
  slow: 'slow',
} as const
