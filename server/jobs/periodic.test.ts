import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../../tests/support/test-app.ts'
import { registered } from '../features/index.ts'
import { startPeriodicTasks } from './periodic.ts'

test('a sweep step that hangs does not delay other lanes', async () => {
  const w = await createTestApp()
  const done: Array<string> = []
  const { promise: hanging, resolve: release } = Promise.withResolvers<void>()

  const stop = startPeriodicTasks(w.ports, {
    ...registered,
    periodic: [
      { steps: [() => hanging, async () => void done.push('after the hanging step')] },
      { steps: [() => Promise.reject(new Error('no')), async () => void done.push('after the failed step')] },
      { steps: [async () => void done.push('other lane')] },
    ],
  })
  onTestFinished(async () => {
    release()
    await stop()
  })

  await expect.poll(() => done).toEqual(['other lane', 'after the failed step'])
})
