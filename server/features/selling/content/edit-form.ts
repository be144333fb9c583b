import type * as z from 'zod/mini'
import type { PricingModel } from '../../../../contract/content.ts'
import { type ContentForEditing, ContentUpdateFields } from '../../../../contract/content-editing.ts'
import { noNotesMessage } from '../../../../contract/item-updates.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { isVisible } from '../../../../contract/text.ts'
import { type ContentInput, parseContentForm } from '../../../../domain/content.ts'
import { AppError } from '../../../../domain/errors.ts'
import { visibleParts } from '../../../../domain/parts.ts'
import { localTimeIn } from '../../../../domain/release.ts'
import { parseOrThrow } from '../../../http/validation.ts'
import type { Ports } from '../../../ports/index.ts'
import { firstPart, presentPart, toDrafts } from './parts.ts'
import { presentForCreator } from './present.ts'
import { listedParts } from './received-form.ts'
import type { ContentRow } from './repository.ts'
import type { NewVersion } from './versions.ts'

/** The result of an edit: the item's new values, and the edit's own options. */
export type ContentUpdate = ContentInput & {
  version: number | undefined
  removePreview: boolean
  notifyFollowers: boolean
  /** What is new, for buyers; undefined for nothing. */
  newVersion: NewVersion | undefined
}

/** Merges the submitted fields with the item's current values. Throws AppError as for a new item. */
export function parseContentUpdate(
  { config, paymentProvider }: Pick<Ports, 'config' | 'paymentProvider'>,
  row: ContentRow,
  submittedFields: Map<string, string>,
): ContentUpdate {
  const typed = parseOrThrow(ContentUpdateFields, {
    ...formFieldsOf(row),
    ...Object.fromEntries(submittedFields),
  })
  const { version, removePreviewImage, notifyFollowers, ...withVersion } = typed
  const { versionNumber, versionNotes, emailBuyers, ...fields } = withVersion
  const listed = listedParts(fields)
  if (!listed && fields.kind !== firstPart(row).kind) {
    const message = 'You can’t change an item’s type. Create a new item instead.'
    throw new AppError('invalid_input', message, { kind: message })
  }
  const charge = paymentProvider.chargeLimits(config.currency)
  const draft = parseContentForm(
    { ...fields, notifyFollowers },
    { currency: config.currency, charge, stored: toDrafts(row.parts), listed },
  )
  return {
    ...draft,
    version,
    removePreview: removePreviewImage === 'true',
    notifyFollowers: notifyFollowers === 'true',
    newVersion: newVersionOf({ versionNumber, versionNotes, emailBuyers }),
  }
}

export type VersionFields = Pick<
  z.infer<typeof ContentUpdateFields>,
  'versionNumber' | 'versionNotes' | 'emailBuyers'
>

export function newVersionOf({
  versionNumber,
  versionNotes,
  emailBuyers,
}: VersionFields): NewVersion | undefined {
  const isEmailed = emailBuyers === 'true'
  if (isVisible(versionNotes)) return { number: versionNumber, notes: versionNotes, emailBuyers: isEmailed }
  if (!isEmailed) return undefined
  throw new AppError('invalid_input', noNotesMessage, { versionNotes: noNotesMessage })
}

function formFieldsOf(row: ContentRow): Record<string, string> {
  const { content, review } = row
  const { title, description, pricingModel, category } = content
  const { kind, access: accessType, url, text } = firstPart(row)
  // An edit without a status leaves a waiting item in review.
  const status = review?.state === 'pending' ? 'published' : content.status
  const price = formatDecimal(content.priceAmount, content.currency)
  return {
    kind,
    status,
    title,
    description,
    pricingModel,
    category,
    accessType,
    ...priceFieldsOf(pricingModel, price),
    linkUrl: url ?? '',
    textContent: text ?? '',
    suggestedAmounts: formatSuggestedAmounts(content),
    suggestedAmount: formatSuggestedAmount(content),
    showSupporters: String(content.showSupporters),
    showEarnings: String(content.showEarnings),
    asksForEmail: String(content.asksForEmail),
    showsFreeCount: String(content.showsFreeCount),
    offersTip: String(content.offersTip),
    maxCopies: row.stock?.max?.toString() ?? '',
    showsCopiesLeft: String(content.showsCopiesLeft),
    ...upgradeFieldsOf(content),
    ...releaseFieldsOf(content),
    thankYouNote: content.thankYouNote,
    whatsInside: content.whatsInside.join('\n'),
    previewFocusX: String(content.previewFocusX),
    previewFocusY: String(content.previewFocusY),
    pondSeed: content.pondSeed?.toString() ?? '',
    ...teaserFieldsOf(content),
  }
}

