import { spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  findPostgresConnection,
  type ServerProcess,
  startServerProcess,
} from '../../tests/support/server-process.ts'
import { type FaultRun, nonZero } from './fault-run.ts'
import { findViolations } from './promises.ts'
import { countLost, countUnexpected, createItemsForSale, startLoad } from './shoppers.ts'

const verify = join(import.meta.dirname, '../../dist/verify.js')

export const backups: FaultRun = {
  what: 'copy of a running instance under 8 clients (pg_backup_start, copy, pg_backup_stop, then files), started elsewhere and verified',
  unit: 'backups',
  bar: 'nothing acknowledged before it is lost, ledger verifies',
  quickCount: 1,
  longCount: 10,
  async run(count, log) {
    const site = await startServerProcess()
    try {
      await site.start()
      const load = startLoad(await createItemsForSale(site, { items: 50 }))
      const problems: Array<string> = []
      let purchaseCount = 0
      for (let backup = 1; backup <= count; backup++) {
        await sleep(1_500)
        const orderNumbers = [...load.orderNumbers]
        const folder = await copyWhileRunning(site)
        problems.push(...(await verifyBackup(folder, orderNumbers)))
        purchaseCount = orderNumbers.length
        log(`backup ${backup}: ${purchaseCount} purchases before it, ${problems.length} problems`)
      }
      await load.stop()
      const other = nonZero(countUnexpected(load.responses, ({ status }) => status === 200))
      const result = `${problems.join('; ') || '0 problems'}; ${purchaseCount} purchases in the last; other answers ${other}`
      return { count, result, hasPassed: problems.length === 0 && other === '0' }
    } finally {
      await site.remove()
    }
  },
}

/**
 * Copies the database first and the files after it: every file in the database still exists then, because replaced
 * files stay for a day. The WAL is copied last, so it has what PostgreSQL wrote meanwhile.
 */
async function copyWhileRunning({ dataDir }: ServerProcess): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-backup-'))
  const [from, to] = [join(dataDir, 'postgres'), join(folder, 'postgres')]
  const client = new pg.Client(await findPostgresConnection(dataDir))
  await client.connect()
  try {
    await client.query(`select pg_backup_start('bench', true)`)
    await copyFolder(from, to)
    for (const name of ['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot'])
      await rm(join(to, name), { recursive: true, force: true })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
    await copyFolder(join(from, 'pg_wal'), join(to, 'pg_wal'))
    await mkdir(join(to, 'pg_replslot'))
  } finally {
    await client.end()
  }
  for (const name of ['files', 'secrets', 'mail']) await copyFolder(join(dataDir, name), join(folder, name))
  // The copy must belong to the account that PostgreSQL runs as.
  spawnSync('chown', ['-R', '--reference', from, to])
  return folder
}

/** Copies with `cp`, which continues when a file appears or disappears meanwhile; such a file is not part of the copy. */
async function copyFolder(from: string, to: string): Promise<void> {
  const copying = spawn('cp', ['-a', from, to], { stdio: 'ignore' })
  await new Promise((resolve, reject) => copying.on('error', reject).on('exit', resolve))
}

/** Starts the copy as an instance of its own and returns what is lost or wrong. */
async function verifyBackup(folder: string, orderNumbers: Array<number>): Promise<Array<string>> {
  const site = await startServerProcess({}, { dataDir: folder })
  try {
    await site.start()
    const lost = await countLost(site, orderNumbers)
    const violations = await findViolations(site)
    const missing = await countMissingFiles(site)
    const verification = spawnSync(process.execPath, [verify], {
      env: { PATH: process.env.PATH, DATA_DIR: folder },
      encoding: 'utf8',
    })
    return [
      ...(lost === 0 ? [] : [`${lost} purchases lost`]),
      ...(violations === '0' ? [] : [violations]),
      ...(missing === 0 ? [] : [`${missing} files missing`]),
      ...(verification.status === 0 ? [] : [`verify: ${verification.stdout}${verification.stderr}`]),
    ]
  } finally {
    await site.remove().catch(() => rm(folder, { recursive: true, force: true }))
  }
}

async function countMissingFiles(site: ServerProcess): Promise<number> {
  const rows = await site.query<{ key: string }>('select key from files')
  const existing = await Promise.all(
    rows.map(({ key }) =>
      readFile(join(site.dataDir, 'files', key)).then(
        () => true,
        () => false,
      ),
    ),
  )
  return existing.filter((exists) => !exists).length
}
