import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../tests/support/backup-fixture.ts'
import { readConfig } from '../config.ts'
import { archiveAt } from './newest-archive.ts'

const config = readConfig({})

test('a file is the archive that it names, also when it is missing', async () => {
  const folder = await tempFolder()

  expect((await archiveAt(join(folder, 'one.tar'), config)).name).toBe(join(folder, 'one.tar'))
})

test('a folder is the newest archive of this instance in it', async () => {
  const folder = await tempFolder()
  const names = [
    'tipdrop-localhost-3000-2026-03-01T033000Z.db.tar',
    'tipdrop-scheduled-localhost-3000-2026-03-02T033000Z.db.tar.age',
    'tipdrop-tips.example.com-2026-03-03T033000Z.db.tar',
  ]
  for (const name of names) await writeFile(join(folder, name), '')

  expect((await archiveAt(folder, config)).name).toBe(join(folder, names[1] ?? ''))
  expect((await archiveAt(`${folder}/`, config)).name).toBe(join(folder, names[1] ?? ''))
})

test('a folder without an archive of this instance is refused in one sentence', async () => {
  const folder = join(await tempFolder(), 'empty')
  await mkdir(folder)

  await expect(archiveAt(folder, config)).rejects.toThrow(
    `There is no backup of http://localhost:3000 in ${folder}. Set PUBLIC_URL`,
  )
})
