import { FileDown } from 'lucide-react'
import { useState } from 'react'
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
import { Button, LinkButton } from '../../../ui/button.tsx'
import { formatCount, formatDate, formatMoney } from '../../../ui/format.ts'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { sumLines } from './statement-sum.ts'

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

/** The list is shown in full up to this length, and in part until it is asked for. */
const shownAtOnce = 50

/** The amount paid and the sum that leads to it, then every entry. */
function StatementTable({ statement }: { statement: Statement }) {
  const { payout, lines, omittedLineCount } = statement
  const [isOpen, setIsOpen] = useState(false)
  const money = (amount: string) => formatMoney(amount, payout.currency)
  const hasTax = lines.some(({ tax }) => Number(tax) !== 0)
  const shown = isOpen ? lines : lines.slice(0, shownAtOnce)
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 rounded-md bg-sunken p-4">
      <StatementSum statement={statement} money={money} />
      <table aria-label="Entries of this payout" className="w-full border-collapse text-sm tabular-nums">
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
          {shown.map((line) => (
            <StatementRow key={line.entryId} line={line} money={money} hasTax={hasTax} />
          ))}
        </tbody>
      </table>
      {omittedLineCount > 0 && (
        <p className="text-ink-soft text-sm">
          And {formatCount(omittedLineCount)} more entries. The CSV has all of them.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {shown.length < lines.length && (
          <Button size="sm" variant="secondary" onClick={() => setIsOpen(true)}>
            Show all {formatCount(lines.length)}
          </Button>
        )}
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

type StatementSumProps = { statement: Statement; money: (amount: string) => string }

function StatementSum({ statement, money }: StatementSumProps) {
  const { payout } = statement
  return (
    <div className="grid gap-x-8 gap-y-3 sm:grid-cols-[1fr_minmax(0,1.2fr)] sm:items-center">
      <div>
        <p className="text-ink-soft">Paid out</p>
        <p className="font-[650] font-display text-2xl tabular-nums leading-tight">{money(payout.amount)}</p>
      </div>
      <dl className="m-0 grid tabular-nums">
        {sumLines(statement).map(({ label, amount }) => (
          <div
            key={label}
            className="flex justify-between gap-4 border-line-strong py-1 last:border-t last:font-semibold"
          >
            <dt className="min-w-0">{label}</dt>
            <dd className="m-0 whitespace-nowrap">{money(amount)}</dd>
          </div>
        ))}
      </dl>
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
        {title && (
          <>
            {' '}
            {orderId === null ? (
              <span className="wrap-anywhere text-ink-soft">{title}</span>
            ) : (
              <TextLink href={`/sales/${orderId}`} title={`Order ${orderId}`} className="wrap-anywhere">
                {title}
              </TextLink>
            )}
          </>
        )}
        {heldUntil && <span className="text-ink-soft">{`, on hold until ${heldUntil}`}</span>}
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

/** On a phone these values are shown in the description column. */
const hiddenOnPhone = 'max-sm:hidden'
const cellClass = 'px-2 py-2 first:pl-0 max-sm:pl-0'
const numericCellClass = 'px-2 py-2 text-right whitespace-nowrap last:pr-0'
