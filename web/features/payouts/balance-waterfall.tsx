import { clsx } from 'clsx'
import { getBalanceBreakdown } from '../../../contract/earnings.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { QueryState } from '../../shared/query-state.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type BalanceBreakdown, type BalanceStep, balanceSteps } from './balance-steps.ts'

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
      <QueryState query={read} subject="Your balance" skeleton={<WaterfallSkeleton />}>
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

function WaterfallSkeleton() {
  return (
    <div role="status" aria-label="Loading your balance" className="grid gap-3">
      {['paid', 'fees', 'refunds', 'payouts', 'available'].map((name) => (
        <Skeleton key={name} shape="block" className="h-10" />
      ))}
    </div>
  )
}
