import { randomUUID } from 'node:crypto'
import { open, readFile, rm, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { type CheckResult, fail } from './check.ts'

const probeText = 'tipdrop'

/** The folder itself, or the nearest one above it that exists. */
export async function existingFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  return found || dirname(path) === path ? path : existingFolder(dirname(path))
}

/**
 * Writes, reads and removes a file in a folder, or above it when it does not exist yet: makes no folder. Returns whether
 * it exists. Throws the error of the operating system.
 */
export async function probeFolder(path: string): Promise<{ exists: boolean }> {
  const folder = await existingFolder(path)
  const probe = join(folder, `.tipdrop-probe-${randomUUID()}`)
  const handle = await open(probe, 'wx', 0o600)
  try {
    await handle.writeFile(probeText)
    await handle.sync().finally(() => handle.close())
    if ((await readFile(probe, 'utf8')) !== probeText) throw new Error('It reads back as something else')
  } finally {
    await rm(probe, { force: true })
  }
  return { exists: folder === path }
}

type Setting = { path: string; setting: string }

/** What is wrong with a folder that must exist and be writable; undefined when nothing is. Leaves nothing in it. */
export async function problemOfFolder({ path, setting }: Setting): Promise<CheckResult | undefined> {
  const found = await stat(path).catch((error: unknown) => error)
  if (Object(found).code === 'ENOENT')
    return fail(
      `There is no folder ${path}`,
      `Mount its disk, or make it: sudo install -d -m 700 -o ${userName()} ${path}`,
    )
  try {
    const { exists } = await probeFolder(path)
    return exists ? undefined : fail(`${path} is not a folder`, `Set ${setting} to a folder.`)
  } catch (error) {
    return folderProblem(error, { path, setting })
  }
}

/** The line of a folder that cannot be used, with the user who tried. */
export function folderProblem(error: unknown, { path, setting }: Setting): CheckResult {
  const { code, message } = Object(error)
  const user = userName()
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return fail(
        `The user ${user} may not write to ${path} (${code})`,
        `Give the folder to that user (chown ${user}), run this as the user of the service, or change ${setting}.`,
      )
    case 'ENOSPC':
    case 'EDQUOT':
      return fail(
        `There is no space left in ${path} (${code})`,
        'Free space there: docs/operate/incidents/disk-full.md.',
      )
    case 'EROFS':
      return fail(
        `${path} can only be read (EROFS)`,
        'Mount its disk for writing. After an error the kernel may have changed that: read dmesg.',
      )
    case 'ENOTDIR':
    case 'EEXIST':
      return fail(`${path} is a file, or is below one (${code})`, `Set ${setting} to a folder.`)
    default:
      return fail(
        `${path} does not work (${code ?? message})`,
        `Is its disk mounted and healthy? Otherwise change ${setting}.`,
      )
  }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A user without a name, as in some containers.
    return String(process.getuid?.() ?? '')
  }
}
