import { Check, Download, ShieldCheck } from 'lucide-react'
import { type ComponentProps, type MouseEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { PublicContent } from '../../../../contract/content.ts'
import type { OwnedPurchase, PurchaseAccess } from '../../../../contract/purchases.ts'
import type { GuaranteeText } from '../../../../contract/refunds.ts'
import type { Release } from '../../../../contract/releases.ts'
import { holds } from '../../../../domain/part-kinds.ts'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import { isCreatorDevice } from '../../../shared/creator-device.ts'
import { isNothing } from '../../../shared/price.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatCount, formatMoney } from '../../../ui/format.ts'
import { LocalTime } from '../../../ui/local-time.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { isFree, type LinkCode } from './code-line.tsx'
import { FreeForm } from './free-form.tsx'
import { HeldCard, SoldOutCard } from './limited-copies.tsx'
import type { OwnItem } from './own-item/own-item.tsx'
import { PayForm } from './pay-form.tsx'
import type { PayFormDefaults } from './pay-form-defaults.ts'
import {
  isPurchaseMissing,
  type PaymentReturn,
  showDownloadError,
  usePaymentReturn,
  waitForPurchase,
} from './payment-return.ts'
import type { OwnerTexts } from './rest-of-set.tsx'
import { UnavailableCard } from './unavailable-card.tsx'

type OwnedItemProps = { item: PayItem; owned: OwnedPurchase; onBuyAgain: () => void }

/** Shown to a browser that bought the item: the link to it, before any price. */
function OwnedItem({ item: { id, pricingModel, title }, owned, onBuyAgain }: OwnedItemProps) {
  const { accessUrl, downloadUrl, ticketNumber, amount, currency, paidAt, comesOn, refundableUntil } = owned
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
          <h2 className="text-xl">{comesOn ? `It comes on ${comesOn}` : 'You own this'}</h2>
          <p className="text-ink-soft text-sm">
            {isNothing(amount) ? (
              <>
                Got it free on <LocalTime iso={paidAt} format="date" />
              </>
            ) : (
              <>
                Bought <LocalTime iso={paidAt} format="date" /> for {formatMoney(amount, currency)}.
                {ticketNumber !== null && ` You’re number ${formatCount(ticketNumber)}.`}
              </>
            )}
          </p>
        </div>
      </div>
      <LinkButton size="lg" fullWidth href={downloadUrl ?? accessUrl}>
        {!comesOn && <Download aria-hidden />}
        {comesOn ? 'See your order' : 'Download Your Content'}
      </LinkButton>
      <div className="-my-1 flex flex-wrap items-center justify-between gap-x-4">
        {downloadUrl && <CardLink href={accessUrl}>Open {title}</CardLink>}
        {/* Without a script the same page opens with its price. */}
        {pricingModel !== 'free' && (
          <CardLink href={`/p/${id}?again=yes`} onClick={buyAgain}>
            Buy it again
          </CardLink>
        )}
      </div>
      {refundableUntil && (
        <p className="border-line border-t pt-1.5 text-ink-faint text-sm">
          <TextLink href={`${accessUrl}/refund`} className="inline-block py-3">
            Request a refund
          </TextLink>
          {' until '}
          <LocalTime iso={refundableUntil} format="date" />
        </p>
      )}
    </div>
  )
}

function CardLink(props: ComponentProps<typeof TextLink>) {
  return (
    <TextLink
      {...props}
      className="inline-block min-w-0 py-2.5 font-semibold leading-6 [overflow-wrap:anywhere]"
    />
  )
}

type Paid = PaymentReturn & { outcome: 'paid' | 'processing' }
type PaidItemProps = { item: PayItem; paid: Paid; onMissing: () => void }

