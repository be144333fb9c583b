import { expect, test } from 'vitest'
import { emptyValues } from '../editor/form-values.ts'
import { toBulkFile } from './bulk-queue.ts'
import { bulkSchema, bulkValidationToast, titleFieldName, validateBulk } from './bulk-schema.ts'

const [dusk, dawn] = [toBulkFile(new File(['a'], 'dusk.wav')), toBulkFile(new File(['b'], 'dawn.wav'))]
const rules = { currency: 'USD', minPriceAmount: '0.01', rows: [dusk, dawn] }
const whole = {
  ...emptyValues,
  status: 'published',
  price: '5',
  [titleFieldName(dusk)]: 'Dusk',
  [titleFieldName(dawn)]: 'Dawn',
}

test('a form with files, titles and a price is valid', () => {
  expect(validateBulk(whole, rules)).toEqual({})
})

test('a shared price with a decimal comma is sent as a decimal string', () => {
  expect(bulkSchema(rules).parse({ ...whole, price: '5,50' })).toMatchObject({ price: '5.50' })
})

test('each file without a title has an error at its own field', () => {
  const faults = validateBulk({ ...whole, [titleFieldName(dawn)]: ' ' }, rules)

  expect(faults).toEqual({ [titleFieldName(dawn)]: 'Enter a title' })
  expect(bulkValidationToast(whole, faults)).toEqual({
    title: 'Missing fields',
    description: 'Please fill in title and price',
  })
})

test('a published file needs no title', () => {
  const done = { ...dawn, state: 'done' as const }

  expect(validateBulk({ ...whole, [titleFieldName(dawn)]: '' }, { ...rules, rows: [dusk, done] })).toEqual({})
})

test('the toast names what is missing: the price, the minimum or the files', () => {
  const says = (typed: Record<string, string>, rows = rules.rows) =>
    bulkValidationToast(typed, validateBulk(typed, { ...rules, rows }))

  expect(says({ ...whole, price: '' }).title).toBe('Missing fields')
  expect(says({ ...whole, pricingModel: 'pay_what_you_want' }).title).toBe('Missing minimum price')
  expect(says(whole, [])).toEqual({
    title: 'No file selected',
    description: 'Please select a file to upload',
  })
  expect(says({ ...whole, price: '0.001' }).title).toBe('Please check the form')
})
