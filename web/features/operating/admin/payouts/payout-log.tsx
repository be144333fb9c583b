import { payoutMethodLabel } from '../../../../../contract/payout-labels.ts'
import { type AdminPayout, listPayouts } from '../../../../../contract/payout-runs.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { CursorPages } from '../../../../shared/cursor-pages.tsx'
import { useSearchParamsState } from '../../../../shared/use-search-params-state.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Card } from '../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { Disclosure } from '../../../../ui/disclosure.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { LocalTime } from '../../../../ui/local-time.tsx'
import type { YearMonth } from '../month-picker.tsx'
import { payoutStates } from './payout-states.ts'

/** Every payout of the month, with those that came back or failed; the table above has the newest of each creator. */
export function PayoutLog({ period }: { period: YearMonth }) {
  const [query] = useSearchParamsState()
  const cursor = query.get('cursor') ?? undefined
  const { data } = useApiQuery(listPayouts, { query: { ...period, cursor } })
  if (!data || (data.payouts.length === 0 && !cursor)) return null
  return (
    <Card padding="none" className="overflow-clip">
      <Disclosure
        summary={<b>Every payout of this month</b>}
        className="[&>summary]:px-[22px] [&>summary]:py-2"
      >
        <DataTable label="Payouts" columns={columns} rows={data.payouts} rowKey={({ id }) => id} />
        <CursorPages name="cursor" next={data.next} label="Payouts pagination" />
      </Disclosure>
    </Card>
  )
}

const columns: Array<Column<AdminPayout>> = [
  { name: 'Creator', cell: ({ name, email }) => <b>{name ?? email}</b>, phone: 'title' },
  {
    name: 'To',
    cell: ({ payoutMethod, payoutEmail }) => `${payoutMethodLabel(payoutMethod)}, ${payoutEmail}`,
  },
  {
    name: 'Status',
    cell: ({ state, notes, reference, providerCode }) => (
      <>
        <Badge tone={payoutStates[state].tone}>{payoutStates[state].label}</Badge>
        <span className="block text-ink-faint text-sm">
          {[notes, reference, providerCode].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
    phone: 'detail',
  },
  {
    name: 'When',
    cell: ({ createdAt, paidAt, returnedAt }) => (
      <LocalTime iso={returnedAt ?? paidAt ?? createdAt} format="date" />
    ),
    phone: 'action',
  },
  {
    name: 'Amount',
    cell: ({ amount, currency }) => <b>{formatMoney(amount, currency)}</b>,
    isNumeric: true,
    phone: 'figure',
  },
]
