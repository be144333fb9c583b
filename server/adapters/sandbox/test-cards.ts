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
  declined: 'Your card was declined. Try another card, or ask your bank.',
  insufficient_funds: 'There is not enough money on this card. Try another one.',
  expired_card: 'This card has expired. Check its date, or try another one.',
  incorrect_cvc: 'The security code is not right. Check the digits on the back of your card.',
  processing_error: 'Your bank did not answer in time and nothing was charged. Try again in a moment.',
}

function isDeclined(card: TestCard): card is keyof typeof declineMessages {
  return card in declineMessages
}

export const authenticationFailures = {
  fail: {
    code: 'authentication_failed',
    message: 'Your bank could not confirm that it was you. Try again, or use another card.',
  },
  cancel: {
    code: 'authentication_canceled',
    message: 'You left before your bank could confirm the payment. Nothing was charged.',
  },
} satisfies Record<string, Failure>
