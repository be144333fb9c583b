import type { ContentFormFields } from '../contract/content.ts'
import { limits } from '../contract/limits.ts'
import { type Currency, type MinorUnits, parseDecimal } from '../contract/money.ts'
import type { PartInput } from '../contract/parts.ts'
import { isVisible } from '../contract/text.ts'
import { tooManyPartsMessage } from './article.ts'
import { AppError } from './errors.ts'
import { cleanLinkUrl, linkUrlProblem } from './link-url.ts'
import { fieldsOfPart, type PartDraft, partsOfFields, partsOfList, partsProblems } from './parts.ts'
import { type ChargeLimits, parsePrice, priceRangeMessage } from './price.ts'
import { parseRelease, releaseFieldProblems } from './release.ts'
import { parseSuggestedAmount, parseSuggestedAmounts } from './suggested-amounts.ts'
import { parseTeaserChoice, type TeaserChoice } from './teaser.ts'
import { parseUpgrade, upgradeProblems } from './upgrade.ts'

export type ContentInput = {
  status: ContentFormFields['status']
  title: string
  description: string
  pricingModel: ContentFormFields['pricingModel']
  /** In minor units: the fixed price, or the minimum. */
  priceAmount: MinorUnits
  category: ContentFormFields['category']
  parts: Array<PartDraft>
  /** In minor units; null for the default amounts. */
  suggestedAmounts: Array<MinorUnits> | null
  suggestedAmount: MinorUnits | null
  showSupporters: boolean
  showEarnings: boolean
  /** Of a free item; as without its choice for others. */
  asksForEmail: boolean
  showsFreeCount: boolean
  offersTip: boolean
  /** Null for no limit. */
  maxCopies: number | null
  showsCopiesLeft: boolean
  /** The item whose owners pay only `upgradeAmount`, in minor units. */
  upgradeFromId: number | null
  upgradeAmount: MinorUnits | null
  /** When buyers get it, and the place of that clock; null for at once. */
  releaseAt: Date | null
  releaseTimeZone: string
  thankYouNote: string
  whatsInside: Array<string>
  previewFocusX: number
  previewFocusY: number
  /** Of the drawn cover; null for the one by the item's id. */
  pondSeed: number | null
  teaserOptions: TeaserChoice | null
}

type PartsOfForm = {
  /** The item's parts before an edit. A text from before a limit can stay as it is. */
  stored?: ReadonlyArray<PartDraft>
  listed?: ReadonlyArray<PartInput> | undefined
}

type ContentRules = { currency: Currency; charge: ChargeLimits; storedText?: string | null | undefined }

/** The fields that `contentProblems` checks. One that an item's kind or pricing model doesn't have may be missing. */
type CheckedFields = Partial<
  Record<
    | 'kind'
    | 'status'
    | 'title'
    | 'pricingModel'
    | 'price'
    | 'minimumPrice'
    | 'linkUrl'
    | 'textContent'
    | 'suggestedAmounts'
    | 'suggestedAmount'
    | 'whatsInside'
    | 'upgradeFromId'
    | 'upgradeAmount'
    | 'releaseAt'
    | 'releaseTimeZone',
    string
  >
>

/** The sentence for a file item without a file. */
export const noFileMessage = 'Please select a file to upload'

/**
 * The sentence of each field that is missing or not valid, in the specification's words, first those that are missing. A
 * draft needs only a title. `storedText` is the item's text before an edit: a text from before a limit can stay as it is.
 */
export function contentProblems(fields: CheckedFields, rules: ContentRules): Record<string, string> {
  return { ...missingProblems(fields), ...invalidProblems(fields, rules) }
}

/**
 * Parses an upload form. Throws AppError with the first of its problems as the message, and all of them by field. `listed`
 * are the parts that the form lists; without them its own fields are the first part, and other stored parts stay.
 */
