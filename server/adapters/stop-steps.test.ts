import { expect, test } from 'vitest'
import { runStopSteps } from './stop-steps.ts'

test('a step that hangs or fails is reported, and the steps after it run', async () => {
  const done: Array<string> = []
  const failedSteps: Array<string> = []

  await runStopSteps(
    [
      { name: 'requests', run: () => new Promise(() => undefined), timeoutMs: 10 },
      { name: 'queue', run: () => Promise.reject(new Error('no')), timeoutMs: 1_000 },
      { name: 'database', run: async () => void done.push('database'), timeoutMs: 1_000 },
    ],
    (name) => failedSteps.push(name),
  )

  expect(failedSteps).toEqual(['requests', 'queue'])
  expect(done).toEqual(['database'])
})
