import {
  type BundleForEditing,
  type BundleInput,
  tooFewItemsMessage,
  tooManyItemsMessage,
} from '../../../../contract/bundles.ts'
import type { BundleItem } from '../../../../contract/content.ts'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { isVisible } from '../../../../contract/text.ts'
import { mayBeShown } from '../../../../domain/access.ts'
import { sharesOf, sumOfPrices } from '../../../../domain/bundle.ts'
import { AppError } from '../../../../domain/errors.ts'
import { formatMoney, parsePrice, priceRangeMessage } from '../../../../domain/price.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  assertBundlesFit,
  presentBundleItem,
  pricedItem,
  selectBundleItems,
  selectHiddenItems,
} from '../content/bundle-items.ts'
import { newVersionOf, type VersionFields } from '../content/edit-form.ts'
import { recordItemEvent } from '../content/follower-notice.ts'
import { contentNotFoundError, requireOwnContent } from '../content/guards.ts'
import { presentForCreator } from '../content/present.ts'
import { requireOut } from '../content/release.ts'
import {
  type ContentRow,
  insertContent,
  lockContent,
  selectContentsUnordered,
  updateContentRow,
} from '../content/repository.ts'
import { needsReview, requestReview } from '../content/review.ts'
import { stateOf } from '../content/shown.ts'
import { writeVersion } from '../content/versions.ts'
import { assertItemFits } from '../uploads/quota.ts'
import { lockItems, selectChoices, writeItems } from './repository.ts'

type Edit = { id: number; version?: number | undefined } & BundleInput & VersionFields

/** Publishes a bundle, or saves a draft. Throws AppError with a sentence for each field. */
export async function createBundle(
  ports: Ports,
  viewer: Viewer,
  input: BundleInput,
): Promise<BundleForEditing> {
  await enforceRateLimits(ports, [
    { key: `items ${viewer.id}`, max: limits.maxItemsPerHour, windowMs: 3_600_000 },
  ])
  const now = ports.clock.now()
  const id = await ports.db.transaction(async (tx) => {
    const fields = await parseBundle(tx, ports, { viewer, input, stored: [] })
    const waits = input.status === 'published' && (await needsReview(tx, ports, viewer))
    const status = waits ? 'draft' : input.status
    const bundleId = await insertContent(tx, ports, {
      ...fields,
      status,
      isBundle: true,
      creatorId: viewer.id,
      currency: ports.config.currency,
      showEarnings: false,
      createdAt: now,
      updatedAt: now,
    })
    await assertItemFits(tx, ports, viewer.id)
    await writeItems(tx, { bundleId, ids: input.items, now })
    await assertBundlesFit(tx, { bundleId })
    if (waits) await requestReview(tx, ports, { contentId: bundleId, notifyFollowers: false })
    if (status === 'published')
      await recordItemEvent(tx, ports, { creatorId: viewer.id, contentId: bundleId, status })
    return bundleId
  })
  return getBundle(ports, viewer, id)
}

/** Changes a bundle. What was removed stays with its earlier buyers, and they get what is added. Throws AppError. */
export async function updateBundle(
  ports: Ports,
  viewer: Viewer,
  { id, version, versionNumber, versionNotes, emailBuyers, ...input }: Edit,
): Promise<BundleForEditing> {
  const now = ports.clock.now()
  const newVersion = newVersionOf({ versionNumber, versionNotes, emailBuyers })
  await ports.db.transaction(async (tx) => {
    const row = await lockContent(tx, { id, creatorId: viewer.id })
    if (!row?.content.isBundle) throw contentNotFoundError()
    if (version !== undefined && version !== row.content.version)
      throw new AppError(
        'conflict',
        'This bundle was changed somewhere else. Reload the page to see the latest version.',
      )
    const kept = row.bundleItems.map(({ contentId }) => contentId)
    if (new Set([...kept, ...input.items]).size > limits.maxKeptBundleItems)
      throw invalid(
        'items',
        'Earlier buyers keep the items that you take out, and this bundle has too many of them.',
      )
    const stored = row.bundleItems.flatMap(({ contentId, removedAt }) => (removedAt ? [] : contentId))
    const hidden = (await selectHiddenItems(tx, row)).map(({ content }) => content.id)
    const fields = await parseBundle(tx, ports, { viewer, input, stored })
    const isPublishing = input.status === 'published' && row.content.status !== 'published'
    const waits = isPublishing && (await needsReview(tx, ports, viewer))
    const status = waits ? 'draft' : input.status
    await updateContentRow(tx, id, { ...fields, status, updatedAt: now })
    // What was taken down comes back to its bundle, unless there is no place for it any more.
    const ids = [...input.items, ...hidden].slice(0, limits.bundleItems.max)
    await writeItems(tx, { bundleId: id, ids, now })
    await assertBundlesFit(tx, { bundleId: id })
    if (waits) await requestReview(tx, ports, { contentId: id, notifyFollowers: false })
    if (status !== row.content.status)
      await recordItemEvent(tx, ports, { creatorId: viewer.id, contentId: id, status })
    if (newVersion) await writeVersion(tx, ports, row, newVersion)
  })
  return getBundle(ports, viewer, id)
}

