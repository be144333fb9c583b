import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { formatCount } from '../../ui/count-text.ts'
import { formatMoney } from '../../ui/money-text.ts'
import type { PayItem } from './pay-card.island.tsx'

/** The counts, from the first sale. Before it, an invitation. */
export function SalesTotals({ item }: { item: PayItem }) {
  const { tipCount, totalEarnings, currency } = item
  if (tipCount === 0) return <FirstSupporters item={item} />
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-line border-t pt-3.5 text-ink-faint">
      <Total value={formatCount(tipCount)}>{tipCount === 1 ? 'Person tipped' : 'People tipped'}</Total>
      {totalEarnings !== null && <Total value={formatMoney(totalEarnings, currency)}>Total earned</Total>}
    </div>
  )
}

function FirstSupporters({ item: { creator, creatorPhotoUrl } }: { item: PayItem }) {
  return (
    <p className="flex items-center gap-2.5 border-line border-t pt-3.5 text-ink-soft">
      <Avatar name={creator} photo={creatorPhotoUrl} />
      <span className="min-w-0 [overflow-wrap:anywhere]">{`Be the first to support ${creator || 'this creator'}`}</span>
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
