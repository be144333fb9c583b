import { randomUUID } from 'node:crypto'
import { link, open, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'

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
  await fsyncDirectory(dirname(path))
}

/** Makes the names of a folder's new and renamed files durable. */
export async function fsyncDirectory(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
