import type pg from 'pg'
import { chainCheck, sealedCheck } from './chain.ts'
import { allChecks, type Check, type Difference } from './checks.ts'

/** Differences of one check that are written out. */
const mostSaid = 20

/** Everything that is recomputed, in the order it is said. */
export const checks: Array<Check> = [...allChecks, sealedCheck, chainCheck]

export type Finding = { name: string; differences: Array<Difference> }

/** Recomputes the books as they are at one moment: sales that go on meanwhile do not disturb it. */
export async function verifyBooks(
  client: pg.ClientBase,
  found: (finding: Finding) => void = () => undefined,
): Promise<Array<Finding>> {
  await client.query('begin isolation level repeatable read read only')
  try {
    const findings: Array<Finding> = []
    for (const { name, find } of checks) {
      const finding = { name, differences: await find(client) }
      found(finding)
      findings.push(finding)
    }
    return findings.filter(({ differences }) => differences.length > 0)
  } finally {
    await client.query('rollback')
  }
}

/** A finding in words, a line for each difference. */
export function inWords({ name, differences }: Finding): string {
  if (differences.length === 0) return `ok     ${name}`
  const said = differences
    .slice(0, mostSaid)
    .map(({ subject, kept, summed }) => `       ${subject}: it says ${kept}, the books say ${summed}`)
  const rest = differences.length - said.length
  return [`WRONG  ${name}`, ...said, ...(rest > 0 ? [`       and ${rest} more`] : [])].join('\n')
}
