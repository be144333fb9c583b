import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readBases } from '../server/backup/replica/base-backup.ts'
import { replicaPlace } from '../server/backup/replica/replica-place.ts'
import { tempFolder } from './support/backup-fixture.ts'
import { externalDatabaseUrl } from './support/external-postgres.ts'
import { startObjectStore } from './support/object-store.ts'
import { runTool } from './support/run-tool.ts'
import { startServerProcess } from './support/server-process.ts'
import { createItemsForSale } from './support/shoppers.ts'

/** The commands in the tables of the guide, as they are written there. */
function documentedCommands(): Array<string> {
  return ['backup', 'move'].flatMap((page) =>
    [...readFileSync(`docs/operate/${page}.md`, 'utf8').matchAll(/^\| `tipdrop ([^`]+)`/gm)].map(
      ([, command = '']) => command,
    ),
  )
}

/** A stopped instance with three files, a bucket, and the values of the placeholders in commands. */
async function commandFixture() {
  const replica = await tempFolder()
  const site = await startServerProcess({ REPLICATE_TO: replica })
  onTestFinished(() => site.remove())
  await site.start()
  await createItemsForSale(site, { items: 3 })
  const place = await replicaPlace(replica, { backup: { s3: undefined } })
  await expect.poll(() => readBases({ place, key: undefined }), { timeout: 120_000 }).toHaveLength(1)
  await site.stop()
  const objects = await startObjectStore()
  onTestFinished(() => objects.stop())
  const { endpoint, region, bucket } = await objects.newBucket()
  const s3 = {
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
  const archives = await tempFolder()
  const executed = new Set<string>()

  /** Runs a command of the guide, with values for its placeholders, and expects it to print a text. */
  async function run(
    command: string,
    { values = {}, settings = {}, code = 0, prints }: RunOptions,
  ): Promise<string> {
    executed.add(command)
    const [tool = '', ...args] = command.split(' ').map((word) => values[word] ?? word)
    const { output, ...ended } = await runTool(tool, args, { DATA_DIR: site.dataDir, ...settings })
    expect(output).toContain(prints)
    expect(ended.code).toBe(code)
    return output
  }
  return { dataDir: site.dataDir, bucket, s3, archives, replica, executed, run }
}

type RunOptions = {
  values?: Record<string, string>
  settings?: Record<string, string>
  code?: number
  prints: string
}

test('every command of backup, restore and move in the guide does what it says', {
  tags: ['long'],
  timeout: 600_000,
}, async () => {
  const { dataDir, bucket, s3, archives, replica, executed, run } = await commandFixture()
  const file = join(archives, 'one.tar')
  const intact = 'Every cent is accounted for.\nEvery file is complete.'

  const key = await run('backup --new-key', { prints: 'BACKUP_KEY=AGE-SECRET-KEY-1' })
  await run('backup FILE', { values: { FILE: file }, prints: 'every hash is right' })
  await run('backup FILE', { values: { FILE: file }, code: 1, prints: 'A backup overwrites nothing' })
  await run('backup FILE', {
    values: { FILE: '/nowhere/one.tar' },
    code: 1,
    prints: 'There is no folder /nowhere',
  })
  await run('backup --check FILE', { values: { FILE: file }, prints: 'Every hash is right.' })
  const place = `s3://${bucket}/backups`
  await run('backup --to PLACE', { values: { PLACE: place }, settings: s3, prints: `${place}/tipdrop-` })
  const encrypted = { BACKUP_TO: archives, BACKUP_KEY: /AGE-SECRET-KEY-1\w+/.exec(key)?.[0] ?? '' }
  const nightly = await run('backup', { settings: encrypted, prints: 'every hash is right' })
  expect(nightly).not.toContain('not encrypted')
  await run('backup --check FILE', {
    values: { FILE: archives },
    settings: encrypted,
    prints: 'Every hash is right.',
  })
  await run('backup --check FILE', {
    values: { FILE: place },
    settings: s3,
    prints: `${place}/tipdrop-`,
  })
  expect(readdirSync(archives).filter((name) => name.endsWith('.tar.age'))).toHaveLength(1)

  const rehearsed = 'The backup restores, and everything is right.'
  const keyFile = join(archives, 'key')
  await writeFile(keyFile, `# created: today\n${encrypted.BACKUP_KEY}\n`)
  await run('rehearse', { settings: encrypted, prints: rehearsed })
  await run('rehearse SOURCE', { values: { SOURCE: file }, prints: rehearsed })
  await run('rehearse SOURCE --in FOLDER', {
    values: { SOURCE: file, FOLDER: archives },
    prints: `free in ${archives}`,
  })
  const [newest = ''] = readdirSync(archives).filter((name) => name.endsWith('.tar.age'))
  const recipient = { BACKUP_KEY: /age1\w+/.exec(key)?.[0] ?? '' }
  await run('rehearse SOURCE --key-file KEYFILE', {
    values: { SOURCE: join(archives, newest), KEYFILE: keyFile },
    settings: recipient,
    prints: rehearsed,
  })
  await run('rehearse SOURCE', {
    values: { SOURCE: join(archives, newest) },
    settings: recipient,
    code: 1,
    prints: 'BACKUP_KEY only encrypts (age1…). Name a file with the secret key by --key-file FILE',
  })

  const restoredDir = await tempFolder()
  await run('restore FILE --skip-damaged', {
    values: { FILE: join(archives, newest) },
    settings: { ...encrypted, DATA_DIR: await tempFolder() },
    prints: intact,
  })
  const restored = { DATA_DIR: restoredDir }
  await run('restore FILE', { values: { FILE: file }, settings: restored, prints: intact })
  await run('restore FILE', {
    values: { FILE: file },
    settings: restored,
    code: 1,
    prints: 'The database is not empty.',
  })
  for (const [command, values] of [
    ['restore PLACE', {}],
    ['restore PLACE --to-time 2026-11-27T12:00:00Z', { '2026-11-27T12:00:00Z': new Date().toISOString() }],
  ] as const)
    await run(command, {
      values: { PLACE: replica, ...values },
      settings: { DATA_DIR: await tempFolder() },
      prints: intact,
    })
  const databaseUrl = await externalDatabaseUrl()
  const onExternal = { ...restored, DATABASE_URL: databaseUrl }
  await run('restore FILE', {
    values: { FILE: file },
    settings: onExternal,
    code: 1,
    prints: 'The file store is not empty',
  })
  const kept = { values: { FILE: file }, settings: onExternal, prints: intact }
  expect(await run('restore FILE --keep-files', kept)).toContain('Files that were already there: ')

  const target = await externalDatabaseUrl()
  const away = { values: { URL: target } }
  await run('move --database URL', { ...away, prints: 'Now set DATABASE_URL' })
  await run('move --database URL', { ...away, code: 1, prints: 'The database was already moved to' })
  await run('move --undo', { prints: 'This database is used again.' })
  await run('move --database URL', { ...away, code: 1, prints: 'The target database is not empty.' })
  await run('move --files s3', { settings: s3, prints: 'Now start the instance with the S3_ settings' })
  const back = { ...s3, DATA_DIR: await tempFolder(), DATABASE_URL: target }
  await run('move --files disk', { settings: back, prints: 'Now unset the S3_ settings' })
  await run('move --database embedded', { settings: back, prints: 'Now unset DATABASE_URL' })
  const { code, output } = await runTool('verify', [], { DATA_DIR: back.DATA_DIR })
  expect(output).toContain('Every cent is accounted for.')
  expect(code).toBe(0)
  const usage = await runTool('move', [], { DATA_DIR: dataDir })
  expect(usage).toMatchObject({ code: 1, output: expect.stringContaining('npm run move -- --database URL') })

  expect([...executed].toSorted()).toEqual(documentedCommands().toSorted())
})
