import type pg from 'pg'
import { chainCheck, sealedCheck } from './chain.ts'
import { allChecks } from './checks.ts'
import type { Check, Difference } from './query.ts'

/** Differences of one check that are written out. */
const mostSaid = 20

/** Everything that is recomputed, in the order it is said. */
const checks: Array<Check> = [...allChecks, sealedCheck, chainCheck]

type Finding = { name: string; differences: Array<Difference> }

/** Recomputes the books as they are at one moment: sales that go on meanwhile do not disturb it. */
export async function verifyBooks(client: pg.ClientBase, found?: (finding: Finding) => void) {
  await client.query('begin isolation level repeatable read read only')
  try {
    return await findDifferences(client, found)
  } finally {
    await client.query('rollback')
  }
}

/** The checks that found something. `found` hears of each as it ends. */
export async function findDifferences(
  client: pg.ClientBase,
  found: (finding: Finding) => void = () => undefined,
): Promise<Array<Finding>> {
  const findings: Array<Finding> = []
  for (const { name, find } of checks) {
    const finding = { name, differences: await find(client) }
    found(finding)
    findings.push(finding)
  }
  return findings.filter(({ differences }) => differences.length > 0)
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
