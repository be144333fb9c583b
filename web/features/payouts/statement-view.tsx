import { FileDown } from 'lucide-react'
import { lineNames } from '../../../contract/payout-words.ts'
import {
  getStatement,
  getStatementFile,
  type Statement,
  type StatementLine,
} from '../../../contract/payouts.ts'
import { urlOf } from '../../../contract/route.ts'
import { useRead } from '../../api/hooks.ts'
import { WhenLoaded } from '../../api/when-loaded.tsx'
import { formatCount } from '../../ui/count-text.ts'
import { formatDate } from '../../ui/date-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The sales behind a payout, entry by entry, and how they come to what was paid. */
export function StatementView({ id }: { id: number }) {
  const read = useRead(getStatement, { params: { id } })
  return (
    <WhenLoaded read={read} what="The statement" waiting={<Waiting />}>
      {(statement) => <Entries statement={statement} />}
    </WhenLoaded>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the statement" className="mt-4 grid gap-2">
      <Skeleton className="h-8" />
      <Skeleton className="h-8" />
      <Skeleton className="h-8" />
    </div>
  )
}

function Entries({ statement }: { statement: Statement }) {
  const { payout, opening, lines, more, kept } = statement
  const money = (amount: string) => formatMoney(amount, payout.currency)
  const isSomething = (amount: string) => Number(amount) !== 0
  return (
    <div className="mt-4 grid gap-4 rounded-md bg-sunken p-4">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls by itself must scroll by keyboard too */}
      <section aria-label="Entries of this payout" tabIndex={0} className="max-h-[26rem] overflow-auto">
        <table className="w-full border-collapse text-sm tabular-nums">
          <thead className="text-left text-ink-soft">
            <tr>
              <th className={`${cell} ${wide}`}>Date</th>
              <th className={cell}>What</th>
              <th className={`${figure} ${wide}`}>Gross</th>
              <th className={`${figure} ${wide}`}>Fee</th>
              <th className={figure}>Yours</th>
            </tr>
          </thead>
          <tbody>
            {isSomething(opening) && <Sum name="Carried over" amount={money(opening)} />}
            {lines.map((line) => (
              <Line key={line.entry} line={line} money={money} />
            ))}
            {more > 0 && <Sum name={`And ${formatCount(more)} more entries, all in the CSV`} amount="" />}
            {isSomething(kept) && <Sum name="Kept back: too new, or asked back" amount={money(`-${kept}`)} />}
          </tbody>
          <tfoot>
            <tr className="border-line-strong border-t font-semibold">
              <td className={`${cell} ${wide}`} />
              <th scope="row" className={`${cell} text-left`}>
                Paid out
              </th>
              <td colSpan={2} className={wide} />
              <td className={figure}>{money(payout.amount)}</td>
            </tr>
          </tfoot>
        </table>
      </section>
      <div className="flex flex-wrap gap-2">
        {(['csv', 'pdf'] as const).map((as) => (
          <LinkButton
            key={as}
            size="sm"
            variant="ghost"
            download
            href={urlOf(getStatementFile, { params: { id: payout.id }, query: { as } })}
          >
            <FileDown aria-hidden />
            Download {as.toUpperCase()}
          </LinkButton>
        ))}
      </div>
    </div>
  )
}

type LineProps = { line: StatementLine; money: (amount: string) => string }

function Line({ line: { date, what, number, title, gross, fee, net }, money }: LineProps) {
  return (
    <tr className="border-line border-t align-top">
      <td className={`${cell} ${wide} whitespace-nowrap`}>{formatDate(date)}</td>
      <td className={cell}>
        <span className="font-medium">{lineNames[what]}</span>
        {title && <span className="wrap-anywhere block text-ink-soft">{title}</span>}
        {number && <span className="block text-ink-faint">{number}</span>}
        <span className="block text-ink-faint sm:hidden">
          {formatDate(date)}, {money(gross)} less {money(fee)}
        </span>
      </td>
      <td className={`${figure} ${wide}`}>{money(gross)}</td>
      <td className={`${figure} ${wide}`}>{money(fee)}</td>
      <td className={figure}>{money(net)}</td>
    </tr>
  )
}

function Sum({ name, amount }: { name: string; amount: string }) {
  return (
    <tr className="border-line border-t text-ink-soft">
      <td className={`${cell} ${wide}`} />
      <th scope="row" className={`${cell} text-left font-normal`}>
        {name}
      </th>
      <td colSpan={2} className={wide} />
      <td className={figure}>{amount}</td>
    </tr>
  )
}

/** On a phone these stand in the column of what it was. */
const wide = 'max-sm:hidden'
const cell = 'px-2 py-2 first:pl-0 max-sm:pl-0'
const figure = 'px-2 py-2 text-right whitespace-nowrap last:pr-0'
