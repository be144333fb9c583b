import { useState } from 'react'
import type { PublicContent } from '../../../contract/content.ts'
import type { OwnedPurchase } from '../../../contract/ownership.ts'
import type { GuaranteeText } from '../../../contract/refund-guarantee.ts'
import type { IslandDefinition } from '../../hydration/island.tsx'
import { GuaranteeNote } from '../../shared/guarantee-note.tsx'
import { Card } from '../../ui/card.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { OwnedItem } from './owned-item.tsx'
import { PaidItem } from './paid-item.tsx'
import { PayForm } from './pay-form.tsx'
import type { PayFormDefaults } from './pay-form-defaults.ts'
import { SalesTotals } from './sales-totals.tsx'
import { TestPurchaseOffer } from './test-purchase-offer.tsx'
import { type PaymentReturn, usePaymentReturn } from './use-payment-return.ts'

/** The fields of an item that the pay card needs. */
export type PayItem = Pick<
  PublicContent,
  | 'id'
  | 'kind'
  | 'title'
  | 'currency'
  | 'minimumChargeAmount'
  | 'pricingModel'
  | 'suggestedAmounts'
  | 'typicalAmount'
  | 'tipCount'
  | 'totalEarnings'
> & { creator: string; creatorPhotoUrl: string | null; guarantee: GuaranteeText }

type PayCardProps = {
  item: PayItem
  defaults: PayFormDefaults
  owned: OwnedPurchase | null
  /** A creator's test purchase of their own item. */
  isTestPurchase: boolean
}

/** The card's state: the price, or the link to an owned item. */
type View = { kind: 'price'; isBuyingAgain: boolean } | { kind: 'owned'; owned: OwnedPurchase }

/** The pay card of a tip page. */
function PayCard({ item, defaults, owned, isTestPurchase }: PayCardProps) {
  const [view, setView] = useState<View>(
    owned && !defaults.isBuyingAgain
      ? { kind: 'owned', owned }
      : { kind: 'price', isBuyingAgain: defaults.isBuyingAgain },
  )
  const { paymentReturn, forgetReturn } = usePaymentReturn(item.id)

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
      ) : (
        <PayForm
          item={item}
          defaults={defaults}
          isTestPurchase={isTestPurchase}
          isBuyingAgain={view.isBuyingAgain}
          isCompleting={paymentReturn?.outcome === 'completing'}
          onAlreadyOwned={(purchase) => setView({ kind: 'owned', owned: purchase })}
        />
      )}
      {!isTestPurchase && <TestPurchaseOffer id={item.id} />}
      {view.kind === 'price' && <SalesTotals item={item} />}
      <GuaranteeNote {...item.guarantee} />
      <p className="-my-2 text-ink-faint text-sm">
        {view.kind === 'owned' ? 'On another device? Use the link in your email.' : 'Already bought this?'}{' '}
        <TextLink href="/lost-link" className="-my-2.5 inline-grid min-h-11 place-items-center">
          Resend my link
        </TextLink>
      </p>
    </Card>
  )
}

type Paid = PaymentReturn & { outcome: 'paid' | 'processing' }

function isPaid(paymentReturn: PaymentReturn | undefined): paymentReturn is Paid {
  return paymentReturn?.outcome === 'paid' || paymentReturn?.outcome === 'processing'
}

export const payCardIsland: IslandDefinition<PayCardProps> = {
  name: 'pay-card',
  entry: 'web/features/tip-page/pay-card.island.tsx',
  Component: PayCard,
}
