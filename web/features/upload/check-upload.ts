import { z } from 'zod'
import { UploadFields } from '../../../contract/content.ts'
import { limits } from '../../../contract/limits.ts'
import { parseDecimal } from '../../../contract/money.ts'
import type { Instance } from '../../../contract/system.ts'
import { readChips } from '../../../domain/chips.ts'
import { isWebAddress } from '../../../domain/content.ts'
import { AppError } from '../../../domain/errors.ts'
import { priceRange, readPrice, typedAmountProblem } from '../../../domain/price.ts'
import { fieldErrors, type Sentences } from '../../ui/form-errors.ts'
import { fieldsOf, type Typed, withReadPrices } from './typed.ts'

/** `hasFile`: the item has one already, so none must be picked. */
type Rules = Pick<Instance, 'currency' | 'smallestPrice'> & { file?: File; hasFile?: boolean }
type Notice = { title: string; text: string }

/**
 * The form's schema: what it refuses, the server would refuse too. A draft may lack anything but a title. Gives the form
 * with its prices as decimal strings.
 */
export function uploadSchema(rules: Rules) {
  return z
    .record(z.string(), z.string())
    .superRefine((typed, context) => {
      for (const [name, message] of Object.entries(checkUpload(typed, rules))) {
        context.addIssue({ code: 'custom', path: [name], message })
      }
    })
    .transform((typed) => withReadPrices(typed, rules.currency))
}

/** One sentence for each field that keeps this form from being sent. */
export function checkUpload(typed: Typed, rules: Rules): Sentences {
  const fields = fieldsOf(withReadPrices(typed, rules.currency))
  const read = UploadFields.safeParse(fields)
  // Prices have sentences of their own: the schema's speak of decimal strings.
  const { price: _, minimumPrice: __, ...found } = read.success ? {} : fieldErrors(read.error)
  const missing = isDraft(typed) ? {} : missingIn(fields, rules.hasFile === true || rules.file !== undefined)
  return {
    ...(fields.title === '' && { title: 'Enter a title' }),
    ...priceFault(fields, rules),
    ...chipsFault(fields, rules),
    ...linkFault(fields),
    ...(rules.file?.size === 0 && fields.kind === 'file' && { file: 'This file is empty.' }),
    ...found,
    ...missing,
  }
}

/** What the notice says of faults that `checkUpload` found: the specification's words for what is missing. */
export function noticeOf(typed: Typed, faults: Sentences): Notice {
  const fields = fieldsOf(typed)
  const lacks = (name: string) => name in faults && !fields[name]?.trim()
  if (isDraft(typed) && lacks('title')) return { title: 'Missing fields', text: 'Please fill in a title' }
  if (lacks('title') || lacks('price')) {
    return { title: 'Missing fields', text: 'Please fill in title and price' }
  }
  if (lacks('minimumPrice')) return { title: 'Missing minimum price', text: faults.minimumPrice ?? '' }
  if (faults.file === noFile) return { title: 'No file selected', text: noFile }
  if (lacks('linkUrl')) return { title: 'No link entered', text: faults.linkUrl ?? '' }
  if (lacks('textContent')) return { title: 'No text entered', text: faults.textContent ?? '' }
  return { title: 'Please check the form', text: Object.values(faults)[0] ?? '' }
}

const noFile = 'Please select a file to upload'

function missingIn(fields: Typed, hasFile: boolean): Sentences {
  const { kind, pricingModel, price, minimumPrice, linkUrl, textContent } = fields
  return {
    ...(pricingModel === 'fixed' && price === '' && { price: 'Enter a price' }),
    ...(minimumPrice === '' && {
      minimumPrice: 'Please set a minimum price for pay-what-you-want content',
    }),
    ...(kind === 'file' && !hasFile && { file: noFile }),
    ...(linkUrl === '' && { linkUrl: 'Please enter a link' }),
    ...(textContent?.trim() === '' && { textContent: 'Please enter a text' }),
  }
}

function priceFault(fields: Typed, { currency, smallestPrice }: Rules): Sentences {
  const name = fields.pricingModel === 'fixed' ? 'price' : 'minimumPrice'
  const amount = fields[name] ?? ''
  const charge = { min: parseDecimal(smallestPrice, currency) ?? 0, max: limits.largestPrice }
  if (amount === '') return {}
  const problem = typedAmountProblem(amount, currency)
  if (problem) return { [name]: problem }
  return readPrice(amount, currency, charge) === undefined ? { [name]: priceRange(currency, charge) } : {}
}

function chipsFault({ chips = '', minimumPrice = '' }: Typed, { currency, smallestPrice }: Rules): Sentences {
  const least = parseDecimal(smallestPrice, currency) ?? 0
  const minimum = Math.max(parseDecimal(minimumPrice, currency) ?? 0, least)
  try {
    readChips(chips, { currency, charge: { min: least, max: limits.largestPrice }, minimum })
    return {}
  } catch (fault) {
    if (fault instanceof AppError) return fault.fields ?? {}
    throw fault
  }
}

function linkFault({ linkUrl = '' }: Typed): Sentences {
  if (linkUrl === '' || isWebAddress(linkUrl)) return {}
  return { linkUrl: 'Enter a link that starts with https:// or http://' }
}

function isDraft({ status }: Typed): boolean {
  return status === 'draft'
}
