import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { newKey } from '../server/backup/encryption.ts'
import { rehearse } from '../server/backup/rehearse.ts'
import { readBases } from '../server/backup/replica/base-backup.ts'
import { replicaPlace } from '../server/backup/replica/replica-place.ts'
import { backUp, backUpInto, smallInstance, tempFolder } from './support/backup-fixture.ts'
import { runTool } from './support/run-tool.ts'
import { buy, startSite } from './support/running-site.ts'
import { createItemsForSale } from './support/shoppers.ts'

const long = { tags: ['long'], timeout: 300_000 }
/** Of an instance without settings. */
const publicUrl = 'http://localhost:3000'

test(
  'a rehearsal restores the newest backup of a place, verifies it, says the times and deletes the copy',
  long,
  async () => {
    const { w } = await smallInstance()
    const [folder, parent] = [await tempFolder(), await tempFolder()]
    await backUpInto(w, { folder, at: '2026-03-01T03:30:00Z', keep: 5, publicUrl })
    const { archive } = await backUpInto(w, { folder, at: '2026-03-02T03:30:00Z', keep: 5, publicUrl })
    const settings = { DATA_DIR: join(parent, 'data'), BACKUP_TO: folder }

    const { code, output } = await runTool('rehearse', [], settings)

    expect(output).toContain(`Rehearsing with ${archive}\n`)
    expect(output).toMatch(/ \d+\.\d s {2}Restored the data of 20/)
    expect(output).toMatch(/ s {2}1 purchase, the last of .* UTC, every row is there\n/)
    expect(output).toMatch(/ s {2}Every cent is accounted for\n.* s {2}Every file is complete\n/)
    expect(output).toMatch(/ s {2}in all\nThe backup restores, and everything is right\.\n$/)
    expect(code).toBe(0)
    expect(readdirSync(parent)).toEqual([])

    // A file that is gone is named, and everything else is tried.
    const [object = ''] = readdirSync(join(folder, 'tipdrop-files'), {
      recursive: true,
      encoding: 'utf8',
    }).filter((name) => name.endsWith('.bin'))
    await rm(join(folder, 'tipdrop-files', object))
    const wrong = await runTool('rehearse', [], settings)
    expect(wrong.output).toContain(`WRONG  ${join(folder, 'tipdrop-files', object)} is missing.`)
    expect(wrong.output).toContain('Files are missing or damaged')
    expect(wrong.code).toBe(1)
    expect(readdirSync(parent)).toEqual([])
  },
)

test('a rehearsal that is ended by a signal deletes its copy', long, async () => {
  const { w, archive } = await smallInstance()
  await backUp(w, { target: archive })
  const parent = await tempFolder()
  const child = spawn(process.execPath, ['dist/rehearse.js', archive, '--in', parent], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })
  await vi.waitFor(() => expect(readdirSync(parent)).toHaveLength(1), { timeout: 60_000 })
  child.kill('SIGINT')
  const [code] = await once(child, 'close')

  expect(output).toContain('The rehearsal was ended by SIGINT.')
  expect(code).toBe(1)
  expect(readdirSync(parent)).toEqual([])
})

test(
  'a rehearsal of a replica restores it while the instance sells, and says what is wrong with it',
  long,
  async () => {
    const [to, parent] = [await tempFolder(), await tempFolder()]
    const { identity } = await newKey()
    const site = await startSite({ REPLICATE_TO: to, BACKUP_KEY: identity })
    const items = await createItemsForSale(site, { items: 2 })
    for (const contentId of items.contentIds) await buy(site.url, contentId)
    const replica = { place: await replicaPlace(to, { backup: { s3: undefined } }), key: identity }
    await vi.waitFor(async () => expect(await readBases(replica)).toHaveLength(1), { timeout: 120_000 })
    await vi.waitFor(async () => expect(await readdir(join(to, 'stored/files'))).toHaveLength(2), {
      timeout: 60_000,
    })
    const settings = { DATA_DIR: join(parent, 'data'), REPLICATE_TO: to, BACKUP_KEY: identity }

    const { code, output } = await runTool('rehearse', [], settings)

    expect(output).toContain(`Rehearsing with ${to}\n`)
    expect(output).toMatch(/Restored the database and 3 files: (the last change is of 20|no change since)/)
    expect(output).toMatch(/ s {2}2 purchases, the last of .* UTC\n/)
    expect(output).toMatch(/ s {2}Every cent is accounted for\n.* s {2}Every file is complete\n/)
    expect(output).toMatch(/ s {2}in all\nThe replica restores, and everything is right\.\n$/)
    expect(code).toBe(0)
    expect(readdirSync(parent)).toEqual([])
    // The instance has not noticed.
    await buy(site.url, items.contentIds[0] ?? 0)

    await site.stop()
    const [file = ''] = await readdir(join(to, 'stored/files'))
    await rm(join(to, 'stored/files', file))
    const wrong = await runTool('rehearse', [to], settings)
    expect(wrong.output).toContain('Files are missing or damaged')
    expect(wrong.output).toContain('Something is wrong with the replica.')
    expect(wrong.code).toBe(1)
    expect(readdirSync(parent)).toEqual([])
  },
)

test('without a backup and a replica, a rehearsal says what to name', async () => {
  const { code, output } = await runTool('rehearse', [], { DATA_DIR: await tempFolder() })

  expect(output).toContain('Neither BACKUP_TO nor REPLICATE_TO is set. Name a backup or a replica.')
  expect(code).toBe(1)
})

/** A rehearsal in a folder beside data, of a copy of that size. */
function rehearseOf(bytes: number, parent: string, { dataDir = parent, reserve = 0 } = {}) {
  return rehearse({
    source: {
      kind: 'backup',
      name: 'a backup',
      neededBytes: async () => bytes,
      restore: () => Promise.reject(new Error('It was restored.')),
    },
    parent,
    instance: { dataDir, freeSpaceReserveBytes: reserve },
    print: () => undefined,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  })
}

test('a rehearsal without room makes nothing, and says where to make it', async () => {
  const parent = await tempFolder()
  await writeFile(join(parent, 'mine'), '')

  await expect(rehearseOf(1e18, parent)).rejects.toThrow(/^The copy needs about .* --in FOLDER\.$/)
  expect(readdirSync(parent)).toEqual(['mine'])
})

test('a rehearsal on the disk of the data leaves its reserve free, and takes a tenth more than its estimate', async () => {
  const parent = await tempFolder()
  const { bavail, bsize } = await statfs(parent)
  const free = bavail * bsize

  await expect(rehearseOf(0.95 * free, parent)).rejects.toThrow('The copy needs')
  await expect(rehearseOf(0.5 * free, parent)).rejects.toThrow('It was restored.')
  await expect(rehearseOf(0.5 * free, parent, { reserve: 0.6 * free })).rejects.toThrow(
    'are kept for the running instance',
  )
  // The data are on another disk, or nowhere.
  const elsewhere = { dataDir: '/proc', reserve: 0.6 * free }
  await expect(rehearseOf(0.5 * free, parent, elsewhere)).rejects.toThrow('It was restored.')
})
