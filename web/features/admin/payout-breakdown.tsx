import { clsx } from 'clsx'
import { Info } from 'lucide-react'
import { getPayoutBreakdown, type PayoutStage } from '../../../contract/admin-monthly-payouts.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import type { ResponseOf } from '../../api/types.ts'
import { useSearchParamsState } from '../../shared/use-search-params-state.ts'
import { pluralize } from '../../ui/count-text.ts'
import { formatMoney } from '../../ui/money-text.ts'
import { AdminQueryState } from './admin-query-state.tsx'
import type { YearMonth } from './month-picker.tsx'
import { mainStages, shownStages, stageLabels } from './payout-stage-labels.ts'

type Breakdown = ResponseOf<typeof getPayoutBreakdown>
type Stage = (typeof shownStages)[number]

/** The month's payouts by stage: a bar, and a sum for each stage, which filters the table of creators. */
export function PayoutBreakdown({ period }: { period: YearMonth }) {
  const read = useApiQuery(getPayoutBreakdown, { query: period })
  return (
    <AdminQueryState query={read} subject="The breakdown">
      {(breakdown) => <BreakdownFigures breakdown={breakdown} />}
    </AdminQueryState>
  )
}

function BreakdownFigures({ breakdown }: { breakdown: Breakdown }) {
  const { stages, currency } = breakdown
  const visibleStages = shownStages.filter(
    (stage) => mainStages.includes(stage) || stages[stage].creators > 0,
  )
  const total = visibleStages.reduce((sum, stage) => sum + stages[stage].amount, 0)
  return (
    <div className="@container grid gap-5 p-4 sm:p-[22px]">
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {visibleStages
          .filter((stage) => stages[stage].amount > 0)
          .map((stage) => (
            <span
              key={stage}
              className={clsx('min-w-1', stageLabels[stage].color)}
              style={{ flexGrow: stages[stage].amount / total }}
            />
          ))}
      </div>
      <ul className="m-0 grid list-none gap-3 p-0 @min-[30rem]:grid-cols-2 @min-[52rem]:auto-cols-fr @min-[52rem]:grid-flow-col @min-[52rem]:grid-cols-none">
        {visibleStages.map((stage) => (
          <StageButton key={stage} stage={stage} figures={stages[stage]} currency={currency} />
        ))}
      </ul>
      <p className="flex items-start gap-2.5 rounded-md bg-sunken px-4 py-3 text-ink-soft">
        <Info aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>{runSummary(breakdown)}</span>
      </p>
    </div>
  )
}

type StageButtonProps = { stage: Stage; figures: { amount: number; creators: number }; currency: string }

/** A toggle that filters the table of creators by this stage. */
function StageButton({ stage, figures: { amount, creators }, currency }: StageButtonProps) {
  const [query, setParams] = useSearchParamsState()
  const isPressed = query.get('stage') === stage
  const { label, note, color } = stageLabels[stage]
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-pressed={isPressed}
        onClick={() => setParams({ stage: isPressed ? undefined : stage, page: undefined })}
        className={clsx(
          'moves grid h-full w-full content-start rounded-md border-[1.5px] p-3 text-left',
          isPressed ? 'border-brand bg-brand-soft hover:bg-brand-soft' : 'border-transparent hover:bg-sunken',
        )}
      >
        <span className="flex items-center gap-2 font-semibold">
          <span aria-hidden className={clsx('size-2.5 shrink-0 rounded-[3px]', color)} />
          {label}
        </span>
        <span className="my-1 block font-[650] font-display text-xl tabular-nums">
          {formatMoney(amount, currency)}
        </span>
        <span className={clsx('block text-sm', isPressed ? 'text-ink-soft' : 'text-ink-faint')}>
          {pluralize(creators, 'creator')}. {note}
        </span>
      </button>
    </li>
  )
}

/** One or two sentences on whom *Process All Payouts* would pay now, and whom it would skip. */
export function runSummary({ stages, currency }: Breakdown): string {
  const { ready } = stages
  const skips = skipTexts
    .map(([stage, text]) => ({ creators: stages[stage].creators, text }))
    .filter(({ creators }) => creators > 0)
    .map(({ creators, text }) => `${creators} ${text}`)
  const skipped = skips.length > 0 ? ` It skips ${skips.join(', ')}.` : ''
  if (ready.creators === 0)
    return skips.length > 0
      ? `No one can be paid right now: ${skips.join(', ')}.`
      : 'No one is due a payout right now.'
  return `Process All Payouts pays ${formatMoney(ready.amount, currency)} to ${pluralize(ready.creators, 'creator')}.${skipped}`
}

const skipTexts: Array<[PayoutStage, string]> = [
  ['payout_method_missing', 'without a payout method'],
  ['below_minimum', 'below the minimum'],
  ['suspended', 'suspended'],
]
