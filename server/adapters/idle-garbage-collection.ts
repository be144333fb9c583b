import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const intervalMs = 2_000
/** The share of an interval's time in which the event loop ran anything. */
const idleUtilization = 0.03
/** A collection stops the process for about 0.1 seconds, so that it must be worth it. */
const worthwhileBytes = 16 * 1024 * 1024

/**
 * Collects all garbage when an interval passed with almost no work, and returns the memory to the operating system.
 * V8 itself collects only when memory is allocated, so without this a process keeps what its start or a peak has used
 * until the next peak. The returned function stops it.
 */
export function startIdleGarbageCollection({
  readUtilization = utilizationReader(),
  readHeapBytes = () => getHeapStatistics().total_physical_size,
  collect = collectAllGarbage,
} = {}): () => void {
  let bytesAfterLast = 0
  const timer = setInterval(() => {
    const isIdle = readUtilization() < idleUtilization
    if (!isIdle || readHeapBytes() - bytesAfterLast < worthwhileBytes) return
    collect()
    bytesAfterLast = readHeapBytes()
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** The utilization of the event loop since the last call, from 0 to 1. */
function utilizationReader(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const current = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(current, last)
    last = current
    return utilization
  }
}

/** Takes about 0.1 seconds. The new space, which a peak has made larger, becomes small again too. */
export function collectAllGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', flavor: 'last-resort' })
}
