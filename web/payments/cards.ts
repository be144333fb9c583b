import type { SandboxCard } from '../../contract/sandbox.ts'
import { sandboxCards } from '../../contract/sandbox-cards.ts'

/** The test card that was typed, by name. Any other number is nobody's business but the person's: undefined. */
export function cardNamed(typed: string): SandboxCard | undefined {
  const number = typed.replace(/[\s-]/g, '').toLowerCase()
  return Object.entries(sandboxCards).find(([known]) => known === number)?.[1]
}

/** Digits in groups of four, as on a card. Words are left alone: one test card is a word. */
export function formatCardNumber(typed: string): string {
  if (!/^[\d\s-]*$/.test(typed)) return typed.trimStart().slice(0, 19)
  const digits = typed.replace(/\D/g, '').slice(0, 19)
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** `12 / 34` from `1234`, `12/34` or `12/2034`; a first digit above 1 is a month of its own. */
export function formatExpiry(typed: string): string {
  const digits = typed.replace(/\D/g, '').replace(/^([2-9])/, '0$1')
  const year = digits.slice(2)
  const short = year.length > 2 && year.startsWith('20') ? year.slice(2, 4) : year.slice(0, 2)
  return short ? `${digits.slice(0, 2)} / ${short}` : digits
}

/** Whether `MM / YY` is a month that is not over yet. */
export function isInDate(expiry: string, now: Date): boolean {
  const match = /^(0[1-9]|1[0-2]) \/ (\d{2})$/.exec(expiry)
  return match !== null && new Date(2000 + Number(match[2]), Number(match[1])) > now
}

/** What can be tried with one press. */
export const testCards: Array<{ number: string; does: string }> = [
  { number: '4242424242424242', does: 'Paid at once' },
  { number: '4000002500003155', does: 'Asks to confirm it is you (3-D Secure)' },
  { number: '4000000000000002', does: 'Declined' },
  { number: '4000000000009995', does: 'Not enough money' },
  { number: '4000000000000069', does: 'Expired' },
  { number: '4000000000000127', does: 'Wrong CVC' },
  { number: '4000000000000119', does: 'Processing error' },
  { number: '4000000000000259', does: 'Paid, then disputed at the bank' },
  { number: '4000000000005126', does: 'Paid; a refund of it fails later' },
  { number: '4000000000000341', does: 'Paid; the renewal of a subscription fails' },
  { number: 'slow', does: 'Processing for 10 seconds, then paid' },
]
