import type { TestCard } from '../../../contract/sandbox.ts'

export type Failure = { code: string; message: string }
export type CardOutcome =
  | { state: 'paid' }
  | { state: 'action_required' }
  | { state: 'processing'; settlesAfterMs: number }
  | { state: 'open'; failure: Failure }

/** The outcome of each test card. Source: money-rules.md. */
export function outcomeOf(card: TestCard): CardOutcome {
  if (card === 'authenticate') return { state: 'action_required' }
  if (card === 'slow') return { state: 'processing', settlesAfterMs: 10_000 }
  return isDeclined(card)
    ? { state: 'open', failure: { code: card, message: declineMessages[card] } }
    : { state: 'paid' }
}

/** Milliseconds from the payment to its dispute, and from a refund to its failure. */
export const simulatedDelaysMs = { dispute: 3_000, refundFails: 5_000 }

const declineMessages = {
  declined: 'Your card was declined. Try another card, or contact your bank.',
  insufficient_funds: 'This card has insufficient funds. Try another card.',
  expired_card: 'This card has expired. Check the date, or try another card.',
  incorrect_cvc: 'The security code is incorrect. Check the digits on the back of your card.',
  processing_error: 'Your bank didn’t respond in time, and you weren’t charged. Try again in a moment.',
}

function isDeclined(card: TestCard): card is keyof typeof declineMessages {
  return Object.hasOwn(declineMessages, card)
}

export const authenticationFailures = {
  fail: {
    code: 'authentication_failed',
    message: 'Your bank couldn’t verify that it’s you. Try again, or use another card.',
  },
  cancel: {
    code: 'authentication_canceled',
    message: 'You left before your bank could confirm the payment. You weren’t charged.',
  },
} satisfies Record<string, Failure>
