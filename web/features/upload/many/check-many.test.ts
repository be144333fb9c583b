import { expect, test } from 'vitest'
import { nothingTyped } from '../typed.ts'
import { checkMany, manyNotice, manySchema, titleName } from './check-many.ts'
import { rowOf } from './rows.ts'

const [dusk, dawn] = [rowOf(new File(['a'], 'dusk.wav')), rowOf(new File(['b'], 'dawn.wav'))]
const rules = { currency: 'USD', smallestPrice: '0.01', rows: [dusk, dawn] }
const whole = {
  ...nothingTyped,
  status: 'published',
  price: '5',
  [titleName(dusk)]: 'Dusk',
  [titleName(dawn)]: 'Dawn',
}

test('files with titles and a price have nothing to mend', () => {
  expect(checkMany(whole, rules)).toEqual({})
})

test('a shared price with a decimal comma is sent as a decimal string', () => {
  expect(manySchema(rules).parse({ ...whole, price: '5,50' })).toMatchObject({ price: '5.50' })
})

test('each file needs a title, at its own field', () => {
  const faults = checkMany({ ...whole, [titleName(dawn)]: ' ' }, rules)

  expect(faults).toEqual({ [titleName(dawn)]: 'Enter a title' })
  expect(manyNotice(whole, faults)).toEqual({
    title: 'Missing fields',
    text: 'Please fill in title and price',
  })
})

test('what is published already needs none', () => {
  const done = { ...dawn, state: 'done' as const }

  expect(checkMany({ ...whole, [titleName(dawn)]: '' }, { ...rules, rows: [dusk, done] })).toEqual({})
})

test('without a price, without a minimum or without a file, the notice says what is missing', () => {
  const says = (typed: Record<string, string>, rows = rules.rows) =>
    manyNotice(typed, checkMany(typed, { ...rules, rows }))

  expect(says({ ...whole, price: '' }).title).toBe('Missing fields')
  expect(says({ ...whole, pricingModel: 'pay_what_you_want' }).title).toBe('Missing minimum price')
  expect(says(whole, [])).toEqual({ title: 'No file selected', text: 'Please select a file to upload' })
  expect(says({ ...whole, price: '0.001' }).title).toBe('Please check the form')
})
