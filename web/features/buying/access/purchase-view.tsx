import { CircleCheck, ExternalLink, Eye, ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { readingMinutes } from '../../../../domain/article.ts'
import { formatBytes } from '../../../../domain/format.ts'
import { holds } from '../../../../domain/part-kinds.ts'
import { Island } from '../../../hydration/island.tsx'
import { refundStatusLines } from '../../../shared/buyer-refund-labels.ts'
import { ContentCover } from '../../../shared/content-cover.tsx'
import { creatorName } from '../../../shared/content-format.ts'
import { CreatorLink, MoreFromCreator } from '../../../shared/item-card.tsx'
import { isNothing } from '../../../shared/price.ts'
import { TestPurchaseBanner } from '../../../shared/test-purchase-banner.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DescriptionItem } from '../../../ui/description-item.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { LocalTime } from '../../../ui/local-time.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { AlbumDownload } from './album-actions.tsx'
import { CopyButton } from './copy-button.island.tsx'
import { correctEmailIsland } from './correct-email.island.tsx'
import { downloadLinkIsland } from './download-link.island.tsx'
import { EmailLinkForm } from './email-link-form.tsx'
import { Messages } from './messages.tsx'
import { PurchasedContent } from './purchased-content.tsx'
import { SetOffer } from './set-offer.tsx'
import { TakenDownItems } from './taken-down-items.tsx'
import { viewerKindOf } from './viewer-kind.ts'
import { WaitingCard } from './waiting-view.tsx'
import { WaysOn } from './ways-on.tsx'
import { WhatsNew } from './whats-new.tsx'

type PurchaseViewProps = {
  purchase: PurchaseAccess
  /** A heading above the title, right after the payment. */
  announcement?: string
  shouldCelebrate?: boolean
  /** The payment's secret, where the page knows it. */
  headers?: Record<string, string>
  /** Further actions with the access link. */
  children?: ReactNode
}

/** The purchased item, on the success page and on the buyer's permanent page. Works without scripts. */
export function PurchaseView({ purchase, headers, children, ...header }: PurchaseViewProps) {
  const { content, wait } = purchase
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-9 pt-2 sm:pt-3.5">
      {purchase.purchase.isTest && (
        <TestPurchaseBanner>
          This is your own item, the way a buyer gets it. No card was charged.
        </TestPurchaseBanner>
      )}
      {wait ? (
        <WaitingCard purchase={purchase} wait={wait} announcement={header.announcement} />
      ) : (
        <PurchaseHeader purchase={purchase} {...header} />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_328px] lg:gap-8">
        <div className="grid min-w-0 gap-8">
          {!wait && (
            <>
              <PurchasedContent access={purchase} />
              <SetOffer purchase={purchase} />
              <TakenDownItems purchase={purchase} />
              <WhatsNew versions={purchase.versions} />
              {isSingleText(purchase) && <ThankYouNote purchase={purchase} />}
            </>
          )}
          <Messages purchase={purchase} />
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
  const isText = isSingleText(purchase)
  const hasCover = !isText || content.previewImage !== null
  const titleClass = 'text-[clamp(2.1rem,1.4rem+2.6vw,3.1rem)] [overflow-wrap:anywhere]'
  return (
    <header
      className={`grid grid-cols-[minmax(0,1fr)] items-center gap-5 sm:gap-10 ${hasCover ? 'sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]' : ''}`}
    >
      {hasCover && (
        <Celebration isPlaying={shouldCelebrate}>
          <ContentCover
            pond={content.pond}
            image={content.previewImage}
            fit="contain"
            isMain
            alt={`Cover of ${content.title}`}
            sizes="(min-width: 64rem) 430px, (min-width: 40rem) 40vw, 100vw"
            className="w-full shadow-md print:hidden rounded-lg"
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
        {content.parts.length > 1 ? (
          <AlbumActions purchase={purchase} />
        ) : (
          <PurchaseActions purchase={purchase} />
        )}
      </div>
    </header>
  )
}

/** A text alone is read on the page, so it has a header of its own. */
function isSingleText({ content }: PurchaseAccess): boolean {
  return holds(content.kind, 'text') && content.parts.length <= 1
}

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

type CelebrationProps = { isPlaying: boolean; children: ReactNode }

/** The animation over the cover of a new purchase: a falling drop and a ripple. Static with reduced motion. */
function Celebration({ isPlaying, children }: CelebrationProps) {
  if (!isPlaying) return children
  return (
    <div className="unlocks">
      {children}
      <span aria-hidden className="unlocks-ripple" />
      <svg aria-hidden="true" viewBox="0 0 24 24" className="unlocks-drop">
        <path
          d="M12 2.5c3.6 4.4 6.5 7.7 6.5 11.6A6.5 6.5 0 0 1 12 21a6.5 6.5 0 0 1-6.5-6.9C5.5 10.2 8.4 6.9 12 2.5Z"
          fill="var(--accent)"
        />
      </svg>
    </div>
  )
}

function AlbumActions({ purchase }: { purchase: PurchaseAccess }) {
  return (
    <div className="flex flex-wrap gap-2.5 print:hidden">
      <AlbumDownload access={purchase} />
      <CopyButton
        text={purchase.accessUrl}
        size="lg"
        className="max-sm:flex-auto"
        toastTitle="Link copied!"
        toastDescription="Access link copied to clipboard"
      >
        Copy access link
      </CopyButton>
    </div>
  )
}

function PurchaseActions({ purchase }: { purchase: PurchaseAccess }) {
  const { content, accessUrl } = purchase
  const viewer = viewerKindOf(content.parts[0])
  // A recording to stream is played on the page; one to view also opens in its own tab.
  const canView = viewer === 'view' || (viewer === 'play' && content.accessType === 'view')
  // A text is shown in full on the page, so its buttons are small.
  const size = holds(content.kind, 'text') ? 'md' : 'lg'
  const widthClass = holds(content.kind, 'text') ? '' : 'max-sm:flex-auto'
  return (
    <div className="flex flex-wrap gap-2.5 print:hidden">
      {holds(content.kind, 'url') && content.linkUrl && (
        <LinkButton size="lg" href={content.linkUrl} target="_blank" className="max-sm:flex-auto">
          <ExternalLink aria-hidden />
          Open link
        </LinkButton>
      )}
      {canView && (
        <LinkButton
          size="lg"
          href={`${accessUrl}/file?as=inline`}
          target="_blank"
          className="max-sm:flex-auto"
        >
          <Eye aria-hidden />
          View
        </LinkButton>
      )}
      {!holds(content.kind, 'url') && !purchase.isWithheld && (
        <Island
          island={downloadLinkIsland}
          props={{
            href: `${accessUrl}/file?as=attachment`,
            variant: canView || holds(content.kind, 'text') ? 'secondary' : 'primary',
            fileSize: content.fileSize === null ? null : formatBytes(content.fileSize),
            size,
            className: widthClass,
          }}
        />
      )}
      {holds(content.kind, 'text') && !purchase.isWithheld && (
        <CopyButton
          copyFromId="bought-text"
          toastTitle="Text copied"
          toastDescription="It’s on your clipboard."
        >
          Copy text
        </CopyButton>
      )}
      <CopyButton
        text={accessUrl}
        size={size}
        className={widthClass}
        toastTitle="Link copied!"
        toastDescription="Access link copied to clipboard"
      >
        Copy access link
      </CopyButton>
    </div>
  )
}

type PurchaseReceiptProps = {
  purchase: PurchaseAccess
  /** The payment's secret, where the page knows it. */
  headers?: Record<string, string>
  children: ReactNode
}

/** The order with links to its receipt and refund. It does not show the access link, which is copied or emailed. */
function PurchaseReceipt({
  purchase: { purchase, content, accessUrl, wait },
  headers,
  children,
}: PurchaseReceiptProps) {
  const { id, amount, currency, paidAt, email, state } = purchase
  if (isNothing(amount)) return <FreeOrder purchase={purchase} accessUrl={accessUrl} />
  return (
    <Card className="grid gap-3.5">
      <h2 className="font-body font-semibold text-base tracking-normal">Receipt</h2>
      <dl className="grid">
        <DescriptionItem name="Order number">{id}</DescriptionItem>
        <DescriptionItem name="Price">{formatMoney(amount, currency)}</DescriptionItem>
        <DescriptionItem name="Paid on">
          <LocalTime iso={paidAt} format="date" />
        </DescriptionItem>
        {email && <DescriptionItem name="Email">{email}</DescriptionItem>}
        {state === 'partially_refunded' && (
          <DescriptionItem name="Refund">Partially refunded</DescriptionItem>
        )}
      </dl>
      {purchase.canCorrectEmail && (
        <Island
          island={correctEmailIsland}
          props={{
            email,
            paymentIntentId: purchase.paymentIntentId,
            contentId: content.id,
            ...(headers && { headers }),
          }}
        />
      )}
      <div className="flex flex-wrap gap-2.5 *:flex-auto">
        <LinkButton variant="secondary" href={`${accessUrl}/receipt`}>
          <ReceiptText aria-hidden />
          Receipt
        </LinkButton>
        {children}
      </div>
      {!wait && <RefundLine purchase={purchase} href={`${accessUrl}/refund`} />}
    </Card>
  )
}

type FreeOrderProps = { purchase: PurchaseAccess['purchase']; accessUrl: string }

/** What was free has no receipt and no refund. Its link is emailed to who wishes it. */
function FreeOrder({ purchase: { id, paidAt, email, isTest }, accessUrl }: FreeOrderProps) {
  return (
    <Card className="grid gap-3.5">
      <h2 className="font-body font-semibold text-base tracking-normal">Your order</h2>
      <dl className="grid">
        <DescriptionItem name="Order number">{id}</DescriptionItem>
        <DescriptionItem name="Price">Free</DescriptionItem>
        <DescriptionItem name="Since">
          <LocalTime iso={paidAt} format="date" />
        </DescriptionItem>
        {email && <DescriptionItem name="Email">{email}</DescriptionItem>}
      </dl>
      {isTest ? (
        <p className={footnoteClass}>This link works for 24 hours. A buyer’s link doesn’t expire.</p>
      ) : (
        <EmailLinkForm accessUrl={accessUrl} />
      )}
    </Card>
  )
}

const footnoteClass = 'border-line border-t border-dashed pt-3 text-ink-soft text-sm'

/** A link while a refund may be requested, then the state of the request. Nothing after the 30 days. */
function RefundLine({ purchase, href }: { purchase: PurchaseAccess['purchase']; href: string }) {
  const { refundStatus, refundableUntil, hasWithdrawalRight, isTest } = purchase
  if (isTest)
    return <p className={footnoteClass}>This link works for 24 hours. A buyer’s link doesn’t expire.</p>
  if (refundStatus === 'unavailable') return null
  if (refundStatus !== 'available') return <p className={footnoteClass}>{refundStatusLines[refundStatus]}</p>
  return (
    <p className={footnoteClass}>
      Not what you expected?{' '}
      <TextLink href={href} className="-my-3 inline-block py-3">
        {hasWithdrawalRight ? 'Withdraw from the contract' : 'Request a refund'}
      </TextLink>
      {refundableUntil && !hasWithdrawalRight && (
        <>
          {' until '}
          <LocalTime iso={refundableUntil} format="date" />.
        </>
      )}
    </p>
  )
}
