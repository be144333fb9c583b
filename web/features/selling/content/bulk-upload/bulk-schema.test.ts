import { expect, test } from 'vitest'
import { emptyValues } from '../editor/form-values.ts'
import { bulkSchema, bulkValidationToast, titleFieldName, toBulkFile, validateBulk } from './bulk-queue.ts'

const [dusk, dawn] = [toBulkFile(new File(['a'], 'dusk.wav')), toBulkFile(new File(['b'], 'dawn.wav'))]
const rules = { currency: 'USD', minPriceAmount: '0.01', rows: [dusk, dawn] }
const complete = {
  ...emptyValues,
  status: 'published',
  price: '5',
  [titleFieldName(dusk)]: 'Dusk',
  [titleFieldName(dawn)]: 'Dawn',
}

test('a form with files, titles and a price is valid', () => {
  expect(validateBulk(complete, rules)).toEqual({})
})

test('a shared price with a decimal comma is sent as a decimal string', () => {
  expect(bulkSchema(rules).parse({ ...complete, price: '5,50' })).toMatchObject({ price: '5.50' })
})

test('each file without a title has an error at its own field', () => {
  const errors = validateBulk({ ...complete, [titleFieldName(dawn)]: ' ' }, rules)

  expect(errors).toEqual({ [titleFieldName(dawn)]: 'Enter a title' })
  expect(bulkValidationToast(complete, errors)).toEqual({
    title: 'Missing fields',
    description: 'Please fill in title and price',
  })
})

test('a published file needs no title', () => {
  const published = { ...dawn, state: 'done' as const }

  expect(
    validateBulk({ ...complete, [titleFieldName(dawn)]: '' }, { ...rules, rows: [dusk, published] }),
  ).toEqual({})
})

test('the toast names what is missing: the price, the minimum or the files', () => {
  const toastFor = (typed: Record<string, string>, rows = rules.rows) =>
    bulkValidationToast(typed, validateBulk(typed, { ...rules, rows }))

  expect(toastFor({ ...complete, price: '' }).title).toBe('Missing fields')
  expect(toastFor({ ...complete, pricingModel: 'pay_what_you_want' }).title).toBe('Missing minimum price')
  expect(toastFor(complete, [])).toEqual({
    title: 'No file selected',
    description: 'Please select a file to upload',
  })
  expect(toastFor({ ...complete, price: '0.001' }).title).toBe('Please check the form')
})
