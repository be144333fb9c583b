import { clsx } from 'clsx'
import { useRef } from 'react'
import {
  getPayoutBreakdown,
  getPayoutSummary,
  type PayoutStage,
} from '../../../../../contract/admin-payouts.ts'
import { getPayoutCalendar, type PayoutRun } from '../../../../../contract/payout-runs.ts'
import { formatLongDate } from '../../../../../domain/dates.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { useMinPayoutText } from '../../../../shared/use-min-payout-text.ts'
import { useSearchParamsState } from '../../../../shared/use-search-params-state.ts'
import { Card } from '../../../../ui/card.tsx'
import { formatCount, formatMoney } from '../../../../ui/format.ts'
import { TextLink } from '../../../../ui/text-link.tsx'
import { useScrollToSelected } from '../../../../ui/use-scroll-to-selected.ts'
import { AdminOnly } from '../admin-layout.tsx'
import { AdminQueryState } from '../admin-list.tsx'
import { formatMonth } from '../format.ts'
import type { YearMonth } from '../month-picker.tsx'
import { CreatorTable } from './creator-table.tsx'
import { PayoutFunds } from './payout-funds.tsx'
import { type Breakdown, places, runText, shownPlaces } from './payout-places.ts'
import { ProcessPayouts, resultText } from './process-payouts.tsx'

/** The run as a sentence with its button, where the money is, and every creator of the month. */
export function RunCard({ period }: { period: YearMonth }) {
  const read = useApiQuery(getPayoutBreakdown, { query: period })
  return (
    <Card padding="none" className="overflow-clip">
      <AdminQueryState query={read} subject="The payouts">
        {(breakdown) => (
          <>
            <RunSentence breakdown={breakdown} period={period} />
            <PlacesBar breakdown={breakdown} />
            <Places breakdown={breakdown} period={period} />
          </>
        )}
      </AdminQueryState>
      <PayoutFunds />
      {(read.data?.stages.to_pay_manually.creators ?? 0) > 0 && (
        <p className="border-line border-t px-[18px] py-3 text-ink-soft sm:px-[22px]">
          What is to pay manually is in the files of the <TextLink href="#batches">batches</TextLink>.
        </p>
      )}
      <div className="border-line border-t">
        <CreatorTable key={`${period.year}-${period.month}`} period={period} />
      </div>
    </Card>
  )
}

function RunSentence({ breakdown, period }: { breakdown: Breakdown; period: YearMonth }) {
  const { data: calendar } = useApiQuery(getPayoutCalendar)
  const { title, note, canStart } = runText(breakdown, useMinPayoutText())
  const disabledReason = calendar?.disabledReason ?? null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 px-[18px] pt-5 pb-[18px] sm:px-[22px]">
      <div className="grid min-w-0 flex-[1_1_20rem] gap-0.5">
        <h2 className="text-xl">{title}</h2>
        <p id="run-note" className="text-ink-soft">
          {disabledReason ?? [whenText(calendar, canStart), note].filter(Boolean).join(' ')}
        </p>
        {calendar?.lastRun && <p className="text-ink-faint text-sm">{lastRunText(calendar.lastRun)}</p>}
      </div>
      <AdminOnly>
        <ProcessPayouts period={period} isOff={!canStart || disabledReason !== null} describedBy="run-note" />
      </AdminOnly>
    </div>
  )
}

type Calendar = { dayOfMonth: number; nextRun: { at: string; month: number; year: number } | null }

function whenText(calendar: Calendar | undefined, canStart: boolean): string {
  if (!calendar) return ''
  const { nextRun } = calendar
  if (!nextRun) return canStart ? 'Payouts start when you press the button.' : ''
  const next = `The next run is on ${formatLongDate(new Date(nextRun.at))} and pays the sales until the end of ${formatMonth(nextRun)}.`
  return canStart ? `${next} You can start it now.` : next
}

function lastRunText(run: PayoutRun): string {
  const day = formatLongDate(new Date(run.createdAt))
  if (run.state === 'running')
    return `The run of ${day} is in progress: ${run.processedCount} of ${run.total} creators.`
  const skipped = run.skippedCount > 0 ? ` ${run.skippedCount} skipped.` : ''
  return `The run of ${day} started automatically. ${resultText(run)}${skipped}`
}

function PlacesBar({ breakdown }: { breakdown: Breakdown }) {
  const { stages } = breakdown
  const filled = shownPlaces(breakdown).filter((stage) => stages[stage].amount > 0)
  return (
    <div className="px-[18px] sm:px-[22px]">
      <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {filled.map((stage) => (
          <span
            key={stage}
            className={clsx('min-w-1', places[stage].color)}
            style={{ flexGrow: stages[stage].amount }}
          />
        ))}
      </div>
    </div>
  )
}

/** The same places as filters of the table. On a phone they scroll. */
function Places({ breakdown, period }: { breakdown: Breakdown; period: YearMonth }) {
  const [query] = useSearchParamsState()
  const strip = useRef<HTMLDivElement>(null)
  const { data: summary } = useApiQuery(getPayoutSummary, { query: period })
  const { stages, currency } = breakdown
  const shown = shownPlaces(breakdown)
  const chosen = shown.find((stage) => stage === query.get('stage'))
  useScrollToSelected(strip, chosen ?? '')
  return (
    <fieldset
      ref={strip as never}
      className="fades-x relative m-0 flex min-w-0 overflow-x-auto border-0 px-2.5 pt-2.5 [scrollbar-width:none]"
    >
      <legend className="sr-only">Creators by place</legend>
      <PlaceTab
        isChosen={chosen === undefined}
        label="All"
        creators={summary?.creatorCount}
        amount={formatMoney(
          shown.reduce((sum, stage) => sum + stages[stage].amount, 0),
          currency,
        )}
      />
      {shown.map((stage) => (
        <PlaceTab
          key={stage}
          stage={stage}
          isChosen={stage === chosen}
          label={places[stage].label}
          creators={stages[stage].creators}
          amount={formatMoney(stages[stage].amount, currency)}
        />
      ))}
    </fieldset>
  )
}

type PlaceTabProps = {
  stage?: PayoutStage
  isChosen: boolean
  label: string
  creators: number | undefined
  amount: string
}

function PlaceTab({ stage, isChosen, label, creators, amount }: PlaceTabProps) {
  const [, setParams] = useSearchParamsState()
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => setParams({ stage, page: undefined })}
      className={clsx(
        'moves grid flex-[1_0_auto] content-start gap-0.5 border-b-2 px-3 pt-2.5 pb-3 text-left leading-snug hover:bg-sunken',
        isChosen ? 'border-ink' : 'border-transparent',
      )}
    >
      <span className="flex items-center gap-[7px] whitespace-nowrap">
        {stage && (
          <span aria-hidden className={clsx('size-[9px] flex-none rounded-[3px]', places[stage].color)} />
        )}
        {label}{' '}
        {creators !== undefined && <span className="text-ink-faint text-sm">{formatCount(creators)}</span>}
      </span>{' '}
      <span className="font-[650] font-display text-lg tabular-nums">{amount}</span>
    </button>
  )
}
