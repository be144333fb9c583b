import { describe, expect, test } from 'vitest'
import { ContentFormFields } from '../../../../../contract/content.ts'
import { parseContentForm } from '../../../../../domain/content.ts'
import { AppError } from '../../../../../domain/errors.ts'
import { contentSchema, missingField, validateContent, validationToast } from './content-schema.ts'
import { emptyValues, type FormValues, toApiFields } from './form-values.ts'

const file = new File(['presets'], 'dusk.zip')
const rules = { currency: 'USD', minPriceAmount: '0.01', file }
const complete: FormValues = {
  ...emptyValues,
  kind: 'file',
  status: 'published',
  title: 'Dusk',
  price: '9.99',
}

/** The error message of the server for the same form; undefined when it accepts it. */
function serverErrorFor(typed: FormValues): string | undefined {
  const parsed = ContentFormFields.safeParse(toApiFields(typed))
  if (!parsed.success) return parsed.error.issues[0]?.message
  try {
    parseContentForm(parsed.data, { currency: 'USD', charge: { min: 1, max: 99_999_999 } })
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

describe('the upload form', () => {
  test('is valid when it is complete', () => {
    const payWhatYouWant = { ...complete, pricingModel: 'pay_what_you_want', price: '', minimumPrice: '1' }
    const link = { ...complete, kind: 'link', linkUrl: 'https://example.com/a?b=c' }
    const text = { ...complete, kind: 'text', textContent: 'A poem' }

    expect(validateContent(complete, rules)).toEqual({})
    expect(validateContent(payWhatYouWant, rules)).toEqual({})
    expect(validateContent(link, { ...rules, file: undefined })).toEqual({})
    expect(validateContent(text, { ...rules, file: undefined })).toEqual({})
    expect(contentSchema(rules).safeParse(complete).success).toBe(true)
  })

  test('says how many parts a text has too many of, unless the item has this text already', () => {
    const textContent = 'a\n\n'.repeat(2_001)
    const text = { ...complete, kind: 'text', status: 'draft', textContent }

    const errors = validateContent(text, rules)

    expect(errors).toEqual({ textContent: serverErrorFor(text) })
    expect(validateContent(text, { ...rules, storedText: textContent })).toEqual({})
  })

  test('names every missing field when it is empty, and title and price in its toast', () => {
    const empty = { ...emptyValues, kind: 'file', status: 'published' }

    const errors = validateContent(empty, { ...rules, file: undefined })

    expect(errors).toEqual({
      title: 'Enter a title',
      price: 'Enter a price',
      file: 'Please select a file to upload',
    })
    expect(validationToast(empty, errors)).toEqual({
      title: 'Missing fields',
      description: 'Please fill in title and price',
    })
  })

  test('names first what the toast is about, whatever comes first on the page', () => {
    const named = (change: FormValues) => {
      const typed = { ...emptyValues, kind: 'file', title: 'Sessions', status: 'published', ...change }
      return missingField(typed, validateContent(typed, { ...rules, file: undefined }))
    }

    expect(named({ title: '' })).toBe('title')
    expect(named({})).toBe('price')
    expect(named({ pricingModel: 'pay_what_you_want' })).toBe('minimumPrice')
    expect(named({ price: '5' })).toBe('file')
    expect(named({ price: '5', kind: 'link', linkUrl: 'x' })).toBeUndefined()
  })

  test.each([
    [
      { pricingModel: 'pay_what_you_want' },
      'Missing minimum price',
      'Please set a minimum price for pay-what-you-want content',
    ],
    [{ kind: 'link' }, 'No link entered', 'Please enter a link'],
    [{ kind: 'text', textContent: '  \n' }, 'No text entered', 'Please enter some text'],
    [{ price: '0' }, 'Please check the form', 'Enter a price from $0.01 to $999,999.99'],
    [{ price: 'nine' }, 'Please check the form', 'Enter an amount like 5.00'],
    [
      { kind: 'link', linkUrl: 'javascript:alert(1)' },
      'Please check the form',
      'Enter a link that starts with https:// or http://',
    ],
    [{ title: 'x'.repeat(201) }, 'Please check the form', 'Use 200 characters or fewer'],
  ])('with %o has the same error as on the server', (change, title, text) => {
    const typed: FormValues = { ...complete, ...change }

    const errors = validateContent(typed, rules)

    expect(validationToast(typed, errors)).toEqual({ title, description: text })
    expect(Object.values(errors)).toEqual([text])
    expect(serverErrorFor(typed)).toBe(text)
  })

  test.each(['9,99', '$9.99', ' ９．９９ ', '٩٫٩٩'])('with the price %j is valid and sends 9.99', (price) => {
    expect(validateContent({ ...complete, price }, rules)).toEqual({})
    expect(contentSchema(rules).parse({ ...complete, price })).toMatchObject({ price: '9.99' })
    const payWhatYouWant = { ...complete, pricingModel: 'pay_what_you_want', price: '', minimumPrice: price }
    expect(toApiFields(contentSchema(rules).parse(payWhatYouWant))).toMatchObject({
      price: '9.99',
      minimumPrice: '9.99',
    })
  })

  test('explains how to type an ambiguous price', () => {
    const sentence = 'Enter an amount like 5.00, with up to 2 decimals and no thousands separator'
    const payWhatYouWant = {
      ...complete,
      pricingModel: 'pay_what_you_want',
      price: '',
      minimumPrice: '1.000',
    }

    expect(validateContent({ ...complete, price: '1,000' }, rules)).toEqual({ price: sentence })
    expect(validateContent(payWhatYouWant, rules)).toEqual({ minimumPrice: sentence })
    expect(validateContent({ ...complete, price: '500.5' }, { ...rules, currency: 'JPY' })).toEqual({
      price: 'Enter an amount like 500, with no decimals',
    })
  })

  test('without a file, or with an empty one, is invalid', () => {
    const none = validateContent(complete, { ...rules, file: undefined })

    expect(validationToast(complete, none)).toEqual({
      title: 'No file selected',
      description: 'Please select a file to upload',
    })
    expect(validateContent(complete, { ...rules, file: new File([], 'empty.zip') })).toEqual({
      file: 'This file is empty.',
    })
  })

  test('shows invalid suggested amounts at their field, as the server does', () => {
    const payWhatYouWant = {
      ...complete,
      pricingModel: 'pay_what_you_want',
      minimumPrice: '2',
      suggestedAmounts: '1, 5, 10',
    }
    const suggestedAmounts = 'Enter three different amounts of at least $2.00, such as 3, 5, 10'

    expect(validateContent(payWhatYouWant, rules)).toEqual({ suggestedAmounts })
    expect(serverErrorFor(payWhatYouWant)).toBe(suggestedAmounts)
    expect(validateContent({ ...payWhatYouWant, suggestedAmounts: '3, 5, 10' }, rules)).toEqual({})
    expect(validateContent({ ...complete, suggestedAmounts: 'none' }, rules)).toEqual({})
  })

  test('ignores the amount of the other pricing model', () => {
    const typed = { ...complete, pricingModel: 'pay_what_you_want', price: 'nonsense', minimumPrice: '2' }

    expect(validateContent(typed, rules)).toEqual({})
  })

  test('is a valid draft with only a title', () => {
    const draft = { ...emptyValues, kind: 'file', status: 'draft', title: 'Later' }
    const nameless = { ...draft, title: ' ' }

    expect(validateContent(draft, { ...rules, file: undefined })).toEqual({})
    expect(validationToast(nameless, validateContent(nameless, rules)).description).toBe(
      'Please fill in a title',
    )
    expect(validateContent({ ...draft, price: '-1' }, rules)).toEqual({ price: 'Enter an amount like 5.00' })
  })
})
