import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultRun } from '../../tests/reliability/fault-run.ts'
import { underLoad } from '../../tests/reliability/under-load.ts'
import type { ServerProcess } from '../../tests/support/server-process.ts'
import { residentBytes } from '../memory.ts'
import { mebibyte } from '../random-file.ts'
import { milliseconds, quantile } from '../report.ts'

/** Below this duration the memory slope is meaningless, because the process is still warming up. */
const minSlopeSeconds = 300
const maxSlope = 1
/** File descriptors allowed at the end beyond those in the middle, because connections come and go. */
const spareDescriptors = 20

type Sample = { minute: number; megabytes: number; descriptors: number }

export const mixedLoad: FaultRun = {
  what: 'mixed load of 8 clients: pages, purchases, dashboard',
  unit: 'seconds',
  bar: '0 other responses, memory ≤ 1 MB/min, stable descriptors, stable p99 in the second half',
  quickCount: 10,
  longCount: 600,
  async run(count, log) {
    const { result, wrong, notes, responses } = await underLoad({ items: 100 }, async ({ site, shop }) => {
      const load = shop()
      const samples = await sample(site, count, log)
      await load.stop()
      return samples
    })
    const secondHalf = result.slice(Math.floor(result.length / 2))
    const [middle, last] = [secondHalf[0], secondHalf.at(-1)]
    const slope = slopeOf(secondHalf)
    const addedDescriptors = (last?.descriptors ?? 0) - (middle?.descriptors ?? 0)
    const p99Of = (isLate: boolean) => {
      const half = responses.filter(({ atMs }) => atMs >= count * 500 === isLate)
      return quantile(
        half.map(({ tookMs }) => tookMs),
        0.99,
      )
    }
    return {
      count,
      wrong: {
        'growing memory': count >= minSlopeSeconds && slope > maxSlope,
        'growing descriptors': addedDescriptors > spareDescriptors,
        ...wrong,
      },
      notes:
        `${notes}; memory ${slope.toFixed(1)} MB/min in the second half, ${Math.round(last?.megabytes ?? 0)} MB at the end; ` +
        `descriptors ${last?.descriptors} (${addedDescriptors} more); p99 ${milliseconds(p99Of(false))} then ${milliseconds(p99Of(true))}`,
    }
  },
}

async function sample(
  site: ServerProcess,
  seconds: number,
  log: (line: string) => void,
): Promise<Array<Sample>> {
  const samples: Array<Sample> = []
  const startedAt = performance.now()
  while (performance.now() - startedAt < seconds * 1_000) {
    await sleep(1_000)
    const megabytes = (await residentBytes(site)) / mebibyte
    const descriptors = (await readdir(`/proc/${site.pid()}/fd`)).length
    samples.push({ minute: (performance.now() - startedAt) / 60_000, megabytes, descriptors })
    if (samples.length % 60 === 0)
      log(`${samples.length} s: ${Math.round(megabytes)} MB, ${descriptors} descriptors`)
  }
  return samples
}

/** Megabytes per minute, by least squares. */
function slopeOf(samples: Array<Sample>): number {
  const mean = (values: Array<number>) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(({ megabytes }) => megabytes))]
  const covariance = mean(samples.map(({ minute, megabytes }) => (minute - x) * (megabytes - y)))
  const variance = mean(samples.map(({ minute }) => (minute - x) ** 2))
  return covariance / variance
}
