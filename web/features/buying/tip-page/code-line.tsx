import { Clock, TicketPercent } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OfferResult } from '../../../../contract/discounts.ts'
import { isNothing } from '../../../shared/price.ts'
import { Badge } from '../../../ui/badge.tsx'
import { formatCount, formatMoney } from '../../../ui/format.ts'
import type { PayItem } from './pay-card.island.tsx'

/** What the code of a link does to the price of an item. */
export type LinkCode = OfferResult

type PriceLabelProps = { code: LinkCode | undefined; copies: PayItem['copies']; children: ReactNode }

/** The line above the price: what it is, how many copies are left, and the code that reduces it. */
export function PriceLabel({ code, copies, children }: PriceLabelProps) {
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-3">
      {children}
      {copies && copies.left !== null && copies.max !== null && (
        <Badge tone="warm">{`${formatCount(copies.left)} of ${formatCount(copies.max)} left`}</Badge>
      )}
      {code?.offer && (
        <Badge tone="warm" className="[overflow-wrap:anywhere]">
          <TicketPercent aria-hidden className="size-4 shrink-0" />
          {code.offer.code}
        </Badge>
      )}
    </span>
  )
}

/** The lowest price of the last 30 days, struck, where it is higher than the price with the code. */
export function StruckPrice({ code, currency }: { code: LinkCode | undefined; currency: string }) {
  const struck = code?.offer?.struckAmount
  if (!struck) return null
  return (
    <s className="font-body font-normal text-base text-ink-faint tracking-normal">
      <span className="sr-only">instead of </span>
      {formatMoney(struck, currency)}
    </s>
  )
}

/** What the code takes off and until when, or why it doesn't. */
export function CodeLine({ code, currency }: { code: LinkCode | undefined; currency: string }) {
  if (code?.refusal)
    return (
      <span role="status" className="flex items-start gap-2 pt-1 text-ink-soft text-sm">
        <Clock aria-hidden className="mt-0.5 size-4 shrink-0" />
        {code.refusal}
      </span>
    )
  if (!code?.offer) return null
  const { label, struckAmount } = code.offer
  return (
    <span className="text-ink-faint text-sm">
      {struckAmount
        ? `${label}. ${formatMoney(struckAmount, currency)} is the lowest price of the last 30 days.`
        : label}
    </span>
  )
}

/** The least a buyer pays, with the code of the link. */
export function minimumWith(code: LinkCode | undefined, item: Pick<PayItem, 'minimumChargeAmount'>): string {
  return code?.offer?.minimumChargeAmount ?? item.minimumChargeAmount
}

type Priced = Pick<PayItem, 'pricingModel' | 'minimumChargeAmount'> & { code?: LinkCode | undefined }

/** Free by its price, or by the code of the link. With pay what you want one may pay all the same. */
export function isFree(item: Priced): boolean {
  if (item.pricingModel === 'pay_what_you_want') return false
  return item.pricingModel === 'free' || isNothing(minimumWith(item.code, item))
}