export function parseContentForm(
  typed: ContentFormFields,
  { stored = [], listed, ...rules }: Omit<ContentRules, 'storedText'> & PartsOfForm,
): ContentInput {
  const fields = { ...typed, ...(listed?.[0] && fieldsOfPart(listed[0])) }
  const parts = listed ? partsOfList(listed, stored) : partsOfFields(fields, stored)
  const ofFields = contentProblems(fields, { ...rules, storedText: stored[0]?.text })
  const problems = Object.keys(ofFields).length > 0 ? ofFields : partsProblems(parts, fields.status)
  const [problem] = Object.values(problems)
  if (problem !== undefined)
    throw invalidInput(isOfTitleOrPrice(problem) ? 'Please fill in title and price' : problem, problems)

  const { currency, charge } = rules
  const { pricingModel } = fields
  const isFree = pricingModel === 'free'
  const isFlexiblePrice = pricingModel === 'pay_what_you_want'
  const priceText = isFlexiblePrice ? fields.minimumPrice : fields.price
  const priceAmount = isFree ? 0 : (parsePrice(priceText, currency, charge) ?? charge.min)
  const suggestionRules = suggestionRulesOf(fields, rules)
  const upgrade = parseUpgrade(fields, currency)
  return {
    status: fields.status,
    title: fields.title,
    description: fields.description,
    pricingModel,
    priceAmount,
    category: fields.category,
    parts,
    suggestedAmounts: isFlexiblePrice
      ? parseSuggestedAmounts(fields.suggestedAmounts, suggestionRules)
      : null,
    suggestedAmount: isFlexiblePrice ? parseSuggestedAmount(fields.suggestedAmount, suggestionRules) : null,
    showSupporters: fields.showSupporters === 'true',
    showEarnings: fields.showEarnings === 'true',
    asksForEmail: isFree && fields.asksForEmail === 'true',
    showsFreeCount: !isFree || fields.showsFreeCount === 'true',
    offersTip: fields.pricingModel === 'fixed' && fields.offersTip === 'true',
    maxCopies: fields.maxCopies === '' ? null : Number(fields.maxCopies),
    showsCopiesLeft: fields.showsCopiesLeft === 'true',
    upgradeFromId: upgrade?.fromId ?? null,
    upgradeAmount: upgrade?.amount ?? null,
    ...parseRelease(fields),
    thankYouNote: fields.thankYouNote,
    whatsInside: parseWhatsInside(fields.whatsInside),
    previewFocusX: fields.previewFocusX,
    previewFocusY: fields.previewFocusY,
    pondSeed: fields.pondSeed === '' ? null : fields.pondSeed,
    teaserOptions: parseTeaserChoice(
      fields,
      parts.map(({ kind }) => kind),
    ),
  }
}

/** The error of a file item without a file. */
export const missingFileError = () => invalidInput(noFileMessage, { file: noFileMessage })

const missingTitle = 'Enter a title'
const missingPrice = 'Enter a price'
const isOfTitleOrPrice = (problem: string) => problem === missingTitle || problem === missingPrice

function missingProblems(fields: CheckedFields): Record<string, string> {
  const { kind, status, title = '', price = '', minimumPrice = '', linkUrl = '', textContent = '' } = fields
  const isPublished = status !== 'draft'
  const isFixedPrice = fields.pricingModel !== 'pay_what_you_want' && fields.pricingModel !== 'free'
  const isFlexiblePrice = fields.pricingModel === 'pay_what_you_want'
  return {
    ...(!isVisible(title) && { title: missingTitle }),
    ...(isPublished && isFixedPrice && price === '' && { price: missingPrice }),
    ...(isPublished &&
      isFlexiblePrice &&
      minimumPrice === '' && { minimumPrice: 'Please set a minimum price for pay-what-you-want content' }),
    ...(isPublished && kind === 'link' && cleanLinkUrl(linkUrl) === '' && { linkUrl: 'Please enter a link' }),
    ...(isPublished &&
      kind === 'text' &&
      textContent.trim() === '' && { textContent: 'Please enter some text' }),
  }
}

function invalidProblems(fields: CheckedFields, rules: ContentRules): Record<string, string> {
  const { kind, suggestedAmounts = '', suggestedAmount = '', whatsInside = '' } = fields
  const { currency, charge, storedText } = rules
  const isFlexiblePrice = fields.pricingModel === 'pay_what_you_want'
  const priceField = isFlexiblePrice ? 'minimumPrice' : 'price'
  // A price that was typed before the item became free is not asked for any more.
  const priceText = fields.pricingModel === 'free' ? '' : (fields[priceField] ?? '')
  const linkUrl = kind === 'link' ? cleanLinkUrl(fields.linkUrl ?? '') : ''
  const linkProblem = linkUrl === '' ? undefined : linkUrlProblem(linkUrl)
  const text = kind === 'text' ? (fields.textContent ?? '') : ''
  const textProblem = text === storedText ? undefined : tooManyPartsMessage(text)
  return {
    ...(priceText !== '' &&
      parsePrice(priceText, currency, charge) === undefined && {
        [priceField]: priceRangeMessage(currency, charge),
      }),
    ...(linkProblem && { linkUrl: linkProblem }),
    ...(textProblem && { textContent: textProblem }),
    ...(isFlexiblePrice && {
      ...problemsOf(() => parseSuggestedAmounts(suggestedAmounts, suggestionRulesOf(fields, rules))),
      ...problemsOf(() => parseSuggestedAmount(suggestedAmount, suggestionRulesOf(fields, rules))),
    }),
    ...problemsOf(() => parseWhatsInside(whatsInside)),
    ...upgradeProblems(fields, rules),
    ...releaseFieldProblems(fields),
  }
}

function suggestionRulesOf({ minimumPrice = '' }: CheckedFields, { currency, charge }: ContentRules) {
  return { currency, charge, minimum: Math.max(parseDecimal(minimumPrice, currency) ?? 0, charge.min) }
}

/** The problems by field that a parser throws. */
function problemsOf(parse: () => unknown): Record<string, string> {
  try {
    parse()
    return {}
  } catch (error) {
    if (error instanceof AppError) return error.fields ?? {}
    throw error
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

function invalidInput(message: string, fields: Record<string, string>): AppError {
  return new AppError('invalid_input', message, fields)
}
