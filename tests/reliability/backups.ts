import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runTool } from '../support/run-tool.ts'
import { startServerProcess } from '../support/server-process.ts'
import { countLost } from '../support/shoppers.ts'
import { type FaultRun, textOfWrong } from './fault-run.ts'
import { findViolations } from './promises.ts'
import { underLoad } from './under-load.ts'

export const backups: FaultRun = {
  what: '`npm run backup` of a running instance under 8 clients, restored elsewhere, verified and started',
  unit: 'backups',
  bar: 'nothing acknowledged before it is lost, ledger and files verify',
  quickCount: 1,
  longCount: 10,
  async run(count, log) {
    const { result, wrong, notes } = await underLoad({ items: 50 }, async ({ site, shop }) => {
      const load = shop()
      const problems: Array<string> = []
      for (let backup = 1; backup <= count; backup++) {
        await sleep(1_500)
        const orderNumbers = load.bought.map(({ orderNumber }) => orderNumber)
        problems.push(...(await backUpAndRestore(site.dataDir, orderNumbers)))
        log(`backup ${backup}: ${orderNumbers.length} purchases before it, ${problems.length} problems`)
      }
      return problems
    })
    return { count, wrong: { [result.join('; ')]: result.length, ...wrong }, notes }
  },
}

/** Returns what is lost or wrong in a restored copy. */
async function backUpAndRestore(dataDir: string, orderNumbers: Array<number>): Promise<Array<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-backup-'))
  const [archive, restoredDir] = [join(folder, 'backup.tar'), join(folder, 'data')]
  try {
    // Both read back and verify what they wrote.
    const made = await runTool('backup', [archive], { DATA_DIR: dataDir })
    if (made.code !== 0) return [made.output]
    const restored = await runTool('restore', [archive], { DATA_DIR: restoredDir })
    if (restored.code !== 0) return [restored.output]
    const site = await startServerProcess({}, { dataDir: restoredDir })
    try {
      await site.start()
      const wrong = { lost: await countLost(site, orderNumbers), ...(await findViolations(site)) }
      return textOfWrong(wrong) === '0' ? [] : [textOfWrong(wrong)]
    } finally {
      await site.remove()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
