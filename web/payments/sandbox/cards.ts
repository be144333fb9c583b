import { sandboxCards, type TestCard } from '../../../contract/sandbox.ts'

export function testCardByNumber(typed: string): TestCard | undefined {
  const number = typed.replace(/[\s-]/g, '').toLowerCase()
  return Object.entries(sandboxCards).find(([known]) => known === number)?.[1]
}

/** Groups digits by four. Input with letters is not grouped, because one test card is a word. */
export function formatCardNumber(typed: string): string {
  if (!/^[\d\s-]*$/.test(typed)) return typed.trimStart().slice(0, 19)
  const digits = typed.replace(/\D/g, '').slice(0, 19)
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** `12 / 34` from `1234`, `12/34` or `12/2034`; a first digit above 1 is a complete month. */
export function formatExpiry(typed: string): string {
  const digits = typed.replace(/\D/g, '').replace(/^([2-9])/, '0$1')
  const year = digits.slice(2)
  const shortYear = year.length > 2 && year.startsWith('20') ? year.slice(2, 4) : year.slice(0, 2)
  return shortYear ? `${digits.slice(0, 2)} / ${shortYear}` : digits
}

export function isExpiryValid(expiry: string, now: Date): boolean {
  const match = /^(0[1-9]|1[0-2]) \/ (\d{2})$/.exec(expiry)
  return match !== null && new Date(2000 + Number(match[2]), Number(match[1])) > now
}

export const testCards: Array<{ number: string; outcome: string }> = [
  { number: '4242424242424242', outcome: 'Succeeds' },
  { number: '4000002500003155', outcome: 'Requires 3-D Secure' },
  { number: '4000000000000002', outcome: 'Declined' },
  { number: '4000000000009995', outcome: 'Insufficient funds' },
  { number: '4000000000000069', outcome: 'Expired card' },
  { number: '4000000000000127', outcome: 'Incorrect CVC' },
  { number: '4000000000000119', outcome: 'Processing error' },
  { number: '4000000000000259', outcome: 'Succeeds, then disputed' },
  { number: '4000000000005126', outcome: 'Succeeds, but a refund fails later' },
  { number: '4000000000000341', outcome: 'Succeeds, but a subscription renewal fails' },
  { number: '4000002760003184', outcome: 'Succeeds, but a subscription renewal needs confirmation' },
  { number: '4000002760000016', outcome: 'Succeeds with a German card' },
  { number: '4000003920000003', outcome: 'Succeeds with a Japanese card' },
  { number: 'slow', outcome: 'Processes for 10 seconds, then succeeds' },
]
