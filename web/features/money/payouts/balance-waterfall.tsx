import { clsx } from 'clsx'
import { getBalanceBreakdown } from '../../../../contract/earnings.ts'
import { useApiQuery } from '../../../api/query.ts'
import type { ResponseOf } from '../../../api/types.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { Section } from '../../../ui/card.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'

/** From what buyers paid to the available balance, step by step. Hidden before the first sale. */
export function BalanceWaterfall() {
  const read = useApiQuery(getBalanceBreakdown)
  if (read.data && Number(read.data.gross) === 0) return null
  return (
    <Section
      id="balance"
      title="How your balance adds up"
      description="Every sale, fee, refund and payout since you started."
    >
      <QueryState
        query={read}
        subject="Your balance"
        skeleton={
          <SkeletonBlocks label="Loading your balance" sizes={['h-10', 'h-10', 'h-10', 'h-10', 'h-10']} />
        }
      >
        {(breakdown) => <Waterfall breakdown={breakdown} />}
      </QueryState>
    </Section>
  )
}

function Waterfall({ breakdown }: { breakdown: BalanceBreakdown }) {
  return (
    <ol className="grid gap-3.5">
      {balanceSteps(breakdown).map((step) => (
        <Step key={step.name} step={step} currency={breakdown.currency} />
      ))}
    </ol>
  )
}

function Step({ step, currency }: { step: BalanceStep; currency: string }) {
  const { name, note, amount, isTotal, from, to } = step
  const color = isTotal ? 'bg-brand' : Number(amount) < 0 ? 'bg-accent' : 'bg-brand/45'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1.5 sm:grid-cols-[minmax(0,15rem)_minmax(0,1fr)_6.5rem] sm:items-center">
      <span className="min-w-0">
        <span className={clsx('block', isTotal && 'font-semibold')}>{name}</span>
        {note && <span className="block text-ink-faint text-sm">{note}</span>}
      </span>
      <span
        className={clsx(
          'text-right tabular-nums sm:order-last',
          isTotal && 'font-[650] font-display text-lg',
        )}
      >
        {formatMoney(amount, currency)}
      </span>
      <span aria-hidden className="relative h-4 overflow-hidden rounded-[4px] bg-sunken max-sm:col-span-2">
        <span
          className={clsx('absolute inset-y-0 rounded-[4px]', color)}
          style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
        />
      </span>
    </li>
  )
}

type BalanceBreakdown = ResponseOf<typeof getBalanceBreakdown>

type BalanceStep = {
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

/** Floats are used only for the bars; the amounts are those of the server. */
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
    { name: 'On hold', note: holdNote(breakdown), amount: negate(onHold), isTotal: false },
    { name: 'Available Balance', amount: available, isTotal: true },
  ]
}

/** What is on hold, and what comes free with the next release. */
function holdNote({ nextRelease, currency }: BalanceBreakdown): string {
  const usual = 'New sales and open refund requests'
  if (!nextRelease) return usual
  return `${usual}. ${formatMoney(nextRelease.amount, currency)} on hold until ${nextRelease.day}.`
}

function negate(amount: string): string {
  if (Number(amount) === 0) return amount
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}
