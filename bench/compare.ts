import type { BenchClient } from './http-client.ts'
import { type Measurement, median, milliseconds } from './report.ts'

/** A client and the path it requests. */
export type BenchRequest = [who: BenchClient, path: string]

/** Measures two requests alternately, so that other load on the machine affects both. */
export async function compare(
  what: string,
  {
    ours: measured,
    beside: baseline,
    bar: target,
    requestCount,
  }: { ours: BenchRequest; beside: BenchRequest; bar: string; requestCount: number },
): Promise<Measurement> {
  const rounds: Array<{ ours: number; beside: number }> = []
  for (let round = 0; round < 2; round++) {
    const times: { ours: Array<number>; beside: Array<number> } = { ours: [], beside: [] }
    for (let i = 0; i < requestCount; i++) {
      times.ours.push(await timeRequest(measured))
      times.beside.push(await timeRequest(baseline))
    }
    rounds.push({ ours: median(times.ours), beside: median(times.beside) })
  }
  const mine = median(rounds.map((round) => round.ours))
  const other = median(rounds.map((round) => round.beside))
  return { what, ours: milliseconds(mine), beside: milliseconds(other), ratio: mine / other, bar: target }
}

async function timeRequest([who, path]: BenchRequest): Promise<number> {
  const began = performance.now()
  const answer = await who.send('GET', path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
  return performance.now() - began
}
