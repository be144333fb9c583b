import { limits } from '../../../../contract/limits.ts'
import { type CheckoutPrice, checkoutPrice } from '../../../../domain/discount.ts'
import type { AppError } from '../../../../domain/errors.ts'
import { formatMoney } from '../../../../domain/price.ts'
import type { Tx } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import type { ContentRow } from '../../selling/content/repository.ts'
import { codeError, requireUsable, ruleOf, takenMessage } from '../../selling/discounts/offers.ts'
import { usesOf } from '../../selling/discounts/repository.ts'
import { hold, selectFreeableCheckouts } from '../../selling/reservations/repository.ts'
import { settlePurchase } from '../settlement/settle-purchase.ts'
import { ensureProviderPayment } from './provider-payment.ts'

/** A discount of a checkout: its price without it is in `list`. */
export type CheckoutDiscount = { id: number; code: string; max: number | null; list: number }

type PriceInput = {
  code?: string
  customAmount?: string | undefined
  buyerCookieHash: string
  /** The cookie was created for this request, so it has tried no codes yet. */
  isNewBrowser?: boolean
  ip?: string
}

/**
 * What a buyer owes, and the code that reduces it. Undefined also for pay what you want with an amount that needs no code.
 * Throws AppError for a code that does not work.
 */
export async function priceCheckout(
  ports: Ports,
  row: ContentRow,
  { code = '', customAmount, buyerCookieHash, isNewBrowser, ip = '' }: PriceInput,
): Promise<{ price: CheckoutPrice; discount: CheckoutDiscount | undefined }> {
  const charge = ports.paymentProvider.chargeLimits(row.content.currency)
  if (code === '')
    return {
      price: checkoutPrice(row.content, { customAmount, rule: undefined }, charge),
      discount: undefined,
    }
  const caller = { cookieHash: isNewBrowser ? undefined : buyerCookieHash, ip }
  const usable = await requireUsable(ports, { row, typed: code, caller })
  const price = checkoutPrice(row.content, { customAmount, rule: ruleOf(usable.discount) }, charge)
  if (price.discountAmount === 0) return { price, discount: undefined }
  const { discount, max } = usable
  return { price, discount: { id: discount.id, code: discount.code, max, list: usable.price.list } }
}

/** No use of the code is left. The transaction that stores the checkout is rolled back. */
class NoUseLeft extends Error {
  override name = 'NoUseLeft'
}

/** Holds one use for a checkout, in the transaction that stores it. */
export async function holdUse(
  tx: Tx,
  { clock }: Pick<Ports, 'clock'>,
  { discount, checkoutId }: { discount: CheckoutDiscount; checkoutId: number },
): Promise<void> {
  const heldUntil = new Date(clock.now().getTime() + limits.holdMs)
  if (!(await hold(tx, usesOf(discount), { checkoutId, heldUntil }))) throw new NoUseLeft()
}

type StoreInput<Stored> = {
  row: ContentRow
  discount: CheckoutDiscount
  buyerCookieHash: string
  store: (tx: Tx) => Promise<Stored>
}

/**
 * Stores a checkout that holds a use of a code. When none is left, payments that have held one for too long are canceled,
 * and it tries once more.
 */
export async function storeWithHold<Stored>(
  ports: Ports,
  { row, discount, buyerCookieHash, store }: StoreInput<Stored>,
): Promise<Stored> {
  const attempt = () =>
    ports.db.transaction(store).catch((error: unknown) => {
      if (error instanceof NoUseLeft) return undefined
      throw error
    })
  const stored = (await attempt()) ?? (await freeHolds(ports, { discount, buyerCookieHash }, attempt))
  if (!stored) throw noUseLeft(row, discount)
  return stored
}

/** The provider decides: a payment that is paid meanwhile is settled, and keeps its use. */
async function freeHolds<Stored>(
  ports: Ports,
  { discount, buyerCookieHash }: Pick<StoreInput<Stored>, 'discount' | 'buyerCookieHash'>,
  attempt: () => Promise<Stored | undefined>,
): Promise<Stored | undefined> {
  const lapsed = await selectFreeableCheckouts(ports.db, usesOf(discount), {
    now: ports.clock.now(),
    buyerCookieHash,
  })
  for (const checkout of lapsed) {
    const paymentId =
      checkout.providerPaymentId ?? (await ensureProviderPayment(ports, checkout)).paymentIntentId
    await ports.paymentProvider.cancelPayment(paymentId)
    await settlePurchase(ports, paymentId)
    const stored = await attempt()
    if (stored) return stored
  }
  return undefined
}

function noUseLeft({ content }: ContentRow, { code, max, list }: CheckoutDiscount): AppError {
  return codeError(`${takenMessage(code, max)} The price is ${formatMoney(list, content.currency)} now.`)
}