function upgradeFieldsOf({
  upgradeFromId,
  upgradeAmount,
  currency,
}: ContentRow['content']): Record<string, string> {
  if (upgradeFromId === null || upgradeAmount === null) return {}
  return { upgradeFromId: String(upgradeFromId), upgradeAmount: formatDecimal(upgradeAmount, currency) }
}

function releaseFieldsOf({ releaseAt, releaseTimeZone }: ContentRow['content']): Record<string, string> {
  return releaseAt ? { releaseAt: localTimeIn(releaseAt, releaseTimeZone), releaseTimeZone } : {}
}

/** A free item has no price that could stay when it is no longer free. */
function priceFieldsOf(pricingModel: PricingModel, price: string): Record<string, string> {
  if (pricingModel === 'free') return {}
  return pricingModel === 'fixed' ? { price } : { price, minimumPrice: price }
}

type ForEditing = Pick<ContentForEditing, 'upgrade' | 'releaseDay'> & { now: Date }

export function presentEditable(
  row: ContentRow,
  { now, upgrade, releaseDay }: ForEditing,
): ContentForEditing {
  const { content } = row
  const { url, text } = content.isBundle ? { url: null, text: null } : firstPart(row)
  return {
    ...presentForCreator(row, now),
    parts: visibleParts(row.parts).map((part) => presentPart(part, null)),
    linkUrl: url ?? '',
    textContent: text ?? '',
    suggestedAmounts: formatSuggestedAmounts(content),
    suggestedAmount: formatSuggestedAmount(content),
    showSupporters: content.showSupporters,
    showEarnings: content.showEarnings,
    asksForEmail: content.asksForEmail,
    showsFreeCount: content.showsFreeCount,
    offersTip: content.offersTip,
    copies: copyCountsOf(row),
    showsCopiesLeft: content.showsCopiesLeft,
    upgrade,
    releaseDay,
    thankYouNote: content.thankYouNote,
    whatsInside: content.whatsInside.join('\n'),
    ...teaserFieldsOf(content),
    teaserError: content.teaserError,
    version: content.version,
  }
}

/** Without a limit the sales so far, which a limit would count. */
function copyCountsOf({ stock, totals }: ContentRow): ContentForEditing['copies'] {
  if (!stock || stock.max === null) return { max: null, used: totals?.saleCount ?? 0, reserved: 0 }
  const { max, used, reserved } = stock
  return { max, used, reserved }
}

function formatSuggestedAmount({ suggestedAmount, currency }: ContentRow['content']): string {
  return suggestedAmount === null ? '' : formatDecimal(suggestedAmount, currency)
}

function teaserFieldsOf({ teaserOptions }: ContentRow['content']) {
  const { words, seconds, startSecond, pages } = teaserOptions ?? {}
  const toText = (amount: number | undefined) => (amount ? String(amount) : '')
  return {
    teaserWords: toText(words),
    teaserSeconds: toText(seconds),
    teaserStartSecond: toText(startSecond),
    teaserPages: toText(pages),
  }
}

function formatSuggestedAmounts({ suggestedAmounts, currency }: ContentRow['content']): string {
  return (suggestedAmounts ?? []).map((amount) => formatDecimal(amount, currency)).join(', ')
}
