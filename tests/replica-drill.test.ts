import { rm } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newKey } from '../server/backup/encryption.ts'
import { readBases } from '../server/backup/replica/base-backup.ts'
import { replicaPlace } from '../server/backup/replica/replica-place.ts'
import { textOfWrong } from './reliability/fault-run.ts'
import { findViolations } from './reliability/promises.ts'
import { tempFolder } from './support/backup-fixture.ts'
import { startObjectStore } from './support/object-store.ts'
import { runTool } from './support/run-tool.ts'
import { startSite } from './support/running-site.ts'
import { countLost, createItemsForSale, startLoad } from './support/shoppers.ts'

test.for([
  { waits: true, secondsBetween: 1 },
  { waits: false, secondsBetween: 5 },
])(
  'the data folder is deleted under load, and the replica has what was sold: $waits',
  {
    tags: ['long'],
    timeout: 600_000,
  },
  async ({ waits, secondsBetween }) => {
    const objects = await startObjectStore()
    onTestFinished(() => objects.stop())
    const { bucket, ...store } = await objects.newBucket()
    const { identity } = await newKey()
    const to = `s3://${bucket}/replica`
    const settings = {
      BACKUP_S3_ENDPOINT: store.endpoint,
      BACKUP_S3_REGION: store.region,
      BACKUP_S3_ACCESS_KEY_ID: store.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: store.secretAccessKey,
      BACKUP_KEY: identity,
    }
    const place = await replicaPlace(to, { backup: { s3: { ...store, bucket } } })
    const site = await startSite({
      ...settings,
      REPLICATE_TO: to,
      REPLICATE_WAIT: String(waits),
      REPLICATE_SECONDS: String(secondsBetween),
    })
    const items = await createItemsForSale(site, { items: 30 })
    const load = startLoad(items)
    await vi.waitFor(async () => expect(await readBases({ place, key: identity })).not.toEqual([]), {
      timeout: 120_000,
      interval: 1_000,
    })
    const before = load.bought.length
    await vi.waitFor(() => expect(load.bought.length).toBeGreaterThan(before + 50), { timeout: 120_000 })

    // The disk is gone while people buy, and then the machine.
    await rm(site.dataDir, { recursive: true, force: true, maxRetries: 50 })
    await site.kill()
    const goneAt = Date.now()
    await load.stop()
    const acknowledged = load.bought.map(({ orderNumber }) => orderNumber)

    const dataDir = await tempFolder()
    const restored = await runTool('restore', [to], { DATA_DIR: dataDir, ...settings })
    expect(restored.output).toContain('Every cent is accounted for.\nEvery file is complete.')
    expect(restored.code).toBe(0)
    const last = /The last change in it is of (\S+)\.\n/.exec(restored.output)?.[1] ?? ''
    const second = await startSite({}, dataDir)
    const lost = await countLost(second, acknowledged)
    const secondsLost = ((goneAt - new Date(last).getTime()) / 1_000).toFixed(1)
    console.log(
      `With REPLICATE_WAIT=${waits}: ${acknowledged.length} purchases, ${lost} lost, the copy ends ${secondsLost} s before the disk was gone.`,
    )
    if (waits) expect(lost).toBe(0)
    expect(Number(secondsLost)).toBeLessThan(15)
    expect(textOfWrong(await findViolations(second))).toBe('0')
  },
)
