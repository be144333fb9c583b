import { readFile } from 'node:fs/promises'
import { countOf, formatBytes } from '../../domain/format.ts'
import { runCommand } from '../adapters/run-command.ts'
import { readConfig } from '../config.ts'
import { createFileStore } from '../create-services.ts'
import { connectForVerify } from './connect.ts'
import { verifyFiles } from './file-checks.ts'
import { unreadablePayoutDetails } from './payout-details.ts'
import { formatFinding, verifyLedger } from './run-checks.ts'
import { getLatestHash } from './seal-checks.ts'
import { verifyStatement } from './statement.ts'

/**
 * Recomputes the ledger, reads every stored file, or verifies a downloaded statement. Exits with 1 when it finds a
 * difference.
 */
async function main([subject]: Array<string>): Promise<number> {
  if (subject === 'files') return verifyFileStore()
  return subject ? verifyStatementFile(subject) : verifyDatabase()
}

async function verifyFileStore(): Promise<number> {
  const config = readConfig(process.env)
  const { client, close } = await connectForVerify(config)
  try {
    const { findings, fileCount, byteCount } = await verifyFiles(client, await createFileStore(config), {
      onFinding: (finding) => console.log(formatFinding(finding, 'the store has')),
      onProgress: (progress) => console.error(`       ${progress}`),
    })
    console.log(`Read ${countOf(fileCount, 'file')}, ${formatBytes(byteCount)}.`)
    console.log(findings.length === 0 ? 'Every file is complete.' : 'Files are missing or damaged.')
    return findings.length === 0 ? 0 : 1
  } finally {
    await close()
  }
}

async function verifyStatementFile(file: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) throw new Error(`Cannot read a file at ${file}.`)
  const { errors, summary } = verifyStatement(text)
  for (const error of errors) console.log(`WRONG  ${error}`)
  if (errors.length === 0) console.log(`ok     ${summary}`)
  return errors.length === 0 ? 0 : 1
}

async function verifyDatabase(): Promise<number> {
  const config = readConfig(process.env)
  const { client, close } = await connectForVerify(config)
  try {
    const findings = await verifyLedger(client, {
      onFinding: (finding) => console.log(formatFinding(finding)),
      // Not part of the result, so that the output of two runs can be compared.
      onProgress: (progress) => console.error(`       ${progress}`),
    })
    const last = await getLatestHash(client)
    if (last) console.log(`The last seal is number ${last.sequence}: ${last.hash}`)
    const unreadable = await unreadablePayoutDetails(config, client)
    for (const sentence of unreadable) console.log(`WRONG  ${sentence}`)
    console.log(findings.length === 0 ? 'Every cent is accounted for.' : 'The ledger does not add up.')
    return findings.length === 0 && unreadable.length === 0 ? 0 : 1
  } finally {
    await close()
  }
}

runCommand(main)
