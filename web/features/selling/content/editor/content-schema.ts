import * as z from 'zod/mini'
import { ContentFormFields } from '../../../../../contract/content.ts'
import type { Instance } from '../../../../../contract/instance.ts'
import { limits } from '../../../../../contract/limits.ts'
import { parseDecimal } from '../../../../../contract/money.ts'
import { contentProblems, noFileMessage } from '../../../../../domain/content.ts'
import { holds } from '../../../../../domain/part-kinds.ts'
import { typedAmountMessage } from '../../../../../domain/price.ts'
import { chooseSourceMessage } from '../../../../../domain/upgrade.ts'
import { type FieldErrors, toFieldErrors } from '../../../../ui/form.tsx'
import { contentKindOf, type FormValues, toApiFields, withParsedPrices } from './form-values.ts'
import type { PartList } from './part-list/entries.ts'
import { partsProblem } from './part-list/part-inputs.ts'

/**
 * `list`: the parts of a form that has several. `stoppedName`: one of them whose upload has stopped. `hasFile`: the item has a file already, so none must be selected. `storedText` is the item's text, which may be from
 * before a limit.
 */
type ValidationContext = Pick<Instance, 'currency' | 'minPriceAmount'> & {
  file?: File
  hasFile?: boolean
  storedText?: string
  list?: PartList | undefined
  stoppedName?: string | undefined
}
type ToastText = { title: string; description: string }

/**
 * The form's schema. Whatever it rejects, the server rejects too. A draft needs only a title.
 */
export function contentSchema(rules: ValidationContext) {
  return formSchemaOf((values) => validateContent(values, rules), rules.currency)
}

/** A form's schema from a function that finds its errors. Outputs the form with prices as decimal strings. */
export function formSchemaOf(validate: (values: FormValues) => FieldErrors, currency: string) {
  const form = z.record(z.string(), z.string()).check(
    z.superRefine((values, context) => {
      for (const [name, message] of Object.entries(validate(values))) {
        context.addIssue({ code: 'custom', path: [name], message })
      }
    }),
  )
  return z.pipe(
    form,
    z.transform((values) => withParsedPrices(values, currency)),
  )
}

/** The error message of each invalid field: the server's, and those of what only the browser sees. */
export function validateContent(values: FormValues, rules: ValidationContext): FieldErrors {
  const { currency, minPriceAmount, storedText, list } = rules
  // The parts of a list are checked apart from the fields.
  const typed = list ? { ...values, kind: 'file' } : values
  const fields = toApiFields(withParsedPrices(typed, currency))
  const parsed = ContentFormFields.safeParse(fields)
  // Prices have their own messages, because the schema's describe decimal strings.
  const {
    price: _,
    minimumPrice: __,
    suggestedAmount: ___,
    ...found
  } = parsed.success ? {} : toFieldErrors(parsed.error)
  const charge = { min: parseDecimal(minPriceAmount, currency) ?? 0, max: limits.maxPriceAmount }
  return {
    ...contentProblems(fields, { currency, charge, storedText }),
    ...found,
    ...typedPriceError(fields, currency),
    ...copiesError(values),
    ...releaseError(values),
    ...upgradeError(values, fields),
    ...(list ? listError(list, fields.status, rules) : fileError(fields, rules)),
  }
}

/** The toast for the errors that `validateContent` found, in the specification's words for missing fields. */
export function validationToast(values: FormValues, errors: FieldErrors): ToastText {
  const fields = toApiFields(values)
  const isMissing = (name: string) => Object.hasOwn(errors, name) && !fields[name]?.trim()
  if (values.status === 'draft' && isMissing('title'))
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

/** A price that cannot be parsed is still as typed. */
function typedPriceError(fields: FormValues, currency: string): FieldErrors {
  const name = fields.pricingModel === 'pay_what_you_want' ? 'minimumPrice' : 'price'
  const problem = fields[name] ? typedAmountMessage(fields[name], currency) : undefined
  return problem ? { [name]: problem } : {}
}

/** A limit that is switched on needs a number. */
function copiesError({ limitsCopies, maxCopies = '' }: FormValues): FieldErrors {
  return limitsCopies === 'true' && maxCopies.trim() === ''
    ? { maxCopies: 'Enter how many copies there are' }
    : {}
}

/** A release day that is switched on needs a day and a time. */
function releaseError({ hasRelease, releaseAt = '' }: FormValues): FieldErrors {
  return hasRelease === 'true' && releaseAt === '' ? { releaseAt: 'Choose a day and time' } : {}
}

/** An upgrade that is switched on needs an item and a difference, both typed. */
function upgradeError({ isUpgrade }: FormValues, fields: FormValues): FieldErrors {
  const isEmpty = !fields.upgradeFromId && !fields.upgradeAmount
  return isUpgrade === 'true' && fields.pricingModel === 'fixed' && isEmpty
    ? { upgradeFromId: chooseSourceMessage }
    : {}
}

function listError(
  list: PartList,
  status: string | undefined,
  { stoppedName }: ValidationContext,
): FieldErrors {
  const problem = partsProblem(list, status === 'draft' ? 'draft' : 'published')
  if (problem) return { parts: problem }
  if (stoppedName === undefined || status === 'draft') return {}
  return { parts: `“${stoppedName}” has stopped. Try again, or remove it.` }
}

function fileError(fields: FormValues, { file, hasFile = false }: ValidationContext): FieldErrors {
  if (!holds(contentKindOf(fields), 'file')) return {}
  if (file?.size === 0) return { file: 'This file is empty.' }
  return file || hasFile || fields.status === 'draft' ? {} : { file: noFileMessage }
}
