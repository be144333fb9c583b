import { and, eq, isNull } from 'drizzle-orm'
import type { Discount, DiscountInput } from '../../../../contract/discounts.ts'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { dayIn } from '../../../../domain/dates.ts'
import { discountState, normalizeCode } from '../../../../domain/discount.ts'
import { AppError } from '../../../../domain/errors.ts'
import { tipAddress } from '../../../../domain/tip-address.ts'
import type { Tx } from '../../../db/database.ts'
import { deleteRows, insertIfNew, insertRows, updateRow } from '../../../db/rows.ts'
import { counters, discountItems, discounts } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { lockCreator } from '../../people/accounts/repository.ts'
import { requireOwnContent } from '../content/guards.ts'
import { findLowestPrice } from '../content/price-history.ts'
import { insertCounters, setMax } from '../reservations/repository.ts'
import {
  changeListed,
  countDiscounts,
  findListed,
  type ListedDiscount,
  selectChosenItems,
  selectDiscounts,
} from './list-repository.ts'
import { lastDayOf } from './offers.ts'
import { usesOf } from './repository.ts'
import { fieldError, parseTerms } from './terms.ts'

export async function listDiscounts({ db, clock }: Ports, viewer: Viewer, page: number) {
  const now = clock.now()
  const [rows, { total, ended }] = await Promise.all([
    selectDiscounts(db, viewer.id, { now, page }),
    countDiscounts(db, viewer.id, now),
  ])
  const items = await selectChosenItems(
    db,
    rows.map(({ discount }) => discount.id),
  )
  const discounts = rows.map((row) => presentDiscount(row, items, now))
  return { discounts, total, page, activeCount: total - ended, endedCount: ended }
}

export async function createDiscount(ports: Ports, viewer: Viewer, input: DiscountInput): Promise<Discount> {
  const code = requireCode(input.code)
  const id = await ports.db.transaction(async (tx) => {
    await lockCreator(tx, viewer.id)
    if ((await countDiscounts(tx, viewer.id, ports.clock.now())).total >= limits.maxDiscounts)
      throw new AppError('conflict', `You already have ${limits.maxDiscounts} codes. Delete one first.`)
    const { columns, contentIds } = await parseTerms(tx, ports, { viewer, input })
    await refuseDoubleCode(tx, viewer, { code })
    const [row] = await insertRows(tx, discounts, [
      { ...columns, ...buyerLimits(input), creatorId: viewer.id, code, createdAt: ports.clock.now() },
    ])
    await insertItems(tx, row.id, contentIds)
    await insertCounters(tx, [{ ...usesOf(row), creatorId: viewer.id, max: input.maxUses ?? null }])
    return row.id
  })
  return requireDiscount(ports, viewer, id)
}

export async function updateDiscount(
  ports: Ports,
  viewer: Viewer,
  { id, input }: { id: number; input: DiscountInput },
): Promise<Discount> {
  const code = requireCode(input.code)
  await ports.db.transaction(async (tx) => {
    await lockCreator(tx, viewer.id)
    const listed = await findListed(tx, viewer.id, id)
    if (!listed || listed.discount.batchId !== null) throw discountNotFound()
    const { columns, contentIds } = await parseTerms(tx, ports, { viewer, input })
    await refuseDoubleCode(tx, viewer, { code, except: id })
    await updateRow(tx, discounts, { id }, { ...columns, ...buyerLimits(input), code })
    await deleteRows(tx, discountItems, { discountId: id })
    await insertItems(tx, id, contentIds)
    if (!(await setMax(tx, usesOf({ id }), input.maxUses ?? null))) throw await maxTooLow(tx, id)
  })
  return requireDiscount(ports, viewer, id)
}

export async function pauseDiscount(
  ports: Ports,
  viewer: Viewer,
  { id, isPaused }: { id: number; isPaused: boolean },
): Promise<Discount> {
  const change = { pausedAt: isPaused ? ports.clock.now() : null }
  await ports.db.transaction((tx) => changeListed(tx, viewer.id, { id, change }))
  return requireDiscount(ports, viewer, id)
}

