import { expect, test } from 'vitest'
import { runSmallMachine } from './reliability/small-machine.ts'

/** `SMALL_MACHINE_MINUTES=60` is the hour of a release; its lines are printed. */
const minutes = Number(process.env.SMALL_MACHINE_MINUTES ?? 10)

test('an instance with its database in 512 MiB serves visitors, sales and uploads, and refuses what is too large', {
  tags: ['long'],
  timeout: (minutes + 5) * 60_000,
  retry: 0,
}, async ({ skip }) => {
  const run = await runSmallMachine(minutes, console.log)
  if (!run) return skip('This user may not make a control group with a limit of memory.')
  console.log(JSON.stringify(run))

  expect(run.failures).toEqual({})
  expect(run.hasSurvived).toBe(true)
  expect(Object.keys(run.samples).toSorted()).toEqual([
    'A preview of this file takes more memory than this site has. Add preview images instead.',
    'ready',
  ])
})
