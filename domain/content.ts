import type { AccessType, UploadFields } from '../contract/content.ts'
import { limits } from '../contract/limits.ts'
import type { Cents, Currency } from '../contract/money.ts'
import { readChips } from './chips.ts'
import { AppError } from './errors.ts'
import { type ChargeLimits, priceRange, readPrice } from './price.ts'

export type Draft = {
  kind: UploadFields['kind']
  status: UploadFields['status']
  title: string
  description: string
  pricingModel: UploadFields['pricingModel']
  /** Cents: the fixed price, or the minimum. */
  price: Cents
  category: UploadFields['category']
  accessType: AccessType
  linkUrl: string | undefined
  textContent: string | undefined
  /** Cents; null for the default ones. */
  chips: Array<Cents> | null
  showSupporters: boolean
}

/**
 * What an upload form comes to. Throws AppError with the specification's sentences, tied to their fields. A draft may
 * lack anything but a title.
 */
export function readUpload(
  fields: UploadFields,
  { currency, charge }: { currency: Currency; charge: ChargeLimits },
): Draft {
  const typed = fields.pricingModel === 'fixed' ? fields.price : fields.minimumPrice
  if (fields.status === 'published') checkComplete(fields)
  if (!isVisible(fields.title)) throw invalid('Please fill in title and price', { title: 'Enter a title' })

  const price = typed === '' ? charge.min : readPrice(typed, currency, charge)
  const priceField = fields.pricingModel === 'fixed' ? 'price' : 'minimumPrice'
  if (price === undefined) {
    const sentence = priceRange(currency, charge)
    throw invalid(sentence, { [priceField]: sentence })
  }
  if (fields.kind === 'link' && fields.linkUrl !== '' && !isWebAddress(fields.linkUrl)) {
    throw invalid('Enter a link that starts with https:// or http://', {
      linkUrl: 'Enter a link that starts with https:// or http://',
    })
  }
  return {
    kind: fields.kind,
    status: fields.status,
    title: fields.title.replace(/\s+/gu, ' '),
    description: fields.description,
    pricingModel: fields.pricingModel,
    price,
    category: fields.category,
    accessType: accessTypeOf(fields),
    linkUrl: fields.kind === 'link' ? fields.linkUrl : undefined,
    textContent: fields.kind === 'text' ? fields.textContent : undefined,
    chips:
      fields.pricingModel === 'fixed'
        ? null
        : readChips(fields.chips, { currency, charge, minimum: Math.max(price, charge.min) }),
    showSupporters: fields.showSupporters === 'true',
  }
}

/** Same sentence on the form and from the server. */
export const noFileSelected = () =>
  invalid('Please select a file to upload', { file: 'Please select a file to upload' })

function checkComplete(fields: UploadFields): void {
  const fixed = fields.pricingModel === 'fixed'
  if (!isVisible(fields.title) || (fixed && fields.price === '')) {
    throw invalid('Please fill in title and price', {
      ...(!isVisible(fields.title) && { title: 'Enter a title' }),
      ...(fixed && fields.price === '' && { price: 'Enter a price' }),
    })
  }
  if (!fixed && fields.minimumPrice === '') {
    throw invalid('Please set a minimum price for pay-what-you-want content', {
      minimumPrice: 'Please set a minimum price for pay-what-you-want content',
    })
  }
  if (fields.kind === 'link' && fields.linkUrl === '')
    throw invalid('Please enter a link', { linkUrl: 'Please enter a link' })
  if (fields.kind === 'text' && fields.textContent.trim() === '') {
    throw invalid('Please enter a text', { textContent: 'Please enter a text' })
  }
}

/** Spaces and marks of no width are no title. */
function isVisible(text: string): boolean {
  return /[^\p{C}\p{Z}]/u.test(text)
}

function accessTypeOf({ kind, accessType }: UploadFields): AccessType {
  if (kind === 'link') return 'link'
  if (kind === 'text') return 'view'
  return accessType === 'link' ? 'download' : accessType
}

/** http or https with a host, nothing a page could run, no credentials before the host. */
export function isWebAddress(text: string): boolean {
  return (
    text.length <= limits.linkUrl &&
    /^https?:\/\/[^\s/?#\\@:]+(?::\d{1,5})?(?:[/?#][^\s\p{Cc}]*)?$/iu.test(text)
  )
}

function invalid(message: string, fields: Record<string, string>): AppError {
  return new AppError('invalid_input', message, fields)
}
