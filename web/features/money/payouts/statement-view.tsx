import { FileDown } from 'lucide-react'
import { statementLineLabels } from '../../../../contract/payout-labels.ts'
import {
  getStatement,
  getStatementFile,
  type Statement,
  type StatementLine,
} from '../../../../contract/payouts.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { useApiQuery } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { formatCount, formatDate, formatMoney } from '../../../ui/format.ts'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'

/** The sales of a payout as statement rows that sum to the amount paid. */
export function StatementView({ id }: { id: number }) {
  const read = useApiQuery(getStatement, { params: { id } })
  return (
    <QueryState
      query={read}
      subject="The statement"
      skeleton={
        <SkeletonBlocks label="Loading the statement" sizes={['h-8', 'h-8', 'h-8']} className="mt-4 gap-2" />
      }
    >
      {(statement) => <StatementTable statement={statement} />}
    </QueryState>
  )
}

function StatementTable({ statement }: { statement: Statement }) {
  const { payout, openingBalance, lines, omittedLineCount, retainedAmount } = statement
  const money = (amount: string) => formatMoney(amount, payout.currency)
  const isNonZero = (amount: string) => Number(amount) !== 0
  const hasTax = lines.some(({ tax }) => isNonZero(tax))
  const sumColumns = hasTax ? 3 : 2
  return (
    <div className="mt-4 grid gap-4 rounded-md bg-sunken p-4">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls by itself must scroll by keyboard too */}
      <section aria-label="Entries of this payout" tabIndex={0} className="max-h-[26rem] overflow-auto">
        <table className="w-full border-collapse text-sm tabular-nums">
          <thead className="text-left text-ink-soft">
            <tr>
              <th className={`${cellClass} ${hiddenOnPhone}`}>Date</th>
              <th className={cellClass}>Type</th>
              <th className={`${numericCellClass} ${hiddenOnPhone}`}>Gross</th>
              {hasTax && <th className={`${numericCellClass} ${hiddenOnPhone}`}>Tax</th>}
              <th className={`${numericCellClass} ${hiddenOnPhone}`}>Fee</th>
              <th className={numericCellClass}>Net</th>
            </tr>
          </thead>
          <tbody>
            {isNonZero(openingBalance) && (
              <StatementSumRow name="Carried over" amount={money(openingBalance)} columns={sumColumns} />
            )}
            {lines.map((line) => (
              <StatementRow key={line.entryId} line={line} money={money} hasTax={hasTax} />
            ))}
            {omittedLineCount > 0 && (
              <StatementSumRow
                name={`And ${formatCount(omittedLineCount)} more entries. The CSV has all of them.`}
                amount=""
                columns={sumColumns}
              />
            )}
            {isNonZero(retainedAmount) && (
              <StatementSumRow
                name="Held back: recent or disputed sales, and sales before a release"
                amount={money(`-${retainedAmount}`)}
                columns={sumColumns}
              />
            )}
          </tbody>
          <tfoot>
            <tr className="border-line-strong border-t font-semibold">
              <td className={`${cellClass} ${hiddenOnPhone}`} />
              <th scope="row" className={`${cellClass} text-left`}>
                Paid out
              </th>
              <td colSpan={sumColumns} className={hiddenOnPhone} />
              <td className={numericCellClass}>{money(payout.amount)}</td>
            </tr>
          </tfoot>
        </table>
      </section>
      <div className="flex flex-wrap gap-2">
        {(['csv', 'pdf'] as const).map((as) => (
          <LinkButton
            key={as}
            size="sm"
            variant="secondary"
            download
            href={buildUrl(getStatementFile, { params: { id: payout.id }, query: { as } })}
          >
            <FileDown aria-hidden />
            Download {as.toUpperCase()}
          </LinkButton>
        ))}
      </div>
    </div>
  )
}

type StatementRowProps = { line: StatementLine; money: (amount: string) => string; hasTax: boolean }

function StatementRow({ line, money, hasTax }: StatementRowProps) {
  const { date, type, orderId, title, gross, tax, fee, net, heldUntil } = line
  return (
    <tr className="border-line border-t align-top">
      <td className={`${cellClass} ${hiddenOnPhone} whitespace-nowrap`}>{formatDate(date)}</td>
      <td className={cellClass}>
        <span className="font-medium">{statementLineLabels[type]}</span>
        {title && <span className="wrap-anywhere block text-ink-soft">{title}</span>}
        {orderId && <span className="block text-ink-faint">{orderId}</span>}
        {heldUntil && <span className="block text-ink-soft">{`on hold until ${heldUntil}`}</span>}
        <span className="block text-ink-faint sm:hidden">
          {formatDate(date)}, {money(gross)} less {hasTax && `${money(tax)} tax and `}
          {money(fee)}
        </span>
      </td>
      <td className={`${numericCellClass} ${hiddenOnPhone}`}>{money(gross)}</td>
      {hasTax && <td className={`${numericCellClass} ${hiddenOnPhone}`}>{money(tax)}</td>}
      <td className={`${numericCellClass} ${hiddenOnPhone}`}>{money(fee)}</td>
      <td className={numericCellClass}>{money(net)}</td>
    </tr>
  )
}

type StatementSumRowProps = { name: string; amount: string; columns: number }

function StatementSumRow({ name, amount, columns }: StatementSumRowProps) {
  return (
    <tr className="border-line border-t text-ink-soft">
      <td className={`${cellClass} ${hiddenOnPhone}`} />
      <th scope="row" className={`${cellClass} text-left font-normal`}>
        {name}
      </th>
      <td colSpan={columns} className={hiddenOnPhone} />
      <td className={numericCellClass}>{amount}</td>
    </tr>
  )
}

/** On a phone these values are shown in the description column. */
const hiddenOnPhone = 'max-sm:hidden'
const cellClass = 'px-2 py-2 first:pl-0 max-sm:pl-0'
const numericCellClass = 'px-2 py-2 text-right whitespace-nowrap last:pr-0'
