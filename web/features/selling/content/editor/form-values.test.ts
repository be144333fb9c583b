import { expect, test } from 'vitest'
import { emptyValues, type FormValues, toApiFields, toFormData } from './form-values.ts'
import { currentStep } from './upload-form.tsx'

const typed: FormValues = {
  ...emptyValues,
  kind: 'file',
  status: 'published',
  title: ' Dusk ',
  price: '9.99',
  minimumPrice: '1.00',
  linkUrl: 'https://example.com',
  textContent: 'A poem',
}

test('fields of another kind or pricing model are not sent', () => {
  expect(toApiFields(typed)).toEqual({
    kind: 'file',
    status: 'published',
    title: 'Dusk',
    description: '',
    category: 'other',
    pricingModel: 'fixed',
    price: '9.99',
    showEarnings: 'false',
    accessType: 'download',
  })
  expect(toApiFields({ ...typed, kind: 'link' })).toMatchObject({
    linkUrl: 'https://example.com',
    accessType: 'link',
  })
  expect(toApiFields({ ...typed, kind: 'text' })).toMatchObject({ textContent: 'A poem', accessType: 'view' })
})

test('suggested amounts are sent with pay what you want only, supporter names with every kind', () => {
  const withSuggestions = { ...typed, suggestedAmounts: ' 3, 5, 10 ', showSupporters: 'true' }

  expect(toApiFields(withSuggestions)).not.toHaveProperty('suggestedAmounts')
  expect(toApiFields(withSuggestions)).toMatchObject({ showSupporters: 'true' })
  expect(toApiFields({ ...withSuggestions, pricingModel: 'pay_what_you_want' })).toMatchObject({
    suggestedAmounts: '3, 5, 10',
  })
})

test('earnings are public only when their option is on', () => {
  expect(toApiFields(emptyValues)).toMatchObject({ showEarnings: 'false' })
  expect(toApiFields({ ...emptyValues, showEarnings: 'true' })).toMatchObject({ showEarnings: 'true' })
})

test('with pay what you want the price field is the minimum, or 0', () => {
  const payWhatYouWant = { ...typed, pricingModel: 'pay_what_you_want' }

  expect(toApiFields(payWhatYouWant)).toMatchObject({ price: '1.00', minimumPrice: '1.00' })
  expect(toApiFields({ ...payWhatYouWant, minimumPrice: '' })).toMatchObject({ price: '0', minimumPrice: '' })
})

test('the form data has the fields before the preview image, and the file as an upload id', () => {
  const preview = new File(['x'], 'cover.png')

  const body = toFormData(toApiFields({ ...emptyValues, kind: 'file', title: 'Dusk' }), {
    uploadId: 'abc',
    preview,
  })

  const names = [...body.keys()]
  expect(names.at(-1)).toBe('previewImage')
  expect(names.indexOf('title')).toBeLessThan(names.indexOf('previewImage'))
  expect(body.get('uploadId')).toBe('abc')
})

test('the current step follows from the filled fields', () => {
  const file = new File(['presets'], 'dusk.zip')
  const untitled = { ...typed, title: '' }

  expect(currentStep(untitled, undefined)).toBe(0)
  expect(currentStep(untitled, file)).toBe(1)
  expect(currentStep(typed, file)).toBe(2)
  expect(currentStep({ ...typed, kind: 'link', linkUrl: ' ' }, file)).toBe(0)
  expect(currentStep({ ...typed, pricingModel: 'pay_what_you_want', minimumPrice: '' }, file)).toBe(1)
})

test('a link typed without https:// gets it, and other text stays as typed', () => {
  const linkOf = (linkUrl: string) => toApiFields({ ...emptyValues, kind: 'link', linkUrl }).linkUrl

  expect(linkOf(' example.com/a ')).toBe('https://example.com/a')
  expect(linkOf('http://example.com')).toBe('http://example.com')
  expect(linkOf('javascript:alert(1)')).toBe('javascript:alert(1)')
  expect(linkOf('')).toBe('')
})
