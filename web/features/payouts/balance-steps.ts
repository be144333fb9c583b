import type { getBalanceBreakdown } from '../../../contract/earnings.ts'
import type { ResponseOf } from '../../api/types.ts'

export type BalanceBreakdown = ResponseOf<typeof getBalanceBreakdown>

export type BalanceStep = {
  name: string
  note?: string
  /** With its sign, in major units. */
  amount: string
  /** A total's bar begins at zero; the others begin where the one before ends. */
  isTotal: boolean
  /** The ends of the bar, from 0 to 1 of the chart's width. */
  from: number
  to: number
}

type Row = Pick<BalanceStep, 'name' | 'note' | 'amount' | 'isTotal'>

/**
 * The steps from what buyers paid to the available balance. Floats are used only for the bars; the amounts are those
 * of the server.
 */
export function balanceSteps(breakdown: BalanceBreakdown): Array<BalanceStep> {
  const rows = balanceRows(breakdown)
  const ends: Array<{ start: number; end: number }> = []
  for (const { amount, isTotal } of rows) {
    const start = isTotal ? 0 : (ends.at(-1)?.end ?? 0)
    ends.push({ start, end: start + Number(amount) })
  }
  const points = ends.flatMap(({ start, end }) => [start, end])
  const lowest = Math.min(0, ...points)
  const width = Math.max(0, ...points) - lowest || 1
  return rows.map((row, index) => {
    const { start = 0, end = 0 } = ends[index] ?? {}
    return {
      ...row,
      from: (Math.min(start, end) - lowest) / width,
      to: (Math.max(start, end) - lowest) / width,
    }
  })
}

function balanceRows(breakdown: BalanceBreakdown) {
  const { gross, taxes, fees, reversed, paidOut, balance, onHold, available } = breakdown
  const rows: Array<Row> = [
    { name: 'Paid by buyers', note: 'All sales, before refunds', amount: gross, isTotal: true },
    ...(Number(taxes) === 0
      ? []
      : [{ name: 'Tax', note: 'Included in the prices', amount: negate(taxes), isTotal: false }]),
    { name: 'Our fees', note: 'On these sales', amount: negate(fees), isTotal: false },
    {
      name: 'Refunds and disputes',
      note: 'Your share of them. We return our fee.',
      amount: negate(reversed),
      isTotal: false,
    },
    { name: 'Paid out', note: 'Including payouts in transit', amount: negate(paidOut), isTotal: false },
  ]
  if (Number(onHold) === 0) return [...rows, { name: 'Available Balance', amount: available, isTotal: true }]
  return [
    ...rows,
    { name: 'Balance', amount: balance, isTotal: true },
    { name: 'On hold', note: 'New sales and open refund requests', amount: negate(onHold), isTotal: false },
    { name: 'Available Balance', amount: available, isTotal: true },
  ]
}

function negate(amount: string): string {
  if (Number(amount) === 0) return amount
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}
