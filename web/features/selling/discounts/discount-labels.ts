import type { Discount, DiscountState } from '../../../../contract/discounts.ts'
import { formatDayShortly, utcDay } from '../../../../domain/dates.ts'
import { formatMoney } from '../../../ui/format.ts'

/** `20% off` or `$4.00 off`. */
function offText({ kind, percentBps, amount, currency }: OffFields): string {
  return kind === 'percent'
    ? `${(percentBps ?? 0) / 100}% off`
    : `${formatMoney(amount ?? '0', currency)} off`
}

type OffFields = Pick<Discount, 'kind' | 'percentBps' | 'amount' | 'currency'>

/** `20% off everything`, `$4.00 off Salt Roads`, `30% off 3 items, one use each`, `10% off everything, first purchase`. */
export function whatText(discount: Discount): string {
  const { appliesTo, items, batch, firstPurchaseOnly } = discount
  const [first] = items
  const what =
    appliesTo === 'all' ? 'everything' : items.length === 1 && first ? first.title : `${items.length} items`
  const limit = batch ? ', one use each' : firstPurchaseOnly ? ', first purchase' : ''
  return `${offText(discount)} ${what}${limit}`
}

/** `20% off everything until Dec 1`. */
export function readyText(discount: Discount): string {
  const { endsOn } = discount
  return endsOn ? `${whatText(discount)} until ${dayText(endsOn)}` : whatText(discount)
}

/** When it ends or starts, in the creator's words. */
export function whenText({ state, startsOn, endsOn }: Discount): string {
  if (state === 'scheduled' && startsOn) return `Starts ${dayText(startsOn)}`
  if (endsOn) return `${state === 'ended' ? 'Ended' : 'Ends'} ${dayText(endsOn)}`
  return startsOn ? `Since ${dayText(startsOn)}` : 'No end'
}

function dayText(day: string): string {
  return formatDayShortly(day, utcDay(new Date()))
}

const stateLabels: Record<Exclude<DiscountState, 'scheduled'>, string> = {
  active: 'Active',
  paused: 'Paused',
  used_up: 'Used up',
  ended: 'Ended',
}

export function stateLabel(discount: Discount): string {
  return discount.state === 'scheduled' ? whenText(discount) : stateLabels[discount.state]
}

/** How it is named on screen: its code, or its list's name. */
export function nameOf({ code, batch }: Discount): string {
  return batch?.label ?? code
}

/** The tip link of an item with a code, which needs no typing. */
export function codeLink(publicUrl: string, tipAddress: string, code: string): string {
  return `${publicUrl}${tipAddress}?${new URLSearchParams({ code })}`
}

/** The columns of the list from a tablet on. */
export const rowColumns =
  'md:grid md:grid-cols-[minmax(0,1.5fr)_120px_120px_104px_136px_140px] md:items-center md:gap-x-4'
