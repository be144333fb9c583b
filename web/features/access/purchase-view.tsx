import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PurchaseAccess } from '../../../contract/purchases.ts'
import { readingMinutes } from '../../../domain/article.ts'
import { ContentCover } from '../../shared/content-cover.tsx'
import { creatorName } from '../../shared/content-format.ts'
import { CreatorLink } from '../../shared/creator-link.tsx'
import { MoreFromCreator } from '../../shared/more-from-creator.tsx'
import { TestPurchaseBanner } from '../../shared/test-purchase-banner.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Celebration } from './celebration.tsx'
import { PurchaseActions } from './purchase-actions.tsx'
import { PurchaseReceipt } from './purchase-receipt.tsx'
import { PurchasedContent } from './purchased-content.tsx'
import { WaysOn } from './ways-on.tsx'

type PurchaseViewProps = {
  purchase: PurchaseAccess
  /** A heading above the title, right after the payment. */
  announcement?: string
  /** Plays the animation of a new purchase. */
  shouldCelebrate?: boolean
  /** The payment's secret, where the page knows it. */
  headers?: Record<string, string>
  /** Further actions with the access link. */
  children?: ReactNode
}

/** The purchased item, on the success page and on the buyer's permanent page. Works without scripts. */
export function PurchaseView({ purchase, headers, children, ...header }: PurchaseViewProps) {
  const { content } = purchase
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-9 pt-2 sm:pt-3.5">
      {purchase.purchase.isTest && (
        <TestPurchaseBanner>
          This is your own item, the way a buyer gets it. No card was charged.
        </TestPurchaseBanner>
      )}
      <PurchaseHeader purchase={purchase} {...header} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_328px] lg:gap-8">
        <div className="grid min-w-0 gap-8">
          <PurchasedContent access={purchase} />
          {content.kind === 'text' && <ThankYouNote purchase={purchase} />}
          <WaysOn purchase={purchase} />
        </div>
        <aside aria-label="Your order" className="min-w-0 print:hidden">
          <PurchaseReceipt purchase={purchase} {...(headers && { headers })}>
            {children}
          </PurchaseReceipt>
        </aside>
      </div>
      <MoreFromCreator
        name={creatorName(content)}
        handle={content.user.handle}
        items={purchase.moreFromCreator}
      />
    </div>
  )
}

function PurchaseHeader({
  purchase,
  announcement,
  shouldCelebrate = false,
}: Omit<PurchaseViewProps, 'headers' | 'children'>) {
  const { content } = purchase
  const isText = content.kind === 'text'
  const hasCover = !isText || content.previewImage !== null
  const titleClass = 'text-[clamp(2.1rem,1.4rem+2.6vw,3.1rem)] [overflow-wrap:anywhere]'
  return (
    <header
      className={`grid grid-cols-[minmax(0,1fr)] items-center gap-5 sm:gap-10 ${hasCover ? 'sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]' : ''}`}
    >
      {hasCover && (
        <Celebration isPlaying={shouldCelebrate}>
          <ContentCover
            seed={content.title}
            image={content.previewImage}
            kind={content.kind}
            fit="contain"
            alt={`Cover of ${content.title}`}
            sizes="(min-width: 64rem) 430px, (min-width: 40rem) 40vw, 100vw"
            className="aspect-[16/10] w-full shadow-md sm:aspect-square print:hidden rounded-lg"
          />
        </Celebration>
      )}
      <div className="grid min-w-0 gap-4">
        <p className="flex flex-wrap items-center gap-3">
          <Badge>
            <CircleCheck aria-hidden className="size-4" />
            Yours to keep
          </Badge>
          {isText && !purchase.isWithheld && (
            <span className="text-ink-faint text-sm">
              {readingMinutes(content.textContent ?? '')} min read
            </span>
          )}
        </p>
        {announcement ? (
          <>
            <h1 className="text-xl text-brand">{announcement}</h1>
            <h2 className={titleClass}>{content.title}</h2>
          </>
        ) : (
          <h1 className={titleClass}>{content.title}</h1>
        )}
        <CreatorLink content={content} />
        {!isText && <ThankYouNote purchase={purchase} />}
        <PurchaseActions purchase={purchase} />
      </div>
    </header>
  )
}

/** The creator's thank-you note, if there is one. */
function ThankYouNote({ purchase: { thankYouNote, content } }: { purchase: PurchaseAccess }) {
  if (!thankYouNote) return null
  return (
    <figure className="grid max-w-[54ch] gap-2 rounded-md bg-accent-soft px-5.5 py-4.5">
      <blockquote className="whitespace-pre-line font-[450] font-display text-[1.1875rem] leading-[1.45] [overflow-wrap:anywhere]">
        {thankYouNote}
      </blockquote>
      <figcaption className="text-ink-soft">{creatorName(content)}</figcaption>
    </figure>
  )
}
