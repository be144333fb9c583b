import { expect, test } from 'vitest'
import type { ReplicaState } from '../../../../../contract/monitoring.ts'
import { replicaItems, replicaWarning } from './health-replica.tsx'

const formatTime = (iso: string) => iso.slice(0, 10)

const well: ReplicaState = {
  place: 's3://copies/tips',
  lagSeconds: 0.4,
  shouldWait: true,
  isWaiting: true,
  baseAt: '2026-03-01T03:30:00.000Z',
  filesPending: 0,
  problem: null,
  isStarting: false,
}

test('a copy that keeps up is shown with its place, and that sales wait for it', () => {
  expect(replicaItems(well, formatTime)).toEqual([
    ['Place (REPLICATE_TO)', 's3://copies/tips'],
    ['Behind', 'Less than 2 seconds'],
    ['Sales (REPLICATE_WAIT)', 'Wait until the copy has them'],
    ['Newest whole copy of the database', '2026-03-01'],
    ['Files to copy', ''],
  ])
  expect(replicaWarning(well)).toBe(undefined)
})

test('a copy that fails says how far it is behind, what it lacks, why, and that sales go on', () => {
  const failing = {
    ...well,
    lagSeconds: 190,
    isWaiting: false,
    baseAt: null,
    filesPending: 2,
    problem: 'There is no folder.',
  }

  expect(Object.fromEntries(replicaItems(failing, formatTime))).toMatchObject({
    Behind: '3 minutes',
    'Sales (REPLICATE_WAIT)': 'Don’t wait now',
    'Newest whole copy of the database': 'None yet',
    'Files to copy': '2 files',
  })
  expect(replicaWarning(failing)).toBe(
    'Sales go on without waiting for the copy. The last attempt failed: There is no folder.',
  )
  expect(replicaWarning({ ...failing, isStarting: true, problem: null })).toBe(undefined)
})
