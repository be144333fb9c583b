import { getHeapStatistics } from 'node:v8'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectAllGarbage, startIdleGarbageCollection } from './idle-garbage-collection.ts'

const mebibyte = 1024 * 1024

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A process of 40 MiB without garbage. */
function processWith({ utilization, heapMiB }: { utilization: number; heapMiB: number }) {
  const state = { utilization, heapMiB, collections: 0 }
  const stop = startIdleGarbageCollection({
    readUtilization: () => state.utilization,
    readHeapBytes: () => state.heapMiB * mebibyte,
    collect() {
      state.collections += 1
      state.heapMiB = 40
    },
  })
  return { state, stop, later: () => vi.advanceTimersByTime(10_000) }
}

test('a process that has started and has nothing to do collects its garbage once', () => {
  const { state, later } = processWith({ utilization: 0.01, heapMiB: 60 })

  later()
  later()

  expect(state).toMatchObject({ collections: 1, heapMiB: 40 })
})

test('a process collects nothing during a peak, and what the peak has left when it is over', () => {
  const { state, later } = processWith({ utilization: 0.01, heapMiB: 60 })
  later()
  Object.assign(state, { utilization: 0.5, heapMiB: 210 })
  later()
  expect(state.collections).toBe(1)

  state.utilization = 0.01
  later()

  expect(state).toMatchObject({ collections: 2, heapMiB: 40 })
})

test('a little garbage is not worth a collection', () => {
  const { state, later } = processWith({ utilization: 0.01, heapMiB: 60 })
  later()
  state.heapMiB = 50
  later()

  expect(state.collections).toBe(1)
})

test('after the stop nothing is collected', () => {
  const { state, stop, later } = processWith({ utilization: 0.01, heapMiB: 60 })

  stop()
  later()

  expect(state.collections).toBe(0)
})

test('collecting all garbage makes the heap smaller', () => {
  let garbage: Array<Array<number>> | undefined = Array.from({ length: 100_000 }, () => Array(40).fill(1.5))
  const heapBytes = () => getHeapStatistics().total_physical_size
  const before = heapBytes()
  expect(garbage.length).toBe(100_000)
  garbage = undefined

  collectAllGarbage()

  expect(before - heapBytes()).toBeGreaterThan(20 * mebibyte)
  expect('gc' in globalThis).toBe(false)
})
