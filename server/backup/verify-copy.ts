import pg from 'pg'
import type { FileStore } from '../ports/file-store.ts'
import { verifyFiles } from '../verify/file-checks.ts'
import { formatFinding, verifyLedger } from '../verify/run-checks.ts'

type Copy = { connection: pg.PoolConfig; store: FileStore }

/** Verifies the ledger and every file, and prints what differs. Returns whether everything is right. */
export async function verifyCopy(
  { connection, store }: Copy,
  onProgress: (text: string) => void,
): Promise<boolean> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const onFinding = (finding: Parameters<typeof formatFinding>[0]) => {
      if (finding.differences.length > 0) console.log(formatFinding(finding))
    }
    const ledger = await verifyLedger(client, {
      onFinding,
      onProgress: (text) => onProgress(`Ledger: ${text}`),
    })
    const files = await verifyFiles(client, store, {
      onFinding,
      onProgress: (text) => onProgress(`Checking files: ${text}`),
    })
    console.log(ledger.length === 0 ? 'Every cent is accounted for.' : 'The ledger does not add up.')
    console.log(files.findings.length === 0 ? 'Every file is complete.' : 'Files are missing or damaged.')
    return ledger.length === 0 && files.findings.length === 0
  } finally {
    await client.end()
  }
}
