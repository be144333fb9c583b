import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { formatCount } from '../../ui/count-text.ts'
import { formatMoney } from '../../ui/money-text.ts'
import type { PayItem } from './pay-card.tsx'

/** With fewer sales, an invitation is shown instead of the counts. */
const minSalesShown = 3

export function SalesTotals({ item }: { item: PayItem }) {
  const { tipCount, totalEarnings, currency } = item
  if (tipCount < minSalesShown) return <FirstSupporters item={item} />
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-line border-t pt-3.5 text-ink-faint">
      <Total value={formatCount(tipCount)}>People tipped</Total>
      {totalEarnings !== null && <Total value={formatMoney(totalEarnings, currency)}>Total earned</Total>}
    </div>
  )
}

function FirstSupporters({ item: { tipCount, creator, creatorPhotoUrl } }: { item: PayItem }) {
  const invitation = tipCount === 0 ? 'Be the first to support' : 'Be one of the first to support'
  return (
    <p className="flex items-center gap-2.5 border-line border-t pt-3.5 text-ink-soft">
      <Avatar name={creator} photo={creatorPhotoUrl} />
      <span className="min-w-0 [overflow-wrap:anywhere]">{`${invitation} ${creator || 'this creator'}`}</span>
    </p>
  )
}

function Total({ value, children }: { value: string; children: ReactNode }) {
  return (
    <span>
      <b className="font-semibold text-ink">{value}</b> {children}
    </span>
  )
}
