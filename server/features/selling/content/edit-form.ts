import { type ContentForEditing, ContentUpdateFields } from '../../../../contract/content-editing.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { type ContentInput, parseContentForm } from '../../../../domain/content.ts'
import { AppError } from '../../../../domain/errors.ts'
import { parseOrThrow } from '../../../http/validation.ts'
import type { Ports } from '../../../ports/index.ts'
import { presentForCreator } from './present.ts'
import type { ContentRow } from './repository.ts'

/** The result of an edit: the item's new values, and the edit's own options. */
export type ContentUpdate = ContentInput & {
  uploadId: string
  version: number | undefined
  removePreview: boolean
  notifyFollowers: boolean
}

/** Merges the submitted fields with the item's current values. Throws AppError as for a new item. */
export function parseContentUpdate(
  { config, paymentProvider }: Pick<Ports, 'config' | 'paymentProvider'>,
  row: ContentRow,
  submittedFields: Map<string, string>,
): ContentUpdate {
  const { uploadId, version, removePreviewImage, notifyFollowers, ...fields } = parseOrThrow(
    ContentUpdateFields,
    {
      ...formFieldsOf(row),
      ...Object.fromEntries(submittedFields),
    },
  )
  if (fields.kind !== row.content.kind) {
    const message = 'You can’t change an item’s type. Create a new item instead.'
    throw new AppError('invalid_input', message, { kind: message })
  }
  const charge = paymentProvider.chargeLimits(config.currency)
  const draft = parseContentForm(
    { ...fields, uploadId, notifyFollowers },
    { currency: config.currency, charge, storedText: row.content.textContent },
  )
  return {
    ...draft,
    uploadId,
    version,
    removePreview: removePreviewImage === 'true',
    notifyFollowers: notifyFollowers === 'true',
  }
}

/** The item as form fields. */
function formFieldsOf({ content, review }: ContentRow): Record<string, string> {
  const { kind, title, description, pricingModel, category, accessType } = content
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
    ...(pricingModel === 'fixed' ? { price } : { price, minimumPrice: price }),
    linkUrl: content.linkUrl ?? '',
    textContent: content.textContent ?? '',
    suggestedAmounts: formatSuggestedAmounts(content),
    suggestedAmount: formatSuggestedAmount(content),
    showSupporters: String(content.showSupporters),
    showEarnings: String(content.showEarnings),
    thankYouNote: content.thankYouNote,
    whatsInside: content.whatsInside.join('\n'),
    previewFocusX: String(content.previewFocusX),
    previewFocusY: String(content.previewFocusY),
    ...teaserFieldsOf(content),
  }
}

export function presentEditable(row: ContentRow): ContentForEditing {
  const { content, file } = row
  return {
    ...presentForCreator(row),
    linkUrl: content.linkUrl ?? '',
    textContent: content.textContent ?? '',
    suggestedAmounts: formatSuggestedAmounts(content),
    suggestedAmount: formatSuggestedAmount(content),
    showSupporters: content.showSupporters,
    showEarnings: content.showEarnings,
    thankYouNote: content.thankYouNote,
    whatsInside: content.whatsInside.join('\n'),
    ...teaserFieldsOf(content),
    teaserError: content.teaserError,
    version: content.version,
    fileSha256: file?.sha256 ?? null,
  }
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
