import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { Island } from '../../../hydration/island.tsx'
import { refundStatusLines } from '../../../shared/buyer-refund-labels.ts'
import { isNothing } from '../../../shared/price.ts'
import { Card } from '../../../ui/card.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { LocalTime } from '../../../ui/local-time.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { CopyButton } from './copy-button.island.tsx'
import { EmailLinkForm } from './email-link-form.tsx'
import { sendEmailIsland } from './send-email.island.tsx'

type PurchaseReceiptProps = {
  purchase: PurchaseAccess
  /** The payment's secret, where the page knows it. */
  headers?: Record<string, string> | undefined
}

/** What was paid, and what stays: the link, its email and the refund. */
export function PurchaseReceipt({ purchase, headers }: PurchaseReceiptProps) {
  return (
    <div className="grid gap-[18px] md:grid-cols-2 print:hidden">
      <Receipt purchase={purchase} />
      <YoursForGood purchase={purchase} headers={headers} />
    </div>
  )
}

const titleClass = 'font-display text-lg'

function Receipt({ purchase: { purchase, content, accessUrl } }: Pick<PurchaseReceiptProps, 'purchase'>) {
  const { id, amount, listAmount, discountAmount, tipAmount, currency, card, state } = purchase
  const isFree = isNothing(amount)
  const money = (value: string) => formatMoney(value, currency)
  return (
    <Card className="grid content-start gap-2">
      <h2 className={titleClass}>{isFree ? 'Your order' : 'Receipt'}</h2>
      <dl>
        <Line name={content.title}>{isFree && isNothing(listAmount) ? 'Free' : money(listAmount)}</Line>
        {!isNothing(discountAmount) && <Line name="Discount">{`−${money(discountAmount)}`}</Line>}
        {!isNothing(tipAmount) && <Line name="Tip">{money(tipAmount)}</Line>}
        {!isFree && (
          <>
            <Line name="Processing fee">{money('0')}</Line>
            <Line name={card ? `Total, ${card}` : 'Total'} isTotal>
              {money(amount)}
            </Line>
          </>
        )}
      </dl>
      {state === 'partially_refunded' && <p className="text-ink-soft text-sm">Partially refunded</p>}
      <p className="flex flex-wrap items-center gap-x-4.5 text-sm">
        {!isFree && (
          <TextLink href={`${accessUrl}/receipt`} className="inline-flex min-h-11 items-center text-base">
            Receipt
          </TextLink>
        )}
        <span className="text-ink-faint">{`Order ${id}`}</span>
      </p>
    </Card>
  )
}

type LineProps = { name: string; isTotal?: boolean; children: ReactNode }

function Line({ name, isTotal = false, children }: LineProps) {
  return (
    <div
      className={`flex justify-between gap-4 border-line py-2.5 [&+div]:border-t ${isTotal ? 'font-semibold' : ''}`}
    >
      <dt className={`min-w-0 [overflow-wrap:anywhere] ${isTotal ? '' : 'text-ink-soft'}`}>{name}</dt>
      <dd className="flex-none tabular-nums">{children}</dd>
    </div>
  )
}

function YoursForGood({ purchase: access, headers }: PurchaseReceiptProps) {
  const { purchase, accessUrl, content, isPayingBrowser } = access
  const isFree = isNothing(purchase.amount)
  return (
    <Card className="grid content-start gap-1.5">
      <h2 className={titleClass}>Yours for good</h2>
      <ul className="divide-y divide-line">
        <li>
          <CopyButton
            text={accessUrl}
            appearance="row"
            toastTitle="Link copied!"
            toastDescription="Access link copied to clipboard"
          >
            Copy access link
          </CopyButton>
        </li>
        {isPayingBrowser && purchase.email && purchase.paymentIntentId && (
          <li>
            <Island
              island={sendEmailIsland}
              props={{
                email: purchase.email,
                paymentIntentId: purchase.paymentIntentId,
                contentId: content.id,
                ...(headers && { headers }),
              }}
            />
          </li>
        )}
        <RefundLine purchase={access} href={`${accessUrl}/refund`} />
      </ul>
      {isFree && !purchase.isTest && <EmailLinkForm accessUrl={accessUrl} />}
    </Card>
  )
}

/** A link while a refund may be requested, then the state of the request. Nothing after the 30 days. */
function RefundLine({ purchase: { purchase, wait }, href }: { purchase: PurchaseAccess; href: string }) {
  const { refundStatus, refundableUntil, hasWithdrawalRight, isTest } = purchase
  const textClass = 'py-3 text-ink-soft'
  if (isTest)
    return <li className={textClass}>This link works for 24 hours. A buyer’s link doesn’t expire.</li>
  if (wait || refundStatus === 'unavailable') return null
  if (refundStatus !== 'available') return <li className={textClass}>{refundStatusLines[refundStatus]}</li>
  return (
    <li>
      <TextLink unstyled href={href} className="flex min-h-12 items-center gap-3 hover:underline">
        <Undo2 aria-hidden className="size-5 flex-none text-ink-soft" />
        <span>
          {hasWithdrawalRight ? 'Withdraw from the contract' : 'Request a refund'}
          {refundableUntil && !hasWithdrawalRight && (
            <span className="text-ink-faint text-sm">
              {' until '}
              <LocalTime iso={refundableUntil} format="date" />
            </span>
          )}
        </span>
      </TextLink>
    </li>
  )
}
