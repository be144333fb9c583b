import type { payoutWays } from '../../../contract/payouts.ts'

const names: Record<(typeof payoutWays)[number], string> = {
  transfer: 'Bank transfer',
  paypal: 'PayPal',
  wise: 'Wise',
  bank: 'Bank',
  zelle: 'Zelle',
  venmo: 'Venmo',
  cashapp: 'Cash App',
}

/** A way of being paid as people call it. */
export function wayName(way: (typeof payoutWays)[number]): string {
  return names[way]
}
