import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { link, open, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { coalesce } from '../db/coalesce.ts'

/** Writes a small file, readable by its owner only, atomically. Throws EEXIST when the file exists. */
export async function writeFileAtomically(path: string, content: string | Uint8Array): Promise<void> {
  const tempPath = `${path}.${randomUUID()}.part`
  const handle = await open(tempPath, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
    await link(tempPath, path)
  } finally {
    await handle.close()
    await unlink(tempPath)
  }
  await syncFolder(dirname(path))
}

/** Files that are written to a folder at the same time share its sync. */
const syncFolder = coalesce(async (folders: Array<string>) => {
  for (const path of new Set(folders)) {
    const folder = await open(path, 'r')
    await folder.sync().finally(() => folder.close())
  }
  return folders
})

/**
 * Writes files of one folder like `writeFileAtomically`, but replaces those that exist. It blocks its thread until the
 * disk has them, so it is for worker threads. It takes a quarter of the CPU time.
 */
export function writeFilesAtomicallySync(
  folder: string,
  files: Array<{ name: string; content: Uint8Array }>,
): void {
  for (const { name, content } of files) {
    const path = join(folder, name)
    const tempPath = `${path}.${randomUUID()}.part`
    try {
      withFileSync(tempPath, 'wx', (file) => {
        writeFileSync(file, content)
        fsyncSync(file)
      })
      renameSync(tempPath, path)
    } catch (error) {
      rmSync(tempPath, { force: true })
      throw error
    }
  }
  withFileSync(folder, 'r', fsyncSync)
}

function withFileSync(path: string, flags: 'wx' | 'r', use: (file: number) => void): void {
  const file = openSync(path, flags, 0o600)
  try {
    use(file)
  } finally {
    closeSync(file)
  }
}
