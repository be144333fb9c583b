import type { Discount } from '../../../../contract/discounts.ts'
import { parseDecimal } from '../../../../contract/money.ts'
import type { DiscountRule } from '../../../../domain/discount.ts'
import { parseTypedAmount } from '../../../../domain/price.ts'

/** What is in the fields, as typed. */
export type FormState = {
  code: string
  kind: 'percent' | 'amount'
  percent: string
  amount: string
  appliesTo: 'all' | 'chosen'
  contentIds: ReadonlyArray<number>
  startsOn: string
  endsOn: string
  timeZone: string
  maxUses: string
  maxPerBuyer: string
  firstPurchaseOnly: boolean
}

export function formState(discount?: Discount): FormState {
  return {
    code: discount?.code ?? '',
    kind: discount?.kind ?? 'percent',
    percent: discount?.percentBps ? String(discount.percentBps / 100) : '',
    amount: discount?.amount ?? '',
    appliesTo: discount?.appliesTo ?? 'all',
    contentIds: discount?.items.map(({ id }) => id) ?? [],
    startsOn: discount?.startsOn ?? '',
    endsOn: discount?.endsOn ?? '',
    timeZone: discount?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    maxUses: discount?.maxUses ? String(discount.maxUses) : '',
    maxPerBuyer: discount?.maxPerBuyer ? String(discount.maxPerBuyer) : '',
    firstPurchaseOnly: discount?.firstPurchaseOnly ?? false,
  }
}

/** The terms of a code as the API takes them; what is not a number is left to its message. */
export function toTerms(state: FormState) {
  const { kind, percent, amount, appliesTo, contentIds, startsOn, endsOn, timeZone } = state
  return {
    kind,
    ...(kind === 'percent' ? { percentBps: toBasisPoints(percent) ?? Number.NaN } : { amount }),
    appliesTo,
    contentIds: [...contentIds],
    startsOn: startsOn || null,
    endsOn: endsOn || null,
    timeZone,
  }
}

export function toInput(state: FormState) {
  const { code, maxUses, maxPerBuyer, firstPurchaseOnly } = state
  return {
    ...toTerms(state),
    code,
    maxUses: toCount(maxUses),
    maxPerBuyer: toCount(maxPerBuyer),
    firstPurchaseOnly,
  }
}

/** Null for an empty field. */
function toCount(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed.replace(/[,.\s]/g, ''))
}

/** `12.5` or `12,5` percent as 1250; undefined for anything else. */
function toBasisPoints(typed: string): number | undefined {
  const text = typed.normalize('NFKC').replace(',', '.').replace('%', '').trim()
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return undefined
  return Math.round(Number(text) * 100)
}

/** The rule of the fields, while it can be computed. */
export function ruleOf({ kind, percent, amount }: FormState, currency: string): DiscountRule | undefined {
  if (kind === 'percent') {
    const percentBps = toBasisPoints(percent)
    return percentBps !== undefined && percentBps >= 1 && percentBps <= 10_000
      ? { kind, percentBps }
      : undefined
  }
  const parsed = parseTypedAmount(amount, currency)
  const minorUnits = 'amount' in parsed ? parseDecimal(parsed.amount, currency) : undefined
  return minorUnits ? { kind, amount: minorUnits } : undefined
}
