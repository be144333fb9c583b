import { clsx } from 'clsx'
import { useState } from 'react'
import type { PurchaseDetail } from '../../../../../contract/admin-purchases.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { type PostingGroup, postingGroups } from './posting-groups.ts'

type MoneyWentProps = { record: PurchaseDetail; buyer: string }

/** Where the money went: the postings of the ledger in words. The names of the accounts are tooltips. */
export function MoneyWent({ record: { entries, purchase }, buyer }: MoneyWentProps) {
  const [showsNames, setShowsNames] = useState(false)
  const { currency, creator, provider, paymentId } = purchase
  const groups = postingGroups(entries, {
    buyer,
    creator: creator.name ?? creator.email,
    provider,
    paymentId,
  })
  return (
    <Card padding="none" className="overflow-clip pt-5 print:mb-4 print:border-0 print:p-0 print:shadow-none">
      <h2 className="px-[22px] pb-3 text-xl">Where the money went</h2>
      {groups.length === 0 && <p className="px-[22px] pb-5 text-ink-soft">It was free, so no money moved.</p>}
      {groups.map((group) => (
        <PostingTable key={group.key} group={group} currency={currency} showsNames={showsNames} />
      ))}
      {groups.length > 0 && (
        <div className="px-3 py-2 print:hidden">
          <Button
            variant="tertiary"
            size="sm"
            aria-pressed={showsNames}
            onClick={() => setShowsNames(!showsNames)}
          >
            {showsNames ? 'Hide the account names' : 'Show the account names'}
          </Button>
        </div>
      )}
    </Card>
  )
}

type PostingTableProps = { group: PostingGroup; currency: string; showsNames: boolean }

function PostingTable({ group: { title, at, lines }, currency, showsNames }: PostingTableProps) {
  return (
    <table className="w-full border-collapse">
      <caption className="border-line border-y bg-sunken px-[22px] py-2.5 text-left">
        <b className="font-semibold">{title}</b>{' '}
        <span className="text-ink-soft text-sm">
          <LocalTime iso={at} />
        </span>
      </caption>
      <tbody>
        {lines.map(({ account, name, note, amount }) => {
          const isIncome = Number(amount) > 0
          return (
            <tr key={account} title={account} className="border-line border-b">
              <th scope="row" className="wrap-anywhere px-[22px] py-2.5 text-left font-normal leading-snug">
                {name}
                <span className="block text-ink-faint text-sm">
                  {showsNames ? <code>{account}</code> : note}
                </span>
              </th>
              <td
                className={clsx(
                  'whitespace-nowrap px-[22px] text-right font-semibold tabular-nums',
                  isIncome && 'text-brand',
                )}
              >
                {isIncome ? '+' : ''}
                {formatMoney(amount, currency)}
              </td>
            </tr>
          )
        })}
      </tbody>
      <tfoot>
        <tr className="text-ink-faint text-sm">
          <th scope="row" className="px-[22px] py-2 text-left font-normal">
            Adds up to
          </th>
          <td className="px-[22px] text-right tabular-nums">{formatMoney('0.00', currency)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
