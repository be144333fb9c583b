import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { creatorName } from '../../../shared/content-format.ts'
import { MoreFromCreator } from '../../../shared/item-card.tsx'
import { TestPurchaseBanner } from '../../../shared/test-purchase-banner.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { ArrivalHeader } from './arrival-header.tsx'
import { LicenseCards } from './license-cards.tsx'
import { Messages } from './messages.tsx'
import { PurchaseReceipt } from './purchase-receipt.tsx'
import { PurchasedContent } from './purchased-content.tsx'
import { SetOffer } from './set-offer.tsx'
import { TakenDownItems } from './taken-down-items.tsx'
import { Ticket } from './ticket.tsx'
import { WaitingCard } from './waiting-view.tsx'
import { WaysOn } from './ways-on.tsx'
import { WhatsNew } from './whats-new.tsx'

type PurchaseViewProps = {
  purchase: PurchaseAccess
  /** The heading of the first visit, right after the payment. */
  announcement?: string
  shouldCelebrate?: boolean
  /** The payment's secret, where the page knows it. */
  headers?: Record<string, string>
}

/**
 * The purchased item, on the success page and on the buyer's permanent page. Works without scripts. The order of reading is
 * that of the elements (docs/accessibility.md).
 */
export function PurchaseView({
  purchase,
  announcement,
  shouldCelebrate = false,
  headers,
}: PurchaseViewProps) {
  const { content, wait } = purchase
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-9 pt-2 sm:pt-3.5">
      <div className="mx-auto grid w-full max-w-[860px] grid-cols-[minmax(0,1fr)] gap-[18px]">
        {purchase.purchase.isTest && (
          <TestPurchaseBanner>
            This is your own item, the way a buyer gets it. No card was charged.
          </TestPurchaseBanner>
        )}
        <ArrivalHeader purchase={purchase} announcement={announcement} headers={headers} />
        <Ticket purchase={purchase} shouldCelebrate={shouldCelebrate} />
        {wait ? (
          <WaitingCard purchase={purchase} wait={wait} hasTitle={announcement !== undefined} />
        ) : (
          <>
            <LicenseCards purchase={purchase} />
            <ThankYouNote purchase={purchase} />
            <PurchasedContent access={purchase} />
            <TakenDownItems purchase={purchase} />
            <WhatsNew versions={purchase.versions} />
          </>
        )}
        <PurchaseReceipt purchase={purchase} headers={headers} />
        {!wait && <SetOffer purchase={purchase} />}
        <Messages purchase={purchase} />
        <WaysOn purchase={purchase} />
      </div>
      <MoreFromCreator
        name={creatorName(content)}
        handle={content.user.handle}
        items={purchase.moreFromCreator}
      />
    </div>
  )
}

function ThankYouNote({ purchase: { thankYouNote, content } }: { purchase: PurchaseAccess }) {
  if (!thankYouNote) return null
  const name = creatorName(content)
  return (
    <figure className="flex items-start gap-3.5 rounded-md bg-accent-soft px-4.5 py-4">
      <Avatar name={name} photo={content.user.photoUrl} size="note" />
      <div className="min-w-0">
        <figcaption className="text-accent-ink text-sm">{`A note from ${name || 'the creator'}`}</figcaption>
        <blockquote className="whitespace-pre-line text-lg leading-normal [overflow-wrap:anywhere]">
          {thankYouNote}
        </blockquote>
      </div>
    </figure>
  )
}
