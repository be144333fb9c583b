import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refuseLostData } from '../server/backup/lost-data.ts'
import { type Config, readConfig } from '../server/config.ts'
import { archiveName, scheduledArchiveName } from '../server/features/site/backups/archive-names.ts'
import { isPassingStartError } from '../server/startup-errors.ts'
import { tempFolder } from './support/backup-fixture.ts'

const at = new Date('2026-03-01T03:30:00Z')
const publicUrl = 'http://localhost:3000'

async function refusalOf(change: Partial<Config>): Promise<Error | undefined> {
  return refuseLostData({ ...readConfig({}), publicUrl, dataDir: '/srv/tips', ...change }).then(
    () => undefined,
    (error: Error) => error,
  )
}

async function refusal(change: Partial<Config>): Promise<string> {
  return (await refusalOf(change))?.message ?? ''
}

test('a start without data is refused while the place of its backups has some of the site', async () => {
  const folder = await tempFolder()
  const backup = { ...readConfig({}).backup, to: folder }
  expect(await refusal({ backup })).toBe('')

  const elsewhere = archiveName({ publicUrl: 'https://tips.example.com', at, key: undefined })
  await writeFile(join(folder, elsewhere), '')
  expect(await refusal({ backup })).toBe('')

  const own = scheduledArchiveName({ publicUrl, at, key: undefined })
  await writeFile(join(folder, own), '')
  const message = await refusal({ backup })
  expect(message).toContain(`There is no data in /srv/tips, but ${join(folder, own)} has data of this site.`)
  expect(message).toContain(`restore -- ${join(folder, own)}`)
})

test('a start without data is refused while the place of its copy has a replica', async () => {
  const folder = await tempFolder()
  const replica = { to: folder, waits: false, keepDays: 7, intervalSeconds: 1 }
  expect(await refusal({ replica })).toBe('')

  await writeFile(
    join(folder, 'replica.json'),
    JSON.stringify({ format: 'tipdrop-replica', id: randomUUID() }),
  )

  expect(await refusal({ replica })).toContain(`but ${folder} has data of this site.`)
})

test('a start without data waits while a place of the site cannot be read, and says how to begin anew', async () => {
  const to = '/srv/nowhere'
  const replica = { to, waits: false, keepDays: 7, intervalSeconds: 1 }
  const backup = { ...readConfig({}).backup, to }

  for (const [setting, change] of Object.entries({ REPLICATE_TO: { replica }, BACKUP_TO: { backup } })) {
    const error = await refusalOf(change)
    expect(isPassingStartError(error)).toBe(true)
    expect(error?.message).toContain(`whether ${setting} has data of this site: There is no folder ${to}.`)
    expect(error?.message).toContain('To begin a new site')
  }
})