export async function deleteDiscount(ports: Ports, viewer: Viewer, id: number) {
  const change = { deletedAt: ports.clock.now() }
  const count = await ports.db.transaction((tx) => changeListed(tx, viewer.id, { id, change }))
  if (count === 0) throw discountNotFound()
  return { deleted: true as const }
}

export async function requireDiscount({ db, clock }: Ports, viewer: Viewer, id: number): Promise<Discount> {
  const row = await findListed(db, viewer.id, id)
  if (!row) throw discountNotFound()
  return presentDiscount(row, await selectChosenItems(db, [row.discount.id]), clock.now())
}

/** For the preview of a code. Throws AppError for an item of somebody else. */
export async function getLowestPrice(
  ports: Ports,
  viewer: Viewer,
  contentId: number,
): Promise<{ amount: string | null }> {
  const { content } = await requireOwnContent(ports, viewer, contentId)
  const lowest = await findLowestPrice(ports.db, contentId, ports.clock.now())
  return { amount: lowest === undefined ? null : formatDecimal(lowest, content.currency) }
}

export function discountNotFound(): AppError {
  return new AppError('not_found', 'Discount Not Found')
}

function buyerLimits({ maxPerBuyer = null, firstPurchaseOnly }: DiscountInput) {
  return { maxPerBuyer, firstPurchaseOnly }
}

function requireCode(typed: string): string {
  const code = normalizeCode(typed)
  if (code !== undefined) return code
  const isLong = typed.trim().length > 40
  const isShort = typed.trim().length < 3
  throw fieldError(
    'code',
    isLong || isShort ? 'Use 3 to 40 letters, digits, - or _.' : 'Use letters, digits, - or _.',
  )
}

async function refuseDoubleCode(tx: Tx, viewer: Viewer, { code, except }: { code: string; except?: number }) {
  const [taken] = await tx
    .select({ id: discounts.id })
    .from(discounts)
    .where(and(eq(discounts.creatorId, viewer.id), eq(discounts.code, code), isNull(discounts.deletedAt)))
  if (taken && taken.id !== except) throw fieldError('code', `You already have a code ${code}.`)
}

async function insertItems(tx: Tx, discountId: number, contentIds: Array<number>): Promise<void> {
  for (const contentId of contentIds)
    await insertIfNew(tx, discountItems, { discountId, contentId }, ['discountId', 'contentId'])
}

async function maxTooLow(tx: Tx, id: number): Promise<AppError> {
  const [row] = await tx
    .select()
    .from(counters)
    .where(and(eq(counters.kind, 'code'), eq(counters.subjectId, id)))
  const { used = 0, reserved = 0 } = row ?? {}
  const parts = [
    `${used} ${used === 1 ? 'is' : 'are'} used`,
    ...(reserved > 0 ? [`${reserved} ${reserved === 1 ? 'is' : 'are'} being paid for`] : []),
  ]
  return fieldError('maxUses', `${parts.join(' and ')}. The limit can’t go below ${used + reserved}.`)
}

type ChosenItems = Awaited<ReturnType<typeof selectChosenItems>>

function presentDiscount(row: ListedDiscount, items: ChosenItems, now: Date): Discount {
  const { discount, max, used, reserved, soldAmount, count } = row
  const { id, code, kind, percentBps, amount, currency, appliesTo, startsAt, timeZone, pausedAt } = discount
  return {
    id: discount.batchId ?? id,
    code,
    kind,
    percentBps,
    amount: amount === null ? null : formatDecimal(amount, currency),
    currency,
    appliesTo,
    items: items
      .filter(({ discountId }) => discountId === id)
      .map((item) => ({ id: item.id, title: item.title, tipAddress: tipAddress(item) }))
      .slice(0, limits.maxDiscountItems),
    startsOn: startsAt && dayIn(startsAt, timeZone),
    endsOn: lastDayOf(discount),
    timeZone,
    maxUses: max,
    maxPerBuyer: discount.maxPerBuyer,
    firstPurchaseOnly: discount.firstPurchaseOnly,
    used,
    reserved,
    soldAmount: formatDecimal(soldAmount, currency),
    state: discountState({ ...discount, max, used }, now),
    isPaused: pausedAt !== null,
    batch: discount.batchId === null ? null : { label: discount.batchLabel, count },
  }
}
