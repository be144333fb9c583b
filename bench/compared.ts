import type { Person } from './person.ts'
import { type Figure, median, milliseconds } from './table.ts'

/** Somebody asks for a path. */
export type Ask = [who: Person, path: string]

/** Two ways to ask, one after the other in turn, so that whatever else the machine does falls on both. */
export async function compared(
  what: string,
  { ours, beside, bar, asks }: { ours: Ask; beside: Ask; bar: string; asks: number },
): Promise<Figure> {
  const rounds: Array<{ ours: number; beside: number }> = []
  for (let round = 0; round < 2; round++) {
    const times: { ours: Array<number>; beside: Array<number> } = { ours: [], beside: [] }
    for (let i = 0; i < asks; i++) {
      times.ours.push(await timeOf(ours))
      times.beside.push(await timeOf(beside))
    }
    rounds.push({ ours: median(times.ours), beside: median(times.beside) })
  }
  const mine = median(rounds.map((round) => round.ours))
  const other = median(rounds.map((round) => round.beside))
  return { what, ours: milliseconds(mine), beside: milliseconds(other), ratio: mine / other, bar }
}

async function timeOf([who, path]: Ask): Promise<number> {
  const began = performance.now()
  const answer = await who.send('GET', path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
  return performance.now() - began
}
