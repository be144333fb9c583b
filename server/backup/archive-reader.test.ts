import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { ArchiveError, objectLine } from './archive-format.ts'
import { openArchive } from './archive-reader.ts'

const header = {
  format: 'tipdrop-backup',
  formatVersion: 1,
  id: 'x',
  snapshotAt: '2026-03-01T12:00:00Z',
  postgresVersion: '18',
  mode: 'test',
  currency: 'USD',
  migrations: { main: [], sandbox: [] },
  tables: [],
  sequences: [],
  jobColumns: [],
}

/** An archive that is intact in every other way, with one object of this name. */
function archiveWith(name: string, headerJson = JSON.stringify(header), content = 'pwned') {
  const tar = pack()
  const sum = { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
  const objectsSha256 = createHash('sha256').update(objectLine(name, sum)).digest('hex')
  const manifest = {
    objectCount: 1,
    objectsSha256,
    rowCount: 0,
    fileCount: 0,
    fileBytes: 0,
    missingFiles: [],
    damagedFiles: [],
  }
  tar.entry({ name: 'header.json' }, headerJson)
  tar.entry({ name: `${name}/00000` }, content)
  tar.entry({ name: `${name}/sum` }, JSON.stringify(sum))
  tar.entry({ name: 'manifest.json' }, JSON.stringify(manifest))
  tar.finalize()
  return Readable.from(tar as AsyncIterable<Buffer>)
}

async function namesOf(tar: Readable): Promise<Array<string>> {
  const archive = await openArchive(tar)
  const names: Array<string> = []
  for await (const { name } of archive.objects()) names.push(name)
  archive.manifest()
  return names
}

test.each([
  'secrets/session',
  'files/ab12-cd34',
  'photos/1/2',
  'database/public.users',
  'database/drizzle.__drizzle_migrations',
  'queue/jobs',
])('an archive with the object %s is read', async (name) => {
  expect(await namesOf(archiveWith(name))).toEqual([name])
})

test.each([
  'secrets/../../pwned-outside',
  'secrets/..',
  'secrets/a/b',
  'secrets/.ssh',
  '/etc/cron.d/x',
  '../files/a',
  'files/../../x',
  'files//x',
  'files/a\\..\\b',
  'files/\u0000x',
  'database/public.users/../../x',
  'database/public".users',
  'x',
  `files/${'a'.repeat(200)}`,
])('an archive with an object named %j is refused before the object is used', async (name) => {
  await expect(namesOf(archiveWith(name))).rejects.toThrow(ArchiveError)
})

test('a header larger than any backup’s is refused before it is read', async () => {
  const large = JSON.stringify({ ...header, id: 'x'.repeat(17 * 1024 ** 2) })

  await expect(namesOf(archiveWith('secrets/session', large))).rejects.toThrow('too large')
})

test('a secret larger than any backup’s is refused, because a restore reads it as a whole', async () => {
  const large = 'x'.repeat(65 * 1024)

  await expect(namesOf(archiveWith('secrets/session', undefined, large))).rejects.toThrow('too large')
  expect(await namesOf(archiveWith('files/ab12', undefined, large))).toEqual(['files/ab12'])
})
