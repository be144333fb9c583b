/** Limits of a code for one buyer. They are a courtesy: who has another browser is another buyer. */
export type BuyerLimits = {
  code: string
  /** Null for no limit. */
  maxPerBuyer: number | null
  firstPurchaseOnly: boolean
}

/** What a buyer has from the creator of a code: paid purchases, and how many purchases used the code. Refunded ones don't count. */
export type BuyerHistory = { purchases: number; uses: number }

/** An address as limits compare it: without capitals and without `+…`, which reaches the same mailbox. */
export function comparedAddress(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*@/, '@')
}

/** Why a code doesn't work for an address that has used it so often; undefined when it does. It doesn't say how often. */
export function addressRefusal({ code, maxPerBuyer }: BuyerLimits, uses: number): string | undefined {
  if (maxPerBuyer === null || uses < maxPerBuyer) return undefined
  return `With this address ${code} can’t be used again.`
}

/** Why a code doesn't work for this buyer, as a sentence; undefined when it does. */
export function buyerRefusal(
  { code, maxPerBuyer, firstPurchaseOnly }: BuyerLimits,
  { purchases, uses }: BuyerHistory,
): string | undefined {
  if (firstPurchaseOnly && purchases > 0)
    return `${code} is for a first purchase, and you’ve bought from this creator before.`
  if (maxPerBuyer === null || uses < maxPerBuyer) return undefined
  return maxPerBuyer === 1
    ? `You’ve used ${code} already.`
    : `You’ve used ${code} ${uses} times, which is as often as one buyer can.`
}
