import { site } from '../contract/site.ts'

/** An item's copies as they are counted: `used` are sold, `reserved` are being paid for. */
export type CopyCounts = { max: number; used: number; reserved: number }

/**
 * What buyers learn: whether they can pay for one now, and how many are left. `left` is null where it isn't said. `held`:
 * the last ones are being paid for. `max` is null for license keys, whose number is not said.
 */
export type Copies = { state: 'available' | 'held' | 'sold_out'; max: number | null; left: number | null }

/**
 * What the tip page says of the copies. The number left is said at a tenth or less, or always if the creator wants it. A copy
 * that is being paid for isn't left.
 */
export function copiesOf({ max, used, reserved }: CopyCounts, isAlwaysShown: boolean): Copies {
  const left = Math.max(0, max - used - reserved)
  if (used >= max) return { state: 'sold_out', max, left: 0 }
  if (left === 0) return { state: 'held', max, left: 0 }
  return { state: 'available', max, left: isAlwaysShown || left * 10 <= max ? left : null }
}

/** What the tip page says of the license keys of a list. More may be added, so no number is said. */
export function keysOf({ max, used, reserved }: CopyCounts): Copies {
  const { state } = copiesOf({ max, used, reserved }, false)
  return { state, max: null, left: null }
}

/** Of two limits the one that keeps a buyer from paying, else the first. */
export function tighter(copies: Copies | null, keys: Copies | null): Copies | null {
  const weight = { available: 0, held: 1, sold_out: 2 }
  if (!copies || !keys) return copies ?? keys
  return weight[keys.state] > weight[copies.state] ? keys : copies
}

/** `41 sold, 2 being paid for, 7 left.` What holds now, for the creator. */
export function copiesSentence({ max, used, reserved }: CopyCounts): string {
  const held = reserved > 0 ? [`${formatCount(reserved)} being paid for`] : []
  const left = Math.max(0, max - used - reserved)
  return `${[`${formatCount(used)} sold`, ...held, `${formatCount(left)} left`].join(', ')}.`
}

/** Why a number of copies is too low; undefined when it isn't. What is sold or being paid for can't be taken back. */
export function tooFewCopies(
  max: number,
  { used, reserved }: Pick<CopyCounts, 'used' | 'reserved'>,
): string | undefined {
  const least = used + reserved
  if (max >= least) return undefined
  const sold = `${formatCount(used)} ${used === 1 ? 'is' : 'are'} sold`
  const held =
    reserved > 0 ? ` and ${formatCount(reserved)} ${reserved === 1 ? 'is' : 'are'} being paid for` : ''
  return `${sold}${held}. The limit can’t go below ${formatCount(least)}.`
}

/** The sentence for a buyer who can't pay now. */
export function noCopyMessage({ state, max }: Pick<Copies, 'state' | 'max'>): string {
  if (state === 'sold_out' && max === null) return 'It is sold out. You weren’t charged.'
  if (state === 'sold_out')
    return max === 1
      ? 'It is sold. You weren’t charged.'
      : `All ${formatCount(max ?? 0)} are sold. You weren’t charged.`
  return `${heldTitle(max)}. If they don’t finish, it’s back within 30 minutes. You weren’t charged.`
}

/** The title while nobody can pay, because the last one is held. */
export function heldTitle(max: number | null): string {
  if (max === null) return 'The last license key is being paid for'
  return max === 1 ? 'It is being paid for' : 'The last one is being paid for'
}

function formatCount(count: number): string {
  return count.toLocaleString(site().locale)
}
