import { Landmark } from 'lucide-react'
import { type AdminPayout, exportPayoutFile, listPayouts } from '../../../contract/payout-runs.ts'
import { wayName } from '../../../contract/payout-words.ts'
import { PayoutMethod } from '../../../contract/payouts.ts'
import { urlOf } from '../../../contract/route.ts'
import { useRead } from '../../api/hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDate } from '../../ui/date-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Loaded } from './loaded.tsx'
import type { Period } from './month-picker.tsx'
import { OlderPages } from './older-pages.tsx'
import { PayoutActions } from './payout-actions.tsx'
import { type Column, Table } from './table.tsx'
import { useQuery } from './use-query.ts'

/** The payouts of a month: what a person has still to send, and what became of the others. */
export function PayoutList({ period }: { period: Period }) {
  const [query, change] = useQuery()
  const before = query.get('before') ?? undefined
  const read = useRead(listPayouts, { query: { ...period, before } })
  return (
    <Loaded read={read} what="The payouts">
      {({ payouts, next }) =>
        payouts.length === 0 ? (
          <EmptyState
            icon={<Landmark aria-hidden />}
            title="No payouts in this month"
            text="They are made with Process All Payouts."
          />
        ) : (
          <>
            <Files payouts={payouts} period={period} />
            <Table label="Payouts made" columns={columns} rows={payouts} keyOf={({ id }) => id} />
            <OlderPages
              label="Pages of payouts"
              before={before}
              next={next}
              go={(place) => change({ before: place })}
            />
          </>
        )
      }
    </Loaded>
  )
}

/** A file for each way by which somebody is still to be paid by hand. */
function Files({ payouts, period }: { payouts: Array<AdminPayout>; period: Period }) {
  const waiting = payouts
    .filter(({ state }) => state === 'processing')
    .map(({ payoutMethod }) => payoutMethod)
  const methods = PayoutMethod.options.filter((method) => waiting.includes(method))
  if (methods.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-3 border-line border-b p-4 sm:px-5">
      <p className="text-ink-soft">To be paid by hand:</p>
      {methods.map((method) => (
        <LinkButton
          key={method}
          variant="ghost"
          href={urlOf(exportPayoutFile, { query: { ...period, method } })}
          download
        >
          {wayName(method)} file
        </LinkButton>
      ))}
    </div>
  )
}

const tones = { processing: 'warn', paid: 'brand', returned: 'danger', failed: 'danger' } as const
const states = { processing: 'Processing', paid: 'Paid', returned: 'Returned', failed: 'Failed' }

const columns: Array<Column<AdminPayout>> = [
  {
    name: 'Creator',
    cell: ({ name, email }) => (
      <>
        <p className="font-semibold">{name ?? email}</p>
        {name && <p className="text-ink-faint text-sm">{email}</p>}
      </>
    ),
    isTitle: true,
  },
  { name: 'Made', cell: ({ createdAt }) => formatDate(createdAt) },
  {
    name: 'To',
    cell: ({ payoutMethod, payoutEmail }) => (
      <>
        {wayName(payoutMethod)}
        <span className="block text-ink-faint text-sm">{payoutEmail}</span>
      </>
    ),
  },
  {
    name: 'Amount',
    cell: ({ amount, currency }) => <b>{formatMoney(amount, currency)}</b>,
    isFigure: true,
  },
  {
    name: 'State',
    cell: ({ state, reference, notes }) => (
      <>
        <Badge tone={tones[state]}>{states[state]}</Badge>
        {(reference || notes) && (
          <span className="block text-ink-faint text-sm">
            {[reference, notes].filter(Boolean).join(' · ')}
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Act',
    cell: (payout) => (payout.canBePaid || payout.canBeReturned ? <PayoutActions payout={payout} /> : null),
    isFigure: true,
  },
]
