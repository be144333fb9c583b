import * as z from 'zod/mini'
import { ContentFormFields } from '../../../../contract/content.ts'
import type { Instance } from '../../../../contract/instance.ts'
import { limits } from '../../../../contract/limits.ts'
import { parseDecimal } from '../../../../contract/money.ts'
import { tooManyPartsMessage } from '../../../../domain/article.ts'
import { AppError } from '../../../../domain/errors.ts'
import { linkUrlProblem } from '../../../../domain/link-url.ts'
import { parsePrice, priceRangeMessage, typedAmountMessage } from '../../../../domain/price.ts'
import { parseSuggestedAmount, parseSuggestedAmounts } from '../../../../domain/suggested-amounts.ts'
import { type FieldErrors, toFieldErrors } from '../../../ui/form-errors.ts'
import { type FormValues, toApiFields, withParsedPrices } from './form-values.ts'

/**
 * `hasFile`: the item has a file already, so none must be selected. `storedText` is the item's text, which may be from
 * before a limit.
 */
type ValidationContext = Pick<Instance, 'currency' | 'minPriceAmount'> & {
  file?: File
  hasFile?: boolean
  storedText?: string
}
type ToastText = { title: string; description: string }

/**
 * The form's schema. Whatever it rejects, the server rejects too. A draft needs only a title. Outputs the form with
 * prices as decimal strings.
 */
export function contentSchema(rules: ValidationContext) {
  const form = z.record(z.string(), z.string()).check(
    z.superRefine((values, context) => {
      for (const [name, message] of Object.entries(validateContent(values, rules))) {
        context.addIssue({ code: 'custom', path: [name], message })
      }
    }),
  )
  return z.pipe(
    form,
    z.transform((values) => withParsedPrices(values, rules.currency)),
  )
}

/** The error message of each invalid field. */
export function validateContent(values: FormValues, rules: ValidationContext): FieldErrors {
  const fields = toApiFields(withParsedPrices(values, rules.currency))
  const parsed = ContentFormFields.safeParse(fields)
  // Prices have their own messages, because the schema's describe decimal strings.
  const {
    price: _,
    minimumPrice: __,
    suggestedAmount: ___,
    ...found
  } = parsed.success ? {} : toFieldErrors(parsed.error)
  const missing = isDraft(values)
    ? {}
    : requiredFieldErrors(fields, rules.hasFile === true || rules.file !== undefined)
  return {
    ...(fields.title === '' && { title: 'Enter a title' }),
    ...priceError(fields, rules),
    ...linkError(fields),
    ...textError(fields, rules),
    ...(rules.file?.size === 0 && fields.kind === 'file' && { file: 'This file is empty.' }),
    ...found,
    ...suggestedAmountsError(fields, rules),
    ...missing,
  }
}

/** The toast for the errors that `validateContent` found, in the specification's words for missing fields. */
export function validationToast(values: FormValues, errors: FieldErrors): ToastText {
  const fields = toApiFields(values)
  const isMissing = (name: string) => Object.hasOwn(errors, name) && !fields[name]?.trim()
  if (isDraft(values) && isMissing('title'))
    return { title: 'Missing fields', description: 'Please fill in a title' }
  if (isMissing('title') || isMissing('price')) {
    return { title: 'Missing fields', description: 'Please fill in title and price' }
  }
  if (isMissing('minimumPrice'))
    return { title: 'Missing minimum price', description: errors.minimumPrice ?? '' }
  if (errors.file === noFileMessage) return { title: 'No file selected', description: noFileMessage }
  if (isMissing('linkUrl')) return { title: 'No link entered', description: errors.linkUrl ?? '' }
  if (isMissing('textContent')) return { title: 'No text entered', description: errors.textContent ?? '' }
  return { title: 'Please check the form', description: Object.values(errors)[0] ?? '' }
}

/** The missing field that `validationToast` names first. Undefined when nothing is missing. */
export function missingField(values: FormValues, errors: FieldErrors): string | undefined {
  const fields = toApiFields(values)
  return toastOrder.find((name) => Object.hasOwn(errors, name) && !fields[name]?.trim())
}

/** The specification's order of messages, which is not the order of the fields on the page. */
const toastOrder = ['title', 'price', 'minimumPrice', 'file', 'linkUrl', 'textContent']

const noFileMessage = 'Please select a file to upload'

function requiredFieldErrors(fields: FormValues, hasFile: boolean): FieldErrors {
  const { kind, pricingModel, price, minimumPrice, linkUrl, textContent } = fields
  return {
    ...(pricingModel === 'fixed' && price === '' && { price: 'Enter a price' }),
    ...(minimumPrice === '' && {
      minimumPrice: 'Please set a minimum price for pay-what-you-want content',
    }),
    ...(kind === 'file' && !hasFile && { file: noFileMessage }),
    ...(linkUrl === '' && { linkUrl: 'Please enter a link' }),
    ...(textContent?.trim() === '' && { textContent: 'Please enter some text' }),
  }
}

function priceError(fields: FormValues, { currency, minPriceAmount }: ValidationContext): FieldErrors {
  const name = fields.pricingModel === 'fixed' ? 'price' : 'minimumPrice'
  const amount = fields[name] ?? ''
  const charge = { min: parseDecimal(minPriceAmount, currency) ?? 0, max: limits.maxPriceAmount }
  if (amount === '') return {}
  const problem = typedAmountMessage(amount, currency)
  if (problem) return { [name]: problem }
  return parsePrice(amount, currency, charge) === undefined
    ? { [name]: priceRangeMessage(currency, charge) }
    : {}
}

function suggestedAmountsError(
  { suggestedAmounts = '', suggestedAmount = '', minimumPrice = '' }: FormValues,
  { currency, minPriceAmount }: ValidationContext,
): FieldErrors {
  const minPrice = parseDecimal(minPriceAmount, currency) ?? 0
  const minimum = Math.max(parseDecimal(minimumPrice, currency) ?? 0, minPrice)
  const rules = { currency, charge: { min: minPrice, max: limits.maxPriceAmount }, minimum }
  return {
    ...fieldErrorsOf(() => parseSuggestedAmounts(suggestedAmounts, rules)),
    ...fieldErrorsOf(() => parseSuggestedAmount(suggestedAmount, rules)),
  }
}

function fieldErrorsOf(parse: () => unknown): FieldErrors {
  try {
    parse()
    return {}
  } catch (error) {
    if (error instanceof AppError) return error.fields ?? {}
    throw error
  }
}

function linkError({ linkUrl = '' }: FormValues): FieldErrors {
  const problem = linkUrl === '' ? undefined : linkUrlProblem(linkUrl)
  return problem ? { linkUrl: problem } : {}
}

function textError({ textContent = '' }: FormValues, { storedText }: ValidationContext): FieldErrors {
  const problem = textContent === storedText ? undefined : tooManyPartsMessage(textContent)
  return problem ? { textContent: problem } : {}
}

function isDraft({ status }: FormValues): boolean {
  return status === 'draft'
}
