import { useState } from 'react'
import { getYearFile } from '../../../../contract/payees.ts'
import { payoutMethodLabel, transferWaitLabels } from '../../../../contract/payout-labels.ts'
import { getPayoutHistory, type Payout } from '../../../../contract/payouts.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { useApiQuery } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatDate, formatMoney } from '../../../ui/format.ts'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { DropAboveWater } from '../../../ui/water.tsx'
import { payoutStateBadges } from './payout-state-badges.ts'
import { StatementView } from './statement-view.tsx'

const initialRowCount = 12

export function PayoutHistorySection() {
  const read = useApiQuery(getPayoutHistory)
  return (
    <Section
      id="payout-history"
      title="Payout history"
      description="A statement for each payout, and a file of your year: sales, tax, fees and earnings by quarter."
      action={<YearFiles />}
    >
      <QueryState
        query={read}
        subject="Your payouts"
        skeleton={<SkeletonBlocks label="Loading your payouts" sizes={['h-14', 'h-14']} />}
      >
        {(payouts) => (payouts.length > 0 ? <PayoutList payouts={payouts} /> : <NoPayouts />)}
      </QueryState>
    </Section>
  )
}

/** This year and the one before, for the tax return. Also without a payout. */
function YearFiles() {
  const year = new Date().getUTCFullYear()
  return (
    <div className="flex flex-wrap gap-x-4">
      {[year, year - 1].map((one) => (
        <TextLink
          key={one}
          href={buildUrl(getYearFile, { query: { year: one } })}
          download
          className="inline-grid min-h-11 place-items-center"
        >
          {`${one} as CSV`}
        </TextLink>
      ))}
    </div>
  )
}

function NoPayouts() {
  return (
    <EmptyState
      drawing={<DropAboveWater />}
      title="No payouts yet"
      description="Your first payout will show up here, with a statement of the sales behind it."
    />
  )
}

function PayoutList({ payouts }: { payouts: Array<Payout> }) {
  const [showsAll, setShowsAll] = useState(false)
  const visiblePayouts = showsAll ? payouts : payouts.slice(0, initialRowCount)
  return (
    <div className="grid gap-4">
      <ul className="m-0 grid list-none p-0">
        {visiblePayouts.map((payout) => (
          <PayoutRow key={payout.id} payout={payout} />
        ))}
      </ul>
      {visiblePayouts.length < payouts.length && (
        <Button variant="secondary" onClick={() => setShowsAll(true)} className="justify-self-start">
          Show all {payouts.length} payouts
        </Button>
      )}
    </div>
  )
}

function PayoutRow({ payout }: { payout: Payout }) {
  const [open, setOpen] = useState(false)
  const { id, amount, currency, state, createdAt, reference, notes, waitReason } = payout
  const { label, tone } = payoutStateBadges[state]
  return (
    <li
      data-prints-alone={open || undefined}
      className="border-line border-t py-4 first:border-t-0 first:pt-0"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-24 font-[650] font-display text-xl tabular-nums">
          {formatMoney(amount, currency)}
        </p>
        <div className="min-w-0 flex-1 basis-52">
          <p className="wrap-anywhere">{payoutDestination(payout)}</p>
          <p className="text-ink-soft text-sm">
            {formatDate(createdAt)}
            {reference && <span className="wrap-anywhere"> · Reference {reference}</span>}
          </p>
        </div>
        <Badge tone={tone}>{label}</Badge>
        <Button
          variant="tertiary"
          size="sm"
          aria-expanded={open}
          aria-controls={`statement-${id}`}
          onClick={() => setOpen(!open)}
        >
          Statement
          <span className="sr-only">
            {' '}
            of {formatMoney(amount, currency)}, {formatDate(createdAt)}
          </span>
        </Button>
      </div>
      {waitReason && <p className="mt-1 text-ink-soft text-sm">{transferWaitLabels[waitReason].creator}</p>}
      {notes && <p className="wrap-anywhere mt-1 text-ink-soft text-sm">{notes}</p>}
      <div id={`statement-${id}`}>{open && <StatementView id={id} />}</div>
    </li>
  )
}

/** The destination of a payout. A transfer's account ID is not shown, because creators don't know it. */
function payoutDestination({ payoutMethod, payoutEmail }: Payout): string {
  return payoutMethod === 'transfer'
    ? 'Your bank account'
    : `${payoutMethodLabel(payoutMethod)}, ${payoutEmail}`
}
