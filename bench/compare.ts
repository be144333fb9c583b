import type { BenchClient } from '../tests/support/http-client.ts'
import { type Measurement, median, milliseconds } from './report.ts'

/** A client and the path it requests. */
type BenchRequest = [client: BenchClient, path: string]

type Comparison = {
  measured: BenchRequest
  baseline: BenchRequest
  target: string
  requestCount: number
}

/** Measures two requests alternately, so that other load on the machine affects both. */
export async function compare(
  what: string,
  { measured, baseline, target, requestCount }: Comparison,
): Promise<Measurement> {
  const times = { measured: [] as Array<number>, baseline: [] as Array<number> }
  for (let i = 0; i < 2 * requestCount; i++) {
    times.measured.push(await timeRequest(measured))
    times.baseline.push(await timeRequest(baseline))
  }
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
  const startedAt = performance.now()
  const response = await client.send('GET', path)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  await response.arrayBuffer()
  return performance.now() - startedAt
}
