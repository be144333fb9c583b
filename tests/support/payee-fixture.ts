import type { PayeeInput } from '../../contract/payees.ts'
import { payoutFixture } from './payout-fixture.ts'

export const person: PayeeInput = {
  kind: 'person',
  country: 'IT',
  legalName: 'Mara Vitale',
  birthDate: '1988-03-09',
  registrationNumber: '',
  representative: '',
  street: 'Via San Nicolò 12',
  street2: '',
  postalCode: '34121',
  city: 'Trieste',
  region: '',
  taxNumber: 'VTLMRA88C49L424R',
  vatId: '',
}

export const business: PayeeInput = {
  ...person,
  kind: 'business',
  legalName: 'Vitale Suono S.r.l.',
  birthDate: '',
  registrationNumber: 'TS-214880',
  representative: 'Mara Vitale',
  taxNumber: '01234567890',
  vatId: 'IT01234567890',
}

/** An instance with payouts. With `sellsMore` its payments are tests, and then real as far as the product knows. */
export async function payeeFixture(options: Parameters<typeof payoutFixture>[0] = {}) {
  const fixture = await payoutFixture(options)
  const setMode = (mode: 'test' | 'live') => Object.assign(fixture.w.ports.paymentProvider, { mode })
  return {
    ...fixture,
    /** Sells while payments are tests. */
    async sellsMore(creator: { sells: (price: string) => Promise<unknown> }, price: string) {
      setMode('test')
      await creator.sells(price)
      setMode('live')
    },
  }
}
