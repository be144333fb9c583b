import type { PreviewFocus } from '../../../../../contract/content.ts'
import { AccessType, PartKind } from '../../../../../contract/parts.ts'
import { cleanLinkUrl } from '../../../../../domain/link-url.ts'
import { accessOf, holds, kinds } from '../../../../../domain/part-kinds.ts'
import { parseTypedAmount } from '../../../../../domain/price.ts'
import { center } from '../../../../shared/preview-focus.ts'
import { parseTypedLink } from '../../../../shared/typed-link.ts'

export type FormValues = Record<string, string>

export const emptyValues: FormValues = {
  title: '',
  description: '',
  pricingModel: 'fixed',
  price: '',
  minimumPrice: '',
  showsFreeCount: 'true',
  category: 'other',
  accessType: 'download',
  linkUrl: '',
  textContent: '',
  thankYouNote: '',
  whatsInside: '',
  teaserWords: '',
  teaserSeconds: '',
  teaserStartSecond: '',
  teaserPages: '',
}

/** The check boxes, which a form's data leaves out when they are unchecked. */
export const uncheckedBoxes: FormValues = {
  showSupporters: '',
  showEarnings: '',
  asksForEmail: '',
  showsFreeCount: '',
  offersTip: '',
  limitsCopies: '',
  showsCopiesLeft: '',
  isUpgrade: '',
  hasRelease: '',
  notifyFollowers: '',
  emailBuyers: '',
}

/** Fields that are filled in without the user: by the account's defaults, or with the center of the image. */
const prefilledFields = [
  'suggestedAmounts',
  'showSupporters',
  'showsFreeCount',
  'previewFocusX',
  'previewFocusY',
  'pondSeed',
]

export function hasUserInput(typed: FormValues): boolean {
  return Object.entries(typed).some(
    ([name, value]) =>
      !prefilledFields.includes(name) && value !== (emptyValues[name] ?? (name === 'kind' ? 'file' : '')),
  )
}

/** The account's defaults as form values; empty while they are not loaded. */
export function accountDefaults(
  account: { suggestedAmounts: string; showSupporters: boolean } | undefined,
): FormValues {
  if (!account) return {}
  return {
    suggestedAmounts: account.suggestedAmounts,
    ...(account.showSupporters && { showSupporters: 'true' }),
  }
}

/**
 * The form with prices as decimal strings. A price that cannot be parsed stays as typed, so that validation rejects
 * it.
 */
export function withParsedPrices(typed: FormValues, currency: string): FormValues {
  const names = ['price', 'minimumPrice', 'suggestedAmount', 'upgradeAmount'].filter((name) =>
    Object.hasOwn(typed, name),
  )
  const prices = names.map((name) => {
    const parsed = parseTypedAmount(typed[name] ?? '', currency)
    return [name, 'amount' in parsed ? parsed.amount : (typed[name] ?? '')]
  })
  return { ...typed, ...Object.fromEntries(prices) }
}

/** The fields to send: those of this kind and pricing model, with the contract's names. */
export function toApiFields(typed: FormValues): FormValues {
  const { title = '', description = '', category = '', status = 'published' } = typed
  const kind = contentKindOf(typed)
  return {
    kind,
    status,
    title: title.trim(),
    description,
    category,
    ...toPricingFields(typed),
    ...(typed.showSupporters === 'true' && { showSupporters: 'true' }),
    // The API's default is to show them (spec.md section 2), so the form's choice is always sent.
    showEarnings: typed.showEarnings === 'true' ? 'true' : 'false',
    ...toCopiesFields(typed),
    ...toReleaseFields(typed),
    ...(kinds[kind].teaser === 'words' && optionalText('teaserWords', typed.teaserWords)),
    ...(kinds[kind].teaser === 'recording or pages' && toSampleFields(typed)),
    ...(typed.notifyFollowers === 'true' && { notifyFollowers: 'true' }),
    ...optionalText('thankYouNote', typed.thankYouNote?.trim()),
    ...optionalText('whatsInside', typed.whatsInside?.trim()),
    ...toVersionFields(typed),
    ...optionalText('previewFocusX', typed.previewFocusX),
    ...optionalText('previewFocusY', typed.previewFocusY),
    ...optionalText('pondSeed', typed.pondSeed),
    accessType: accessOf(kind, AccessType.safeParse(typed.accessType).data),
    ...(holds(kind, 'url') && { linkUrl: toLinkUrl(typed.linkUrl ?? '') }),
    ...(holds(kind, 'text') && { textContent: typed.textContent ?? '' }),
  }
}

