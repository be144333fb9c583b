import type pg from 'pg'
import type { Check, Difference, OnProgress } from './check.ts'
import { allChecks } from './ledger-checks.ts'
import { allPostingsSealedCheck, hashChainCheck } from './seal-checks.ts'

/** The maximum printed differences of a check. */
const maxPrintedDifferences = 20

/** Every check, in the order of the output. */
const checks: Array<Check> = [...allChecks, allPostingsSealedCheck, hashChainCheck]

export type Finding = { name: string; differences: Array<Difference> }
export type Listeners = { onFinding?: (finding: Finding) => void; onProgress?: OnProgress }

/** Verifies the ledger in one snapshot, so that concurrent sales do not disturb it. */
export async function verifyLedger(client: pg.ClientBase, listeners?: Listeners) {
  await client.query('begin isolation level repeatable read read only')
  try {
    return await runChecks(client, listeners)
  } finally {
    await client.query('rollback')
  }
}

/** The checks that found differences. `onFinding` is called as each ends, `onProgress` while a long one runs. */
export async function runChecks(
  client: pg.ClientBase,
  { onFinding, onProgress = () => undefined }: Listeners = {},
): Promise<Array<Finding>> {
  const findings: Array<Finding> = []
  for (const { name, run } of checks) {
    const finding = { name, differences: await run(client, onProgress) }
    onFinding?.(finding)
    findings.push(finding)
  }
  return findings.filter(({ differences }) => differences.length > 0)
}

/** A finding as text, one line for each difference. `source` says where the recomputed values come from. */
export function formatFinding({ name, differences }: Finding, source = 'ledger says'): string {
  if (differences.length === 0) return `ok     ${name}`
  const lines = differences
    .slice(0, maxPrintedDifferences)
    .map(
      ({ entityRef, stored, recomputed }) => `       ${entityRef}: stored ${stored}, ${source} ${recomputed}`,
    )
  const rest = differences.length - lines.length
  return [`WRONG  ${name}`, ...lines, ...(rest > 0 ? [`       and ${rest} more`] : [])].join('\n')
}
