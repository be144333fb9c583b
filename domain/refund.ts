import { type Cents, type Currency, parseDecimal } from '../contract/money.ts'
import { AppError } from './errors.ts'
import { takeBack } from './ledger.ts'
import { spoken } from './price.ts'

type Bought = {
  creatorId: string
  amount: Cents
  fee: Cents
  refunded: Cents
  disputed: Cents
  feeReturned: Cents
}

/** Cents of a purchase that could still go back: not those that went, nor those the bank holds in a dispute. */
export function refundable({ amount, refunded, disputed }: Omit<Bought, 'creatorId'>): Cents {
  return Math.max(0, amount - refunded - disputed)
}

/**
 * The cents that are to go back: all that is left, or the part that was asked for as a decimal string. Throws AppError
 * with a sentence for the field `amount` when it is none of what is left, `conflict` when nothing is.
 */
export function refundDue(bought: Bought & { currency: Currency }, asked: string | undefined): Cents {
  const left = refundable(bought)
  if (left === 0) throw new AppError('conflict', 'Nothing is left to pay back.')
  if (asked === undefined) return left
  const amount = parseDecimal(asked, bought.currency)
  if (amount !== undefined && amount > 0 && amount <= left) return amount
  const sentence = `Enter an amount up to ${spoken(left, bought.currency)}`
  throw new AppError('invalid_input', sentence, { amount: sentence })
}

/** How many cents of a purchase have gone back by now, and how many of its fee: where the next move of it starts. */
export function returnedOf({
  refunded,
  disputed,
  feeReturned,
}: Pick<Bought, 'refunded' | 'disputed' | 'feeReturned'>): { amount: Cents; fee: Cents } {
  return { amount: refunded + disputed, fee: feeReturned }
}

/** What a refund of `part` cents takes from the creator: the platform gives its share of it back. */
export function creatorsPart(bought: Bought, part: Cents): Cents {
  const returned = returnedOf(bought)
  return part - takeBack(bought, { kind: 'refund', reference: 'outlook', part, returned }).feePart
}

/** True when nothing of the purchase stays paid after `part` more cents: then access closes. */
export function isWhole({ amount, refunded }: Pick<Bought, 'amount' | 'refunded'>, part: Cents): boolean {
  return refunded + part >= amount
}
