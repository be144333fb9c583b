import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServerProcess, startServerProcess } from '../../tests/support/server-process.ts'
import { residentBytes } from '../memory.ts'
import { quantile } from '../report.ts'
import { type FaultRun, nonZero } from './fault-run.ts'
import { findViolations } from './promises.ts'
import { countLost, countUnexpected, createItemsForSale, type LoadResponse, startLoad } from './shoppers.ts'

const mebibyte = 1024 ** 2
/** Below this duration the memory slope is meaningless, because the process is still warming up. */
const minSlopeSeconds = 300
const maxSlope = 1
/** File descriptors allowed at the end beyond those in the middle, because connections come and go. */
const spareDescriptors = 20

type Sample = { atMinutes: number; megabytes: number; descriptors: number }

export const mixedLoad: FaultRun = {
  what: 'mixed load of 8 clients: pages, purchases, dashboard',
  unit: 'seconds',
  bar: '0 other responses, memory ≤ 1 MB/min, stable descriptors, stable p99 in the second half',
  quickCount: 10,
  longCount: 600,
  async run(count, log) {
    const site = await startServerProcess()
    try {
      await site.start()
      const load = startLoad(await createItemsForSale(site, { items: 100 }))
      const samples = await sample(site, count, log)
      await load.stop()
      const other = nonZero(countUnexpected(load.responses, ({ status }) => status === 200))
      const lost = await countLost(site, load.orderNumbers)
      const violations = await findViolations(site)
      const secondHalf = samples.slice(Math.floor(samples.length / 2))
      const slope = slopeOf(secondHalf)
      const addedDescriptors = (secondHalf.at(-1)?.descriptors ?? 0) - (secondHalf[0]?.descriptors ?? 0)
      const [first, second] = halves(load.responses, count * 500).map((part) => quantile(part, 0.99))
      const isMemoryStable = count < minSlopeSeconds || slope <= maxSlope
      const result =
        `${load.responses.length} answers, other ${other}; lost ${lost} of ${load.orderNumbers.length}; promises broken ${violations}; ` +
        `memory ${slope.toFixed(1)} MB/min in the second half, ${Math.round(secondHalf.at(-1)?.megabytes ?? 0)} MB at the end; ` +
        `descriptors ${secondHalf.at(-1)?.descriptors} (${addedDescriptors >= 0 ? '+' : ''}${addedDescriptors}); p99 ${Math.round(first ?? 0)} then ${Math.round(second ?? 0)} ms`
      const hasPassed =
        other === '0' &&
        lost === 0 &&
        violations === '0' &&
        isMemoryStable &&
        addedDescriptors <= spareDescriptors
      return { count, result, hasPassed }
    } finally {
      await site.remove()
    }
  },
}

async function sample(
  site: ServerProcess,
  seconds: number,
  log: (line: string) => void,
): Promise<Array<Sample>> {
  const samples: Array<Sample> = []
  const began = performance.now()
  while (performance.now() - began < seconds * 1_000) {
    await sleep(1_000)
    const megabytes = (await residentBytes(site)) / mebibyte
    const descriptors = (await readdir(`/proc/${site.pid()}/fd`)).length
    samples.push({ atMinutes: (performance.now() - began) / 60_000, megabytes, descriptors })
    if (samples.length % 60 === 0)
      log(`${samples.length} s: ${Math.round(megabytes)} MB, ${descriptors} descriptors`)
  }
  return samples
}

/** Megabytes per minute, by least squares. */
function slopeOf(samples: Array<Sample>): number {
  const mean = (values: Array<number>) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(samples.map((one) => one.atMinutes)), mean(samples.map((one) => one.megabytes))]
  const covariance = mean(samples.map((one) => (one.atMinutes - x) * (one.megabytes - y)))
  const variance = mean(samples.map((one) => (one.atMinutes - x) ** 2))
  return covariance / variance
}

/** Response times in milliseconds of the requests sent before `middleMs`, and of those sent after it. */
function halves(responses: Array<LoadResponse>, middleMs: number): Array<Array<number>> {
  const isEarly = ({ atMs }: LoadResponse) => atMs < middleMs
  return [responses.filter(isEarly), responses.filter((response) => !isEarly(response))].map((part) =>
    part.map(({ tookMs }) => tookMs),
  )
}
