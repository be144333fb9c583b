import { Check } from 'lucide-react'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { Island } from '../../../hydration/island.tsx'
import { creatorName } from '../../../shared/content-format.ts'
import { isNothing } from '../../../shared/price.ts'
import { formatMoney } from '../../../ui/format.ts'
import { LocalTime } from '../../../ui/local-time.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { correctEmailIsland } from './correct-email.island.tsx'
import { waitingTitle } from './waiting-view.tsx'

type ArrivalHeaderProps = {
  purchase: PurchaseAccess
  /** The heading of the first visit, right after the payment. Later the item is the heading. */
  announcement?: string | undefined
  /** The payment's secret, where the page knows it. */
  headers?: Record<string, string> | undefined
}

export function ArrivalHeader({ purchase: access, announcement, headers }: ArrivalHeaderProps) {
  const { content, purchase, wait } = access
  const price = isNothing(purchase.amount) ? 'Free' : formatMoney(purchase.amount, purchase.currency)
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-2 pt-1 pb-1.5 md:pt-3">
      <span className="grid size-10 flex-none place-items-center rounded-full bg-brand text-on-brand md:size-12 print:hidden">
        <Check aria-hidden className="size-6" strokeWidth={2.4} />
      </span>
      {/* With large text it stands below the check. */}
      <div className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        <h1 className="text-[clamp(1.6rem,1.2rem+1.4vw,2.1rem)] leading-[1.15]">
          {announcement ?? (wait ? waitingTitle(content.title, wait) : content.title)}
        </h1>
        {/* One paragraph; the form for another address opens below it. */}
        <div className="mt-1 text-ink-soft">
          {announcement ? (
            `${price} for ${content.title}.`
          ) : (
            <>
              Yours since <LocalTime iso={purchase.paidAt} format="date" />
              <Creator content={content} />.
            </>
          )}{' '}
          {purchase.canCorrectEmail ? (
            <Island
              island={correctEmailIsland}
              props={{
                email: purchase.email,
                paymentIntentId: purchase.paymentIntentId,
                contentId: content.id,
                isNew: announcement !== undefined,
                ...(headers && { headers }),
              }}
            />
          ) : (
            announcement && purchase.email && `The link is on its way to ${purchase.email}.`
          )}
        </div>
      </div>
    </header>
  )
}

function Creator({ content }: Pick<PurchaseAccess, 'content'>) {
  const name = creatorName(content)
  const { handle } = content.user
  if (!name) return null
  return (
    <>
      {', by '}
      {handle ? <TextLink href={`/@${handle}`}>{name}</TextLink> : name}
    </>
  )
}
