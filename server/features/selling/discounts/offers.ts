import type { DiscountOffer, OfferResult } from '../../../../contract/discounts.ts'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { addressRefusal, buyerRefusal } from '../../../../domain/buyer-limits.ts'
import { dayIn, formatDayShortly } from '../../../../domain/dates.ts'
import {
  type DiscountedPrice,
  type DiscountRule,
  discountedPrice,
  discountState,
  normalizeCode,
  struckPrice,
} from '../../../../domain/discount.ts'
import { AppError } from '../../../../domain/errors.ts'
import { formatMoney, minimumCharge } from '../../../../domain/price.ts'
import { incrementCounter, ipPrefix, readCounters } from '../../../http/rate-limit.ts'
import type { Ports } from '../../../ports/index.ts'
import { findLowestPrice } from '../content/price-history.ts'
import type { ContentRow } from '../content/repository.ts'
import { requirePurchasableContent } from '../content/service.ts'
import { countUsesOfAddress, findBuyerHistory } from './buyer-history.ts'
import { type DiscountRow, findCode, findDiscount, selectPublishedItems } from './repository.ts'

/** Who tries a code: the browser's cookie, if it has one, the network, and the address once it is typed. */
export type Caller = { cookieHash: string | undefined; ip: string; email?: string }

/** A code that works for an item now. */
export type UsableDiscount = { discount: DiscountRow; max: number | null; price: DiscountedPrice }

type Usable = { usable: UsableDiscount } | { refusal: string }
type TriedCode = { row: ContentRow; typed: string; caller: Caller }

/** The price of an item with a code, or why there is none. Throws AppError only for an item that is not for sale. */
export async function getOffer(
  ports: Ports,
  { contentId, code, caller }: { contentId: number; code: string; caller: Caller },
): Promise<OfferResult> {
  const row = await requirePurchasableContent(ports, contentId)
  try {
    const found = await findUsable(ports, { row, typed: code, caller })
    if ('refusal' in found) return { offer: null, refusal: found.refusal }
    return { offer: await presentOffer(ports, row, found.usable), refusal: null }
  } catch (error) {
    // The page of a link shows a quiet line and the normal price.
    if (error instanceof AppError && error.code === 'rate_limited')
      return { offer: null, refusal: error.message }
    throw error
  }
}

/** A code for a checkout. Throws AppError with the field `code` and the price that stays. */
export async function requireUsable(ports: Ports, tried: TriedCode): Promise<UsableDiscount> {
  const found = await findUsable(ports, tried)
  if ('usable' in found) return found.usable
  if (found.refusal !== unknownCode) throw codeError(found.refusal)
  const { content } = tried.row
  const list = minimumCharge(content, ports.paymentProvider.chargeLimits(content.currency))
  throw codeError(`${unknownCode} The price stays ${formatMoney(list, content.currency)}.`)
}

const unknownCode = 'We don’t know this code.'

export function codeError(message: string): AppError {
  return new AppError('invalid_input', message, { code: message })
}

/** Counts only codes that do not exist, so that nobody who mistypes once is stopped. */
async function findUsable(ports: Ports, { row, typed, caller }: TriedCode): Promise<Usable> {
  const { db, clock, paymentProvider } = ports
  const { content } = row
  const now = clock.now()
  const keys = guessKeys(ports, caller)
  const guesses = await readCounters(db, keys, now)
  if (guesses.some((count) => count >= limits.maxWrongCodes)) throw tooManyCodes()
  const code = normalizeCode(typed)
  const { creatorId, id: contentId } = content
  const found =
    code === undefined
      ? undefined
      : await findCode(db, { creatorId, contentId, code, now, cookieHash: caller.cookieHash })
  if (!found) {
    await countWrongCode(ports, keys, now)
    return { refusal: unknownCode }
  }
  const { discount, max, used, held } = found
  const state = discountState({ ...discount, max, used: used + held }, now)
  if (state !== 'active') return { refusal: refusalOf({ discount, max, state }, now) }
  const limited = await findBuyerRefusal(ports, discount, caller)
  if (limited) return { refusal: limited }
  if (discount.appliesTo === 'chosen' && !found.isChosen)
    return { refusal: await otherItemRefusal(ports, discount) }
  if (content.pricingModel === 'free')
    return { refusal: `This is free, so ${discount.code} changes nothing.` }
  const price = discountedPrice(content, ruleOf(discount), paymentProvider.chargeLimits(content.currency))
  if (price.minimum === price.list)
    return { refusal: `This already costs the least a card can pay, so ${discount.code} changes nothing.` }
  return { usable: { discount, max, price } }
}

/** Why a code doesn't work for this browser or this address. Throws AppError when too many addresses were tried. */
async function findBuyerRefusal(
  ports: Ports,
  discount: DiscountRow,
  caller: Caller,
): Promise<string | undefined> {
  const { cookieHash } = caller
  const isLimited = discount.maxPerBuyer !== null || discount.firstPurchaseOnly
  if (!isLimited) return undefined
  const refusal =
    cookieHash === undefined
      ? undefined
      : buyerRefusal(discount, await findBuyerHistory(ports.db, discount, cookieHash))
  return refusal ?? findAddressRefusal(ports, discount, caller)
}

