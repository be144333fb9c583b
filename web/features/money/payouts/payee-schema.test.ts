import { expect, test } from 'vitest'
import { payeeSchema } from './payee-schema.ts'

const schema = payeeSchema(['KP'])
const typed = {
  kind: 'person',
  country: 'IT',
  legalName: 'Mara Vitale',
  birthMonth: '3',
  birthDay: '9',
  birthYear: '1988',
  street: 'Via San Nicolò 12',
  postalCode: '34121',
  city: 'Trieste',
  taxNumber: 'VTL MRA 88C49 L424R',
}

test('three fields are one date of birth', () => {
  expect(schema.safeParse(typed)).toMatchObject({
    success: true,
    data: { birthDate: '1988-03-09', taxNumber: 'VTLMRA88C49L424R', vatId: '' },
  })
})

test('without a country every other field says too what it misses', () => {
  const parsed = schema.safeParse({ kind: 'person' })
  const issues = parsed.success ? [] : parsed.error.issues

  expect(issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['country', 'Choose a country'],
    ['legalName', 'Enter the name in your passport or ID'],
    ['birthMonth', 'Enter your date of birth'],
    ['street', 'Enter the street and number'],
    ['city', 'Enter the city'],
    ['postalCode', 'Enter the postal code'],
  ])
})
