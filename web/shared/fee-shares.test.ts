import { expect, test } from 'vitest'
import { feeShares } from './fee-shares.ts'

test('the shares of a sale add up, also with a fraction of a percent', () => {
  expect(feeShares()).toEqual({ fee: '20%', kept: '80%' })
  expect(feeShares(0)).toEqual({ fee: '0%', kept: '100%' })
  expect(feeShares(1250)).toEqual({ fee: '12.5%', kept: '87.5%' })
})