function PaidItem({ item, paid, onMissing }: PaidItemProps) {
  const [status, setStatus] = useState(
    paid.outcome === 'processing' ? 'Processing your purchase...' : 'It’s yours.',
  )
  const [busyAction, setBusyAction] = useState<'download' | 'open'>()

  async function openPurchase(action: 'download' | 'open', urlOf: (access: PurchaseAccess) => string) {
    if (busyAction) return
    setBusyAction(action)
    try {
      location.assign(urlOf(await waitForPurchase({ contentId: item.id, ...paid, onWait: setStatus })))
    } catch (error) {
      if (isPurchaseMissing(error)) onMissing()
      showDownloadError(error)
    }
    setBusyAction(undefined)
  }

  return (
    <div className="grid gap-3">
      <p role="status" className="font-semibold">
        {status}
      </p>
      <Button
        size="lg"
        fullWidth
        isLoading={busyAction === 'download'}
        onClick={() => void openPurchase('download', downloadUrl)}
      >
        {busyAction !== 'download' && !item.release && <Download aria-hidden />}
        {item.release ? 'See your order' : 'Download Your Content'}
      </Button>
      {item.hasFiles && !item.release && (
        <Button
          size="lg"
          fullWidth
          variant="secondary"
          isLoading={busyAction === 'open'}
          onClick={() => void openPurchase('open', ({ accessUrl }) => accessUrl)}
        >
          Open Your Purchase
        </Button>
      )}
    </div>
  )
}

/** The file, or all parts as one archive. Its own page for what is no file, and for files that are too large together. */
function downloadUrl({ accessUrl, content, archive, wait }: PurchaseAccess): string {
  if (wait) return accessUrl
  if (content.parts.length > 1)
    return archive && !archive.isTooLarge ? `${accessUrl}/file?part=all` : accessUrl
  return holds(content.kind, 'file') ? `${accessUrl}/file?as=attachment` : accessUrl
}

export type PayItem = Pick<
  PublicContent,
  | 'id'
  | 'title'
  | 'currency'
  | 'minimumChargeAmount'
  | 'pricingModel'
  | 'suggestedAmounts'
  | 'typicalAmount'
  | 'isPaidByMost'
  | 'tipCount'
  | 'totalEarnings'
  | 'freeCount'
  | 'asksForEmail'
  | 'isFreePaused'
  | 'copies'
  | 'isUnavailable'
> & {
  creator: string
  creatorPhotoUrl: string | null
  guarantee: GuaranteeText
  /** When it comes; null for an item that is out. */
  release: Pick<Release, 'shortDay' | 'refundDay'> | null
  /** Whether it has files, which a press downloads. */
  hasFiles: boolean
  /** What a bundle has, and what it costs one by one. */
  bundle?: { itemCount: number; note: string; offersRest: boolean }
  /** For owners: the rest of a bundle at its rate, or an upgrade for the difference. */
  owner?: OwnerTexts
  /** The code of the link; undefined without one. */
  code?: LinkCode
}

type PayCardProps = {
  item: PayItem
  defaults: PayFormDefaults
  owned: OwnedPurchase | null
  /** A creator's test purchase of their own item. */
  isTestPurchase: boolean
}

type View = { kind: 'price'; isBuyingAgain: boolean } | { kind: 'owned'; owned: OwnedPurchase }

