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

/** Measures two requests alternately, so that other load on the machine affects both. The median of two rounds. */
export async function compare(
  what: string,
  { measured, baseline, target, requestCount }: Comparison,
): Promise<Measurement> {
  const rounds: Array<{ measuredMs: number; baselineMs: number }> = []
  for (let round = 0; round < 2; round++) {
    const times: Array<[measured: number, baseline: number]> = []
    for (let i = 0; i < requestCount; i++)
      times.push([await timeRequest(measured), await timeRequest(baseline)])
    rounds.push({
      measuredMs: median(times.map(([ms]) => ms)),
      baselineMs: median(times.map(([, ms]) => ms)),
    })
  }
  const measuredMs = median(rounds.map((round) => round.measuredMs))
  const baselineMs = median(rounds.map((round) => round.baselineMs))
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