type Parsing = {
  viewer: Viewer
  input: BundleInput
  /** The items that the bundle has already: they may be unpublished by now. */
  stored: ReadonlyArray<number>
}

/** The columns of a bundle. It is in the category of its first item. Throws AppError with all problems by field. */
async function parseBundle(tx: Tx, ports: Ports, { viewer, input, stored }: Parsing) {
  const { title, description, pricingModel, price, items: ids, offersCompletion, status } = input
  const { previewFocus, pondSeed } = input
  const currency = ports.config.currency
  const charge = ports.paymentProvider.chargeLimits(currency)
  await lockItems(tx, ids)
  const items = await addableItems(tx, { creatorId: viewer.id, ids, stored })
  requireOut(items, ports.clock.now())
  const singly = sumOfPrices(items.map((item) => pricedItem(item, charge)))
  const priceAmount = parsePrice(price, currency, charge)
  const problems = {
    ...(!isVisible(title) && { title: 'Enter a title' }),
    ...itemsProblem({ ids, items, status }),
    ...(price === '' && status === 'published' && { price: 'Enter a price' }),
    ...(price !== '' && priceAmount === undefined && { price: priceRangeMessage(currency, charge) }),
    ...(priceAmount !== undefined &&
      items.length > 0 &&
      priceAmount > singly && {
        price: `That’s more than the items cost singly (${formatMoney(singly, currency)}). Lower it, or take items out.`,
      }),
  }
  const [problem] = Object.values(problems)
  if (problem !== undefined) throw new AppError('invalid_input', problem, problems)
  return {
    title,
    description,
    pricingModel,
    priceAmount: priceAmount ?? charge.min,
    offersCompletion,
    previewFocusX: previewFocus.x,
    previewFocusY: previewFocus.y,
    ...(pondSeed !== undefined && { pondSeed }),
    category: items[0]?.content.category ?? ('other' as const),
  }
}

type ItemsInput = { ids: ReadonlyArray<number>; items: ReadonlyArray<ContentRow>; status: string }

function itemsProblem({ ids, items, status }: ItemsInput): { items?: string } {
  if (new Set(ids).size < ids.length) return { items: 'Each item can be in a bundle only once.' }
  if (items.length < ids.length)
    return { items: 'One of these items can’t be in a bundle. Reload the page and choose published items.' }
  if (ids.length > limits.bundleItems.max) return { items: tooManyItemsMessage }
  return status === 'published' && ids.length < limits.bundleItems.min ? { items: tooFewItemsMessage } : {}
}

/** Those of the items that this creator may put into a bundle: published, or in it already, and no bundles. */
async function addableItems(
  db: Db,
  {
    creatorId,
    ids,
    stored,
  }: { creatorId: string; ids: ReadonlyArray<number>; stored: ReadonlyArray<number> },
): Promise<Array<ContentRow>> {
  const rows = new Map((await selectContentsUnordered(db, [...ids])).map((row) => [row.content.id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row || row.content.creatorId !== creatorId || row.content.isBundle) return []
    return mayBeShown(stateOf(row), stored.includes(id) ? 'bundle' : 'none') ? row : []
  })
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid_input', message, { [field]: message })
}

/** The creator's own bundle for its form. Another creator's, and what is no bundle, is reported as missing. */
export async function getBundle(ports: Ports, viewer: Viewer, id: number): Promise<BundleForEditing> {
  const row = await requireOwnContent(ports, viewer, id)
  if (!row.content.isBundle) throw contentNotFoundError()
  const { currency, offersCompletion, version } = row.content
  const items = presentItems(ports, await selectBundleItems(ports.db, row))
  const hidden = presentItems(ports, await selectHiddenItems(ports.db, row))
  const priced = [...items, ...hidden].map((item) => item.priced)
  const shares = sharesOf(row.content.priceAmount, priced)
  return {
    ...presentForCreator(row, ports.clock.now()),
    items: items.map(({ item }) => item),
    takenDown: hidden.map(({ item: { id: itemId, title } }) => ({
      title,
      share: formatDecimal(shares.get(itemId) ?? 0, currency),
    })),
    singly: formatDecimal(sumOfPrices(items.map(({ priced }) => priced)), currency),
    offersCompletion,
    version,
  }
}

export async function findBundleItems(ports: Ports, viewer: Viewer, q: string) {
  const choice = { creatorId: viewer.id, q, limit: limits.maxListed.bundleChoices }
  const { ids, total } = await selectChoices(ports.db, choice)
  const rows = new Map((await selectContentsUnordered(ports.db, ids)).map((row) => [row.content.id, row]))
  const items = presentItems(
    ports,
    ids.flatMap((id) => rows.get(id) ?? []),
  )
  return { items: items.map(({ item }): BundleItem => item), total }
}

function presentItems({ paymentProvider }: Ports, rows: ReadonlyArray<ContentRow>) {
  return rows.map((row) => {
    const priced = pricedItem(row, paymentProvider.chargeLimits(row.content.currency))
    return { priced, item: presentBundleItem(row, priced.price) }
  })
}
