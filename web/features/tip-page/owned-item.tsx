import { Check, Download } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { OwnedPurchase } from '../../../contract/ownership.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import type { PayItem } from './pay-card.island.tsx'

type OwnedItemProps = { item: PayItem; owned: OwnedPurchase; onBuyAgain: () => void }

/** Shown to a browser that bought the item: the link to it, before any price. */
export function OwnedItem({ item: { id, kind, title }, owned, onBuyAgain }: OwnedItemProps) {
  const { accessUrl, amount, currency, paidAt } = owned
  function buyAgain(event: MouseEvent) {
    event.preventDefault()
    onBuyAgain()
  }
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-3.5">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-brand text-on-brand">
          <Check aria-hidden className="size-6" />
        </span>
        <div className="min-w-0">
          <h2 className="text-xl">You own this</h2>
          <p className="text-ink-soft text-sm">
            Bought <LocalTime iso={paidAt} format="date" /> for {formatMoney(amount, currency)}
          </p>
        </div>
      </div>
      <LinkButton size="lg" fullWidth href={accessUrl}>
        Open<span className="sr-only"> {title}</span>
      </LinkButton>
      <div className="-my-1 flex flex-wrap items-center justify-center gap-x-2">
        {kind === 'file' && (
          <LinkButton variant="tertiary" href={`${accessUrl}/file?as=attachment`}>
            <Download aria-hidden />
            Download
          </LinkButton>
        )}
        {/* Without a script the same page opens with its price. */}
        <LinkButton variant="tertiary" href={`/p/${id}?again=yes`} onClick={buyAgain}>
          Buy again
        </LinkButton>
      </div>
    </div>
  )
}