/**
 * Why a code doesn't work for a typed address. It counts as a wrong code, because the answer tells who tries the addresses of
 * others which of them have used it (decision 227).
 */
async function findAddressRefusal(
  ports: Ports,
  discount: DiscountRow,
  caller: Caller,
): Promise<string | undefined> {
  const { db, clock } = ports
  if (discount.maxPerBuyer === null || !caller.email) return undefined
  const refusal = addressRefusal(discount, await countUsesOfAddress(db, discount, caller.email))
  if (refusal) await countWrongCode(ports, guessKeys(ports, caller), clock.now())
  return refusal
}

type CheckoutWithCode = { discountId: number | null; listAmount: number; currency: string }

/** Throws AppError when an address that is typed at the checkout may not use its code, with the price without it. */
export async function requireUsableBy(
  ports: Ports,
  { discountId, listAmount, currency }: CheckoutWithCode,
  caller: Caller,
): Promise<void> {
  const discount = discountId === null ? undefined : await findDiscount(ports.db, discountId)
  if (!discount || discount.maxPerBuyer === null) return
  const guesses = await readCounters(ports.db, guessKeys(ports, caller), ports.clock.now())
  if (guesses.some((count) => count >= limits.maxWrongCodes)) throw tooManyCodes()
  const refusal = await findAddressRefusal(ports, discount, caller)
  if (refusal) throw codeError(`${refusal} The price is ${formatMoney(listAmount, currency)} now.`)
}

function guessKeys({ config }: Ports, { cookieHash, ip }: Caller): Array<string> {
  return [
    ...(cookieHash ? [`wrong-codes/${cookieHash}`] : []),
    // On a local instance every client has the same address.
    ...(config.isLocal ? [] : [`wrong-codes-from/${ipPrefix(ip)}`]),
  ]
}

async function countWrongCode({ db }: Ports, keys: Array<string>, now: Date): Promise<void> {
  let most = 0
  for (const key of keys)
    most = Math.max(most, await incrementCounter(db, { key, windowMs: limits.wrongCodeWindowMs }, now))
  if (most >= limits.maxWrongCodes) throw tooManyCodes()
}

function tooManyCodes(): AppError {
  const message = 'That was the tenth code. Try again in 10 minutes, or pay without one.'
  return new AppError('rate_limited', message, { code: message })
}

type RefusedCode = {
  discount: DiscountRow
  max: number | null
  state: Exclude<ReturnType<typeof discountState>, 'active'>
}

function refusalOf({ discount, max, state }: RefusedCode, now: Date): string {
  const { code, startsAt } = discount
  if (state === 'ended') return `${code} ended on ${dayText(discount, lastDayOf(discount), now)}.`
  if (state === 'used_up') return takenMessage(code, max)
  if (state === 'scheduled' && startsAt)
    return `${code} starts on ${dayText(discount, dayIn(startsAt, discount.timeZone), now)}.`
  return `${code} is paused right now.`
}

/** Also between the page and the payment, when the last one was taken meanwhile. */
export function takenMessage(code: string, max: number | null): string {
  return max === 1 ? `${code} has been used.` : `All ${max} uses of ${code} are taken.`
}

async function otherItemRefusal({ db }: Ports, { id, code }: DiscountRow): Promise<string> {
  const [first, second] = await selectPublishedItems(db, id, 2)
  if (!first || second) return `${code} isn’t for this item.`
  return `${code} is for “${first.title}”, not for this item.`
}

export function ruleOf({ kind, percentBps, amount }: DiscountRow): DiscountRule {
  return kind === 'percent' ? { kind, percentBps: percentBps ?? 0 } : { kind, amount: amount ?? 0 }
}

/** The last day of a code in its creator's time zone. */
export function lastDayOf({ endsAt, timeZone }: Pick<DiscountRow, 'endsAt' | 'timeZone'>): string | null {
  return endsAt && dayIn(new Date(endsAt.getTime() - 1), timeZone)
}

function dayText({ timeZone }: DiscountRow, day: string | null, now: Date): string {
  return day ? formatDayShortly(day, dayIn(now, timeZone)) : ''
}

async function presentOffer(
  { db, clock }: Ports,
  { content: { id, currency } }: ContentRow,
  { discount, price }: UsableDiscount,
): Promise<DiscountOffer> {
  const struck = struckPrice(price, await findLowestPrice(db, id, clock.now()))
  return {
    code: discount.code,
    label: offerLabel(discount, currency, clock.now()),
    listAmount: formatDecimal(price.list, currency),
    minimumChargeAmount: formatDecimal(price.minimum, currency),
    struckAmount: struck === null ? null : formatDecimal(struck, currency),
  }
}

/** `20% off until Dec 1`. */
function offerLabel(discount: DiscountRow, currency: string, now: Date): string {
  const rule = ruleOf(discount)
  const off =
    rule.kind === 'percent' ? `${rule.percentBps / 100}% off` : `${formatMoney(rule.amount, currency)} off`
  const until = dayText(discount, lastDayOf(discount), now)
  return until ? `${off} until ${until}` : off
}