/** The fields to send with a list of parts, which may have free previews of several kinds. */
export function toListFields(typed: FormValues, parts: string): FormValues {
  return {
    ...toApiFields(typed),
    ...optionalText('teaserWords', typed.teaserWords),
    ...toSampleFields(typed),
    parts,
  }
}

/** A limit that is switched off is left out, also when its field still has a number. */
function toCopiesFields({ limitsCopies, maxCopies, showsCopiesLeft }: FormValues): FormValues {
  if (limitsCopies !== 'true') return {}
  return {
    maxCopies: maxCopies?.trim() ?? '',
    ...(showsCopiesLeft === 'true' && { showsCopiesLeft: 'true' }),
  }
}

/** A release day that is switched off is left out. */
function toReleaseFields({ hasRelease, releaseAt = '', releaseTimeZone = '' }: FormValues): FormValues {
  return hasRelease === 'true' ? { releaseAt, releaseTimeZone } : {}
}

/** An upgrade that is switched off is left out. */
function toUpgradeFields({ isUpgrade, upgradeFromId = '', upgradeAmount = '' }: FormValues): FormValues {
  return isUpgrade === 'true' ? { upgradeFromId, upgradeAmount: upgradeAmount.trim() } : {}
}

/** The note for buyers of an edited item, and whether they are emailed. */
function toVersionFields({ versionNotes, emailBuyers }: FormValues): FormValues {
  return {
    ...optionalText('versionNotes', versionNotes?.trim()),
    ...(emailBuyers === 'true' && { emailBuyers: 'true' }),
  }
}

/** A start without a sample is left out. */
function toSampleFields({ teaserSeconds, teaserStartSecond, teaserPages }: FormValues): FormValues {
  return {
    ...optionalText('teaserSeconds', teaserSeconds),
    ...(teaserSeconds && optionalText('teaserStartSecond', teaserStartSecond?.trim())),
    ...optionalText('teaserPages', teaserPages),
  }
}

/** `example.com/a` becomes `https://example.com/a`; other text stays as typed, to be rejected as such. */
export function toLinkUrl(typed: string): string {
  return cleanLinkUrl(typed) === '' ? '' : (parseTypedLink(typed) ?? cleanLinkUrl(typed))
}

function optionalText(name: string, value: string | undefined): FormValues {
  return value ? { [name]: value } : {}
}

export function contentKindOf(typed: FormValues): PartKind {
  return PartKind.safeParse(typed.kind).data ?? 'file'
}

export function isPayWhatYouWant(typed: FormValues): boolean {
  return typed.pricingModel === 'pay_what_you_want'
}

export function isFree(typed: FormValues): boolean {
  return typed.pricingModel === 'free'
}

/** With pay what you want, the price field is the minimum or 0 (spec.md section 5). */
function toPricingFields(typed: FormValues): FormValues {
  if (isFree(typed)) return toFreeFields(typed)
  const price = typed.price?.trim() ?? ''
  const minimumPrice = typed.minimumPrice?.trim() ?? ''
  if (!isPayWhatYouWant(typed))
    return {
      pricingModel: 'fixed',
      price,
      ...(typed.offersTip === 'true' && { offersTip: 'true' }),
      ...toUpgradeFields(typed),
    }
  const suggestedAmounts = typed.suggestedAmounts?.trim() ?? ''
  return {
    pricingModel: 'pay_what_you_want',
    price: minimumPrice || '0',
    minimumPrice,
    ...(suggestedAmounts && { suggestedAmounts }),
    ...optionalText('suggestedAmount', typed.suggestedAmount?.trim()),
  }
}

function toFreeFields({ asksForEmail, showsFreeCount }: FormValues): FormValues {
  return {
    pricingModel: 'free',
    asksForEmail: asksForEmail === 'true' ? 'true' : 'false',
    showsFreeCount: showsFreeCount === 'true' ? 'true' : 'false',
  }
}

/** The request's form data: the fields before the preview image. The file was uploaded before. */
export function toFormData(
  fields: FormValues,
  { uploadId, preview }: { uploadId?: string | undefined; preview?: File },
): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  if (uploadId) body.append('uploadId', uploadId)
  if (preview) body.append('previewImage', preview)
  return body
}

export function focusOf({ previewFocusX, previewFocusY }: FormValues): PreviewFocus {
  return { x: percentOf(previewFocusX, center.x), y: percentOf(previewFocusY, center.y) }
}

export function toFocusFields({ x, y }: PreviewFocus): FormValues {
  return { previewFocusX: String(x), previewFocusY: String(y) }
}

/** Parses a percentage. A draft in the browser's storage may have an invalid one. */
function percentOf(value: string | undefined, fallback: number): number {
  return value && /^\d+$/.test(value) ? Math.min(100, Number(value)) : fallback
}
