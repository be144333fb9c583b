import type { BenchClient } from '../tests/support/http-client.ts'
import { type Measurement, median, milliseconds } from './report.ts'

/** A client and the path it requests. */
export type BenchRequest = [client: BenchClient, path: string]

/** Measures two requests alternately, so that other load on the machine affects both. */
export async function compare(
  what: string,
  {
    measured,
    baseline,
    target,
    requestCount,
  }: { measured: BenchRequest; baseline: BenchRequest; target: string; requestCount: number },
): Promise<Measurement> {
  const rounds: Array<{ measured: number; baseline: number }> = []
  for (let round = 0; round < 2; round++) {
    const times: { measured: Array<number>; baseline: Array<number> } = { measured: [], baseline: [] }
    for (let i = 0; i < requestCount; i++) {
      times.measured.push(await timeRequest(measured))
      times.baseline.push(await timeRequest(baseline))
    }
    rounds.push({ measured: median(times.measured), baseline: median(times.baseline) })
  }
  const mediansOf = (side: 'measured' | 'baseline') => rounds.map((round) => round[side])
  return compareTimes(what, { measured: mediansOf('measured'), baseline: mediansOf('baseline') }, target)
}

/** Compares the medians of two lists of milliseconds. */
export function compareTimes(
  what: string,
  times: { measured: Array<number>; baseline: Array<number> },
  target: string,
): Measurement {
  const [measuredMs, baselineMs] = [median(times.measured), median(times.baseline)]
  return {
    what,
    measured: milliseconds(measuredMs),
    baseline: milliseconds(baselineMs),
    ratio: measuredMs / baselineMs,
    target,
  }
}

async function timeRequest([client, path]: BenchRequest): Promise<number> {
  const began = performance.now()
  const response = await client.send('GET', path)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  await response.arrayBuffer()
  return performance.now() - began
}
