import { expect, test } from 'vitest'
import { startVatRegister } from '../../../tests/support/vat-register.ts'
import { createOutside } from '../outside/outside.ts'
import { vies } from './vies.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

async function open({ isOn = true, requester = '' } = {}) {
  const double = await startVatRegister()
  const outside = createOutside({ allowedOrigins: [new URL(double.url).origin] })
  return {
    ...double,
    register: vies({ outside, url: double.url, isOn: () => isOn, requester: () => requester, log }),
  }
}

test('a valid VAT ID comes with the name, the address and the number of the look-up', async () => {
  const { register, asked, answers } = await open({ requester: 'DE123456789' })
  answers({
    body: {
      valid: true,
      name: 'VITALE SUONO SRL',
      address: 'VIA SAN NICOLO 12 \n34121 TRIESTE TS\n',
      requestIdentifier: 'WAPIAAAAX1',
    },
  })

  expect(await register.look('IT01234567890')).toEqual({
    state: 'valid',
    name: 'VITALE SUONO SRL',
    address: 'VIA SAN NICOLO 12 34121 TRIESTE TS',
    consultationNumber: 'WAPIAAAAX1',
  })
  expect(asked).toEqual([
    {
      countryCode: 'IT',
      vatNumber: '01234567890',
      requesterMemberStateCode: 'DE',
      requesterNumber: '123456789',
    },
  ])
})

test('a country that keeps names to itself gives none, and a requester outside the EU is not sent', async () => {
  const { register, asked } = await open({ requester: 'CHE123456789' })

  expect(await register.look('DE123456789')).toEqual({
    state: 'valid',
    name: null,
    address: null,
    consultationNumber: null,
  })
  expect(asked).toEqual([{ countryCode: 'DE', vatNumber: '123456789' }])
})

test('a VAT ID that the register doesn’t have is invalid', async () => {
  const { register, answers } = await open()
  answers({ body: { valid: false, name: '---', address: '---' } })

  expect(await register.look('IT01234567890')).toEqual({ state: 'invalid' })
})

test('a member state that is down, and answers of another form, say nothing about a VAT ID', async () => {
  const { register, answers, isDown } = await open()
  const look = () => register.look('IT01234567890')
  isDown()
  expect(await look()).toEqual({ state: 'unavailable' })
  for (const body of ['', '<html>', '[]', 'null', '{"valid":"yes"}', '{"actionSucceed":false}']) {
    answers({ body })
    expect(await look()).toEqual({ state: 'unavailable' })
  }
})

test('an address that can’t be reached says nothing about a VAT ID', async () => {
  const register = vies({
    outside: createOutside({ allowedOrigins: [] }),
    url: 'http://127.0.0.1:9/',
    isOn: () => true,
    requester: () => '',
    log,
  })

  expect(await register.look('IT01234567890')).toEqual({ state: 'unavailable' })
})

test('nothing is asked while the register is off, or for a country that it doesn’t have', async () => {
  const off = await open({ isOn: false })
  const on = await open()

  expect(await off.register.look('IT01234567890')).toEqual({ state: 'not_asked' })
  expect(await on.register.look('CHE123456789')).toEqual({ state: 'not_asked' })
  expect([...off.asked, ...on.asked]).toEqual([])
})
