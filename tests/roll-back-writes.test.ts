import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hasRevision } from '../bench/revision.ts'
import { monthlyReportLines, payouts, receipts } from '../server/db/schema/index.ts'
import { encryptStoredDetails } from '../server/features/payouts/encrypt-stored-details.ts'
import { issueReceipts } from '../server/features/receipts/issue-receipts.ts'
import { connectionOf } from './support/backup-fixture.ts'
import { checkLedger } from './support/check-ledger.ts'
import { payoutFixture } from './support/payout-fixture.ts'
import { extractRelease, lastReleasedCommit } from './support/released-version.ts'

test.skipIf(!hasRevision(lastReleasedCommit()))(
  'what the last release writes beside this version is complete: sales, refunds, payouts, a renewal and a month',
  { tags: ['long'], timeout: 600_000 },
  async () => {
    const { w, seller, processes } = await payoutFixture()
    const mara = await seller('mara@example.com')
    await mara.sells('100.00')
    await processes()
    const folder = await extractRelease()
    const file = 'tests/support/write-as-release.test.ts'
    cpSync(join(import.meta.dirname, 'support/write-as-release.ts'), join(folder, file))

    const { stdout } = await promisify(execFile)(
      join(folder, 'node_modules/.bin/vitest'),
      ['run', '--project', 'server', '--testTimeout=300000', file],
      {
        cwd: folder,
        env: {
          ...{ PATH: process.env.PATH, NO_COLOR: '1' },
          DATABASE_OF_BOTH: JSON.stringify(connectionOf(w)),
        },
      },
    ).catch((error: { stdout: string }) => error)
    expect(stdout).toContain('Tests  1 passed')

    w.clock.advance(new Date('2026-04-02T00:00:00Z').getTime() - w.clock.now().getTime())
    await mara.sells('50.00')
    await w.runPeriodicTasks()
    await issueReceipts(w.ports)
    await encryptStoredDetails(w.ports)

    expect(await checkLedger(w)).toEqual([])
    const numbered = await w.db.select().from(receipts).orderBy(asc(receipts.id))
    // Six sales and two refunds.
    expect(numbered.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(new Set(numbered.map(({ taxAmount }) => taxAmount))).toEqual(new Set([0]))
    const masks = (await w.db.select().from(payouts)).map(({ destinationMask }) => destinationMask)
    expect(masks.toSorted()).toEqual(['j•••@example.com', 'm•••@example.com', 'm•••@example.com'])
    const lines = await w.db.select().from(monthlyReportLines)
    expect(lines.map(({ payoutEmail }) => payoutEmail).toSorted()).toEqual([
      'j•••@example.com',
      'm•••@example.com',
    ])
  },
)
