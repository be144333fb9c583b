import { Landmark } from 'lucide-react'
import { payoutMethodLabel, transferWaitLabels } from '../../../../../contract/payout-labels.ts'
import { type AdminPayout, exportMassPaymentFile, listPayouts } from '../../../../../contract/payout-runs.ts'
import { PayoutMethod } from '../../../../../contract/payouts.ts'
import { buildUrl } from '../../../../../contract/route.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { CursorPages } from '../../../../shared/cursor-pages.tsx'
import { useSearchParamsState } from '../../../../shared/use-search-params-state.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { LinkButton } from '../../../../ui/button.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { formatDate, formatMoney } from '../../../../ui/format.ts'
import { AdminOnly } from '../admin-layout.tsx'
import { AdminList } from '../admin-list.tsx'
import type { YearMonth } from '../month-picker.tsx'
import { PersonCell } from './creator-table.tsx'
import { PayoutActions } from './payout-actions.tsx'

/** The payouts of a month: those to send manually, and the state of the others. */
export function PayoutList({ period }: { period: YearMonth }) {
  const [query] = useSearchParamsState()
  const cursor = query.get('cursor') ?? undefined
  const read = useApiQuery(listPayouts, {
    query: { ...period, cursor },
    pollWhile: ({ payouts }) => payouts.some(isBeingSent),
  })
  return (
    <AdminList
      query={read}
      subject="Payouts"
      countOf={({ payouts }) => payouts.length}
      empty={{
        icon: <Landmark aria-hidden />,
        title: 'No payouts this month',
        description: 'Run Process All Payouts to create them.',
      }}
      pagination={({ next }) => <CursorPages name="cursor" next={next} label="Payouts pagination" />}
    >
      {({ payouts }) => (
        <>
          <AdminOnly>
            <PayoutFileLinks payouts={payouts} period={period} />
          </AdminOnly>
          <DataTable label="Payouts" columns={columns} rows={payouts} rowKey={({ id }) => id} />
        </>
      )}
    </AdminList>
  )
}

/** A CSV file for each method with payouts to send manually. */
function PayoutFileLinks({ payouts, period }: { payouts: Array<AdminPayout>; period: YearMonth }) {
  const processingMethods = payouts
    .filter(({ state }) => state === 'processing')
    .map(({ payoutMethod }) => payoutMethod)
  const methods = PayoutMethod.options.filter((method) => processingMethods.includes(method))
  if (methods.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-3 border-line border-b p-4 sm:px-5">
      <p className="text-ink-soft">To pay manually:</p>
      {methods.map((method) => (
        <LinkButton
          key={method}
          variant="secondary"
          href={buildUrl(exportMassPaymentFile, { query: { ...period, method } })}
          download
        >
          {payoutMethodLabel(method)} file
        </LinkButton>
      ))}
    </div>
  )
}

/** A transfer that the server still has to send, or to hear about. */
function isBeingSent({ state, payoutMethod }: AdminPayout): boolean {
  return state === 'processing' && payoutMethod === 'transfer'
}

const stateTones = { processing: 'warn', paid: 'brand', returned: 'danger', failed: 'danger' } as const
const stateLabels = { processing: 'Processing', paid: 'Paid', returned: 'Returned', failed: 'Failed' }

const columns: Array<Column<AdminPayout>> = [
  {
    name: 'Creator',
    cell: ({ name, email }) => <PersonCell name={name} email={email} />,
    isRowHeader: true,
  },
  { name: 'Created', cell: ({ createdAt }) => formatDate(createdAt) },
  {
    name: 'To',
    cell: ({ payoutMethod, payoutEmail }) => (
      <>
        {payoutMethodLabel(payoutMethod)}
        <span className="block text-ink-faint text-sm">{payoutEmail}</span>
      </>
    ),
  },
  {
    name: 'Amount',
    cell: ({ amount, currency }) => <b>{formatMoney(amount, currency)}</b>,
    isNumeric: true,
  },
  {
    name: 'Status',
    cell: ({ state, payoutMethod, reference, notes, waitReason, providerCode }) => (
      <>
        <Badge tone={stateTones[state]}>
          {waitReason
            ? 'Waiting'
            : state === 'processing' && payoutMethod !== 'transfer'
              ? 'To pay manually'
              : stateLabels[state]}
        </Badge>
        {waitReason && (
          <span className="block text-sm text-warn">{transferWaitLabels[waitReason].admin}</span>
        )}
        {providerCode && (
          <span className="wrap-anywhere block text-ink-faint text-sm">Provider’s code: {providerCode}</span>
        )}
        {(reference || notes) && (
          <span className="block text-ink-faint text-sm">
            {[reference, notes].filter(Boolean).join(' · ')}
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Actions',
    cell: (payout) => (payout.canBePaid || payout.canBeReturned ? <PayoutActions payout={payout} /> : null),
    isNumeric: true,
  },
]
