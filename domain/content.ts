import type { AccessType, ContentFormFields } from '../contract/content.ts'
import { limits } from '../contract/limits.ts'
import type { Currency, MinorUnits } from '../contract/money.ts'
import { isVisible } from '../contract/text.ts'
import { tooManyPartsMessage } from './article.ts'
import { AppError } from './errors.ts'
import { cleanLinkUrl, linkUrlProblem } from './link-url.ts'
import { type ChargeLimits, parsePrice, priceRangeMessage } from './price.ts'
import { parseSuggestedAmount, parseSuggestedAmounts } from './suggested-amounts.ts'
import { parseTeaserChoice, type TeaserChoice } from './teaser.ts'

export type ContentInput = {
  kind: ContentFormFields['kind']
  status: ContentFormFields['status']
  title: string
  description: string
  pricingModel: ContentFormFields['pricingModel']
  /** In minor units: the fixed price, or the minimum. */
  priceAmount: MinorUnits
  category: ContentFormFields['category']
  accessType: AccessType
  linkUrl: string | undefined
  textContent: string | undefined
  /** In minor units; null for the default amounts. */
  suggestedAmounts: Array<MinorUnits> | null
  suggestedAmount: MinorUnits | null
  showSupporters: boolean
  showEarnings: boolean
  thankYouNote: string
  whatsInside: Array<string>
  previewFocusX: number
  previewFocusY: number
  teaserOptions: TeaserChoice | null
}

/**
 * Validates an upload form. Throws AppError with the specification's messages, by field. A draft needs only a title.
 * `storedText` is the item's text before an edit: a text from before a limit can stay as it is.
 */
export function parseContentForm(
  fields: ContentFormFields,
  { currency, charge, storedText }: { currency: Currency; charge: ChargeLimits; storedText?: string | null },
): ContentInput {
  const priceText = fields.pricingModel === 'fixed' ? fields.price : fields.minimumPrice
  if (fields.status === 'published') assertPublishable(fields)
  if (!isVisible(fields.title))
    throw invalidInput('Please fill in title and price', { title: 'Enter a title' })

  const priceAmount = priceText === '' ? charge.min : parsePrice(priceText, currency, charge)
  const priceField = fields.pricingModel === 'fixed' ? 'price' : 'minimumPrice'
  if (priceAmount === undefined) {
    const message = priceRangeMessage(currency, charge)
    throw invalidInput(message, { [priceField]: message })
  }
  const linkUrl = fields.kind === 'link' ? cleanLinkUrl(fields.linkUrl) : undefined
  const linkProblem = linkUrl && linkUrlProblem(linkUrl)
  if (linkProblem) throw invalidInput(linkProblem, { linkUrl: linkProblem })
  const textProblem =
    fields.kind === 'text' && fields.textContent !== storedText && tooManyPartsMessage(fields.textContent)
  if (textProblem) throw invalidInput(textProblem, { textContent: textProblem })
  return {
    kind: fields.kind,
    status: fields.status,
    title: fields.title,
    description: fields.description,
    pricingModel: fields.pricingModel,
    priceAmount,
    category: fields.category,
    accessType: accessTypeOf(fields),
    linkUrl,
    textContent: fields.kind === 'text' ? fields.textContent : undefined,
    suggestedAmounts:
      fields.pricingModel === 'fixed'
        ? null
        : parseSuggestedAmounts(fields.suggestedAmounts, {
            currency,
            charge,
            minimum: Math.max(priceAmount, charge.min),
          }),
    suggestedAmount:
      fields.pricingModel === 'fixed'
        ? null
        : parseSuggestedAmount(fields.suggestedAmount, {
            currency,
            charge,
            minimum: Math.max(priceAmount, charge.min),
          }),
    showSupporters: fields.showSupporters === 'true',
    showEarnings: fields.showEarnings === 'true',
    thankYouNote: fields.thankYouNote,
    whatsInside: parseWhatsInside(fields.whatsInside),
    previewFocusX: fields.previewFocusX,
    previewFocusY: fields.previewFocusY,
    teaserOptions: parseTeaserChoice(fields),
  }
}

/** The error of a file item without a file. The form shows the same message before it is sent. */
export const missingFileError = () =>
  invalidInput('Please select a file to upload', { file: 'Please select a file to upload' })

function assertPublishable(fields: ContentFormFields): void {
  const isFixedPrice = fields.pricingModel === 'fixed'
  if (!isVisible(fields.title) || (isFixedPrice && fields.price === '')) {
    throw invalidInput('Please fill in title and price', {
      ...(!isVisible(fields.title) && { title: 'Enter a title' }),
      ...(isFixedPrice && fields.price === '' && { price: 'Enter a price' }),
    })
  }
  if (!isFixedPrice && fields.minimumPrice === '') {
    throw invalidInput('Please set a minimum price for pay-what-you-want content', {
      minimumPrice: 'Please set a minimum price for pay-what-you-want content',
    })
  }
  if (fields.kind === 'link' && cleanLinkUrl(fields.linkUrl) === '')
    throw invalidInput('Please enter a link', { linkUrl: 'Please enter a link' })
  if (fields.kind === 'text' && fields.textContent.trim() === '') {
    throw invalidInput('Please enter some text', { textContent: 'Please enter some text' })
  }
}

/** A line for each entry; empty lines are ignored. Throws AppError for too many. */
function parseWhatsInside(text: string): Array<string> {
  const lines = text.split('\n').map((line) => line.replace(/^\s*[-*•]\s+/u, '').trim())
  const entries = lines.filter(isVisible)
  if (entries.length <= limits.maxWhatsInsideLines) return entries
  const message = `Use ${limits.maxWhatsInsideLines} lines or fewer`
  throw invalidInput(message, { whatsInside: message })
}

function accessTypeOf({ kind, accessType }: ContentFormFields): AccessType {
  if (kind === 'link') return 'link'
  if (kind === 'text') return 'view'
  return accessType === 'link' ? 'download' : accessType
}

function invalidInput(message: string, fields: Record<string, string>): AppError {
  return new AppError('invalid_input', message, fields)
}
