import { expect, test } from 'vitest'
import { payoutStages } from '../../../../../contract/admin-payouts.ts'
import { places, runText, shownPlaces } from './payout-places.ts'

const none = { amount: 0, creators: 0 }
const stages = {
  paid: none,
  in_transit: none,
  to_pay_manually: none,
  ready: none,
  below_minimum: none,
  payout_method_missing: none,
  payee_details_missing: none,
  confirmation_needed: none,
  details_waiting: none,
  country_blocked: none,
  suspended: none,
}

test('a payout run says whom it pays and whom it leaves out', () => {
  const ready = { ...stages, ready: { amount: 2666.4, creators: 4 } }
  const left = {
    payout_method_missing: { amount: 506, creators: 3 },
    below_minimum: { amount: 12.8, creators: 1 },
  }
  expect(runText({ currency: 'USD', stages: { ...ready, ...left } }, '$25')).toEqual({
    title: '$2,666.40 to 4 creators',
    note: '3 without a payout method and 1 below $25 are left out.',
    canStart: true,
  })
  expect(runText({ currency: 'USD', stages: ready }, '$25').note).toBe('Everyone with a balance is in it.')
})

test('a payout run without a creator to pay is off, and says why', () => {
  expect(runText({ currency: 'USD', stages }, '$25')).toEqual({
    title: 'No one can be paid right now',
    note: 'No one is due a payout for this month.',
    canStart: false,
  })
  const suspended = { ...stages, suspended: { amount: 30, creators: 1 } }
  expect(runText({ currency: 'USD', stages: suspended }, '$25').note).toBe('1 suspended.')
})

test('every stage is a place, and the main ones are shown when they are empty', () => {
  expect(Object.keys(places).toSorted()).toEqual([...payoutStages].toSorted())
  expect(shownPlaces({ currency: 'USD', stages })).toEqual([
    'ready',
    'to_pay_manually',
    'payout_method_missing',
    'paid',
  ])
})
