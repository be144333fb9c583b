import { FileDown, Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  type BalanceLine,
  getProviderBalance,
  getProviderBalanceFile,
} from '../../../../../contract/provider-balance.ts'
import { buildUrl } from '../../../../../contract/route.ts'
import { useApiQuery } from '../../../../api/query.ts'
import type { ResponseOf } from '../../../../api/types.ts'
import { LinkButton } from '../../../../ui/button.tsx'
import { Card, Section } from '../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { AdminLayout } from '../admin-layout.tsx'
import { AdminQueryState } from '../admin-list.tsx'
import { MonthPicker, useSelectedMonth } from '../month-picker.tsx'

type Comparison = ResponseOf<typeof getProviderBalance>

/** `/admin/balance`: the balance at the card provider beside the books, and what makes the difference. */
export function BalancePage() {
  const [month, setMonth] = useSelectedMonth()
  const read = useApiQuery(getProviderBalance, { query: month })
  return (
    <AdminLayout
      title="Balance"
      description="What the card provider has, beside what our books say. Read every hour."
    >
      <div className="flex flex-wrap items-end justify-between gap-4">
        <MonthPicker period={month} onChange={setMonth} />
        <LinkButton variant="secondary" download href={buildUrl(getProviderBalanceFile, { query: month })}>
          <FileDown aria-hidden />
          Download CSV
        </LinkButton>
      </div>
      <AdminQueryState query={read} subject="The balance">
        {(comparison) =>
          comparison.readUntil === null ? (
            <EmptyState
              icon={<Scale aria-hidden />}
              title="Nothing to compare yet"
              description="Transactions are read from the card provider within an hour of your first sale."
            />
          ) : (
            <Shown comparison={comparison} />
          )
        }
      </AdminQueryState>
    </AdminLayout>
  )
}

function Shown({ comparison }: { comparison: Comparison }) {
  const { lines, currency, unmatched, readUntil, otherCurrencies } = comparison
  return (
    <>
      <Card padding="none" className="grid">
        <DataTable label="Balance" columns={columnsIn(currency)} rows={lines} rowKey={({ line }) => line} />
        <div className="grid gap-1 border-line border-t px-5 py-3.5 text-ink-soft text-sm">
          {readUntil !== null && (
            <p>
              The newest transaction is from <LocalTime iso={readUntil} />.
            </p>
          )}
          <p>
            What is paid in the last hours of a month can be booked in the next one. It is a difference of
            both.
          </p>
          {otherCurrencies.length > 0 && (
            <p>{`There are transactions in ${otherCurrencies.join(', ')} too. They are in the CSV, and not compared.`}</p>
          )}
        </div>
      </Card>
      {unmatched.length > 0 && <Unmatched rows={unmatched} currency={currency} />}
    </>
  )
}

const lineLabels: Record<BalanceLine, string> = {
  opening: 'At the start',
  payment: 'Payments',
  refund: 'Refunds',
  dispute: 'Disputes',
  fee: 'Fees of the provider',
  transfer: 'Transfers to creators',
  elsewhere: 'Paid to creators elsewhere',
  platform_payout: 'To your bank',
  other: 'Other',
  closing: 'At the end',
}

/** What a difference of the line means. */
const lineNotes: Partial<Record<BalanceLine, string>> = {
  elsewhere: 'By PayPal, bank and others: not from this balance',
  other: 'Reserves and other business: not in our books',
}

type Line = Comparison['lines'][number]

function columnsIn(currency: string): Array<Column<Line>> {
  const isSum = ({ line }: Line) => line === 'opening' || line === 'closing'
  const figure = (row: Line, amount: string): ReactNode => {
    const text = formatMoney(amount, currency)
    return isSum(row) ? <b>{text}</b> : text
  }
  return [
    {
      name: 'Change',
      cell: (row) => (
        <>
          {isSum(row) ? <b>{lineLabels[row.line]}</b> : lineLabels[row.line]}
          {lineNotes[row.line] && <span className="block text-ink-faint text-sm">{lineNotes[row.line]}</span>}
        </>
      ),
      isRowHeader: true,
    },
    { name: 'At the provider', cell: (row) => figure(row, row.provider), isNumeric: true },
    { name: 'In our books', cell: (row) => figure(row, row.ledger), isNumeric: true },
    {
      name: 'Difference',
      cell: (row) =>
        Number(row.difference) === 0 ? (
          <span className="text-ink-faint">{formatMoney('0', currency)}</span>
        ) : (
          figure(row, row.difference)
        ),
      isNumeric: true,
    },
  ]
}

type UnmatchedRow = Comparison['unmatched'][number]

function Unmatched({ rows, currency }: { rows: Array<UnmatchedRow>; currency: string }) {
  return (
    <Section
      id="unmatched"
      title="Without a sale"
      description="The card provider has these and our books don’t: other business of the same account, or a sale that wasn’t recorded."
    >
      <DataTable
        label="Transactions without a sale"
        columns={[
          { name: 'Time', cell: ({ at }) => <LocalTime iso={at} />, phone: 'detail' },
          {
            name: 'Transaction',
            cell: ({ id, type, description }) => (
              <>
                <b className="wrap-anywhere">{description || type}</b>
                <span className="wrap-anywhere block text-ink-faint text-sm">{id}</span>
              </>
            ),
            phone: 'title',
          },
          {
            name: 'Amount',
            cell: ({ amount }) => formatMoney(amount, currency),
            isNumeric: true,
            phone: 'figure',
          },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
      />
    </Section>
  )
}