function PayCard({ item, defaults, owned, isTestPurchase }: PayCardProps) {
  const [view, setView] = useState<View>(
    owned && !defaults.isBuyingAgain
      ? { kind: 'owned', owned }
      : { kind: 'price', isBuyingAgain: defaults.isBuyingAgain },
  )
  const [copies, setCopies] = useState(item.copies)
  const [isOwn, setIsOwn] = useState(false)
  const markAsOwn = useCallback(() => setIsOwn(true), [])
  const { paymentReturn, forgetReturn } = usePaymentReturn(item.id)
  const isSoldOut = copies?.state === 'sold_out' && !isTestPurchase
  const isUnavailable = item.isUnavailable && !isTestPurchase
  /** Not what is sold out or missing, nor what a code makes free. */
  const canPay = !isSoldOut && !isUnavailable && !isFree(item)

  return (
    <Card
      elevated
      className="grid grid-cols-[minmax(0,1fr)] gap-4 self-start md:sticky md:top-5 md:col-start-2 md:row-span-2 md:row-start-1"
    >
      {isPaid(paymentReturn) ? (
        <PaidItem item={item} paid={paymentReturn} onMissing={forgetReturn} />
      ) : view.kind === 'owned' ? (
        <OwnedItem
          item={item}
          owned={view.owned}
          onBuyAgain={() => setView({ kind: 'price', isBuyingAgain: true })}
        />
      ) : isSoldOut ? (
        <SoldOutCard item={item} copies={copies} defaults={defaults} />
      ) : isUnavailable ? (
        <UnavailableCard item={item} />
      ) : copies?.state === 'held' && !isTestPurchase ? (
        <HeldCard item={item} copies={copies} onChange={setCopies} />
      ) : isFree(item) ? (
        <FreeForm item={item} defaults={defaults} isTestPurchase={isTestPurchase} />
      ) : (
        <PayForm
          item={{ ...item, copies }}
          defaults={defaults}
          isTestPurchase={isTestPurchase}
          isBuyingAgain={view.isBuyingAgain}
          isCompleting={paymentReturn?.outcome === 'completing'}
          onAlreadyOwned={(purchase) => setView({ kind: 'owned', owned: purchase })}
        />
      )}
      {item.copies?.state === 'held' && copies?.state === 'available' && (
        <p role="status" className="text-center font-semibold text-brand">
          It’s back. You can buy it now.
        </p>
      )}
      <OwnItemPart
        id={item.id}
        typicalAmount={item.typicalAmount}
        isTestPurchase={isTestPurchase}
        onOwn={markAsOwn}
      />
      {view.kind === 'price' && !isOwn && <Totals item={item} />}
      {isOwn ? null : item.pricingModel === 'free' ? (
        item.asksForEmail && <LostLink>Already have this?</LostLink>
      ) : (
        <>
          {canPay && view.kind === 'price' && !isPaid(paymentReturn) && <GuaranteeNote {...item.guarantee} />}
          <LostLink then={paysForRest(item, view) && ', then open it here: you pay only for the rest.'}>
            {view.kind === 'owned'
              ? 'On another device? Use the link in your email.'
              : paysForRest(item, view)
                ? 'Own some of it?'
                : item.owner?.badge
                  ? 'Bought on another device?'
                  : 'Already bought this?'}
          </LostLink>
        </>
      )}
    </Card>
  )
}

/** Whether somebody may own some of this bundle without this browser knowing it. */
function paysForRest(item: PayItem, view: View): boolean {
  return view.kind === 'price' && !item.owner && item.bundle?.offersRest === true
}

function LostLink({ children, then }: { children: ReactNode; then?: ReactNode }) {
  return (
    <p className="-my-2 text-ink-faint text-sm">
      {children}{' '}
      <TextLink href="/lost-link" className="-my-2.5 inline-grid min-h-11 place-items-center">
        Resend my link
      </TextLink>
      {then}
    </p>
  )
}

function isPaid(paymentReturn: PaymentReturn | undefined): paymentReturn is Paid {
  return paymentReturn?.outcome === 'paid' || paymentReturn?.outcome === 'processing'
}

export const payCardIsland: IslandDefinition<PayCardProps> = {
  name: 'pay-card',
  entry: 'web/features/buying/tip-page/pay-card.island.tsx',
  Component: PayCard,
}

/** How many have a free item, or what was sold of another. */
function Totals({ item }: { item: PayItem }) {
  if (item.pricingModel !== 'free') return <SalesTotals item={item} />
  const { freeCount } = item
  if (freeCount === null) return null
  return (
    <p className="border-line border-t pt-3.5 text-ink-soft">
      <b className="font-semibold text-ink">{formatCount(freeCount)}</b>{' '}
      {freeCount === 1 ? 'person has it' : 'people have it'}
    </p>
  )
}

/** The counts, from the first sale. Before it, an invitation. */
function SalesTotals({ item }: { item: PayItem }) {
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

/** What the item's creator sees. Only devices on which a creator has signed in load it and send its requests. */
function OwnItemPart(props: ComponentProps<typeof OwnItem>) {
  const [Part, setPart] = useState<typeof OwnItem>()

  // Loads code that only creators need.
  useEffect(() => {
    if (!isCreatorDevice()) return
    void import('./own-item/own-item.tsx').then(
      (module) => setPart(() => module.OwnItem),
      () => undefined,
    )
  }, [])
  return Part && <Part {...props} />
}

/** The payment note beside a pay button. A press shows the details of the guarantee; it works without a script. */
function GuaranteeNote({ short, detail }: GuaranteeText) {
  return (
    <details className="-my-2 text-ink-faint text-sm">
      <summary className="flex min-h-11 list-none items-center gap-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        <ShieldCheck aria-hidden className="size-4 shrink-0" />
        <span>
          Secure payment · <span className="underline decoration-dotted underline-offset-3">{short}</span>
        </span>
      </summary>
      <p className="pb-2">{detail}</p>
    </details>
  )
}
