import { expect, test } from 'vitest'
import { shortLength } from '../../domain/recording-length.ts'
import { longLength } from './recording-length.ts'

test.each([
  [7, '0:07', '0:07'],
  [252, '4:12', '4:12'],
  [599, '9:59', '9:59'],
  [1_871, '31 min', '31 minutes'],
  [3_600, '1 h', '1 hour'],
  [3_660, '1 h 1 min', '1 hour 1 minute'],
  [7_499, '2 h 5 min', '2 hours 5 minutes'],
])('%i seconds are %s, and %s in words', (seconds, short, long) => {
  expect([shortLength(seconds), longLength(seconds)]).toEqual([short, long])
})
