import type { z } from 'zod'
import type { DiscountInput } from '../../../../contract/discounts.ts'
import { limits } from '../../../../contract/limits.ts'
import { parseDecimal } from '../../../../contract/money.ts'
import { addDays, startOfDayIn } from '../../../../domain/dates.ts'
import type { DiscountRule } from '../../../../domain/discount.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Db } from '../../../db/database.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { selectOwnItems } from './list-repository.ts'
import type { DiscountRow } from './repository.ts'

type TermsInput = Omit<DiscountInput, 'code' | 'maxUses' | 'maxPerBuyer' | 'firstPurchaseOnly'>

export type DiscountTermsColumns = Pick<
  DiscountRow,
  'kind' | 'percentBps' | 'amount' | 'currency' | 'appliesTo' | 'startsAt' | 'endsAt' | 'timeZone'
>

/** What a creator typed as columns, and the chosen items. Throws AppError with a message for each field. */
export async function parseTerms(
  db: Db,
  ports: Ports,
  { viewer, input }: { viewer: Viewer; input: z.output<typeof DiscountInput> | TermsInput },
): Promise<{ columns: DiscountTermsColumns; contentIds: Array<number> }> {
  const { currency } = ports.config
  const rule = parseRule(input, currency)
  const { startsOn = null, endsOn = null, timeZone } = input
  if (startsOn && endsOn && endsOn < startsOn) throw fieldError('endsOn', 'Ends before it starts.')
  const contentIds = input.appliesTo === 'chosen' ? [...new Set(input.contentIds)] : []
  if (input.appliesTo === 'chosen' && contentIds.length === 0)
    throw fieldError('contentIds', 'Choose at least one item.')
  const items = await selectOwnItems(db, viewer.id, input.appliesTo === 'chosen' ? contentIds : undefined)
  if (items.length < contentIds.length)
    throw fieldError('contentIds', 'One of these items doesn’t exist anymore. Reload the page.')
  return {
    columns: {
      kind: rule.kind,
      percentBps: rule.kind === 'percent' ? rule.percentBps : null,
      amount: rule.kind === 'amount' ? rule.amount : null,
      currency,
      appliesTo: input.appliesTo,
      startsAt: startsOn === null ? null : startOfDayIn(startsOn, timeZone),
      endsAt: endsOn === null ? null : startOfDayIn(addDays(endsOn, 1), timeZone),
      timeZone,
    },
    contentIds,
  }
}

export function fieldError(field: string, message: string): AppError {
  return new AppError('invalid_input', message, { [field]: message })
}

function parseRule({ kind, percentBps, amount = '' }: TermsInput, currency: string): DiscountRule {
  if (kind === 'percent') {
    if (percentBps === undefined) throw fieldError('percentBps', 'Enter a percentage from 0.01 to 100')
    return { kind, percentBps }
  }
  const parsed = parseDecimal(amount, currency)
  if (parsed === undefined || parsed < 1 || parsed > limits.maxPriceAmount)
    throw fieldError('amount', 'Enter an amount like 5.00')
  return { kind, amount: parsed }
}
