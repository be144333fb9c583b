import { type CheckoutPrice, checkoutPrice } from '../../../../domain/discount.ts'
import { formatMoney } from '../../../../domain/price.ts'
import type { Ports } from '../../../ports/index.ts'
import type { ContentRow } from '../../selling/content/repository.ts'
import { codeError, requireUsable, ruleOf, takenMessage } from '../../selling/discounts/offers.ts'
import { usesOf } from '../../selling/discounts/repository.ts'
import { copyOf, type Hold, keysFor } from './holds.ts'

/** A discount of a checkout: its price without it is in `list`. */
export type CheckoutDiscount = { id: number; code: string; max: number | null; list: number }

type PriceInput = {
  code?: string
  customAmount?: string | undefined
  buyerCookieHash: string
  /** The cookie was created for this request, so it has tried no codes yet. */
  isNewBrowser?: boolean
  ip?: string
  buyerEmail?: string
}

/**
 * What a buyer owes, and the code that reduces it. Undefined also for pay what you want with an amount that needs no code.
 * Throws AppError for a code that does not work.
 */
export async function priceCheckout(
  ports: Ports,
  row: ContentRow,
  { code = '', customAmount, buyerCookieHash, isNewBrowser, ip = '', buyerEmail = '' }: PriceInput,
): Promise<{ price: CheckoutPrice; discount: CheckoutDiscount | undefined }> {
  const charge = ports.paymentProvider.chargeLimits(row.content.currency)
  if (code === '')
    return {
      price: checkoutPrice(row.content, { customAmount, rule: undefined }, charge),
      discount: undefined,
    }
  const caller = { cookieHash: isNewBrowser ? undefined : buyerCookieHash, ip, email: buyerEmail }
  const usable = await requireUsable(ports, { row, typed: code, caller })
  const price = checkoutPrice(row.content, { customAmount, rule: ruleOf(usable.discount) }, charge)
  if (price.discountAmount === 0) return { price, discount: undefined }
  const { discount, max } = usable
  return { price, discount: { id: discount.id, code: discount.code, max, list: usable.price.list } }
}

/** What a checkout holds while it is paid: a use of its code, a copy of an item whose copies are limited, and license keys of lists. */
export async function holdsOf(
  ports: Pick<Ports, 'db'>,
  row: ContentRow,
  {
    discount,
    ownedContentIds = [],
  }: { discount: CheckoutDiscount | undefined; ownedContentIds?: ReadonlyArray<number> },
): Promise<Array<Hold>> {
  const keys = await keysFor(ports, row, ownedContentIds)
  return [...(discount ? [codeUseOf(row, discount)] : []), ...keys, ...copyOf(ports, row)]
}

function codeUseOf({ content }: ContentRow, discount: CheckoutDiscount): Hold {
  const { code, max, list } = discount
  return {
    subject: usesOf(discount),
    refuse: async () =>
      codeError(`${takenMessage(code, max)} The price is ${formatMoney(list, content.currency)} now.`),
  }
}
