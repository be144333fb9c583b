import { limits } from '../../../contract/limits.ts'
import type { Listed } from '../../ports/file-store.ts'
import type { Ports } from '../../ports/index.ts'
import { neededFiles, neededPreviews, untouchedUploads } from './orphans-repository.ts'
import { previewOf } from './preview.ts'
import { removeUpload } from './uploads.ts'

/** Milliseconds. A file is written before its row: what is younger may be on its way to one. */
const settled = 2 * 24 * 3_600_000
/** Share cards are drawn again when somebody asks: one that is older than this goes, whether it was replaced or not. */
const cardLifetime = 30 * 24 * 3_600_000
/** Keys that are asked about at once. */
const batch = 500

/** What was removed, by what it was. */
export type Cleaned = { uploads: number; files: number; previews: number; cards: number; parts: number }

/**
 * Removes what nobody needs: uploads that nobody came back to, stored files and pictures without a row, old share cards, and the
 * remains of writes that a crash broke off. Safe beside uploads on their way, and any number of times.
 */
export async function cleanStore(ports: Ports): Promise<Cleaned> {
  const { db, files, clock } = ports
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  return {
    uploads: await removeOldUploads(ports, ago(limits.uploadLifetime)),
    files: await sweepFolder(ports, 'files/', {
      before: ago(settled),
      unneeded: async (keys) => without(keys, await neededFiles(db, keys)),
    }),
    previews: await sweepFolder(ports, 'previews/', {
      before: ago(settled),
      unneeded: async (keys) => {
        const needed = await neededPreviews(db, [...new Set(keys.map(previewOf))])
        return keys.filter((key) => !needed.has(previewOf(key)))
      },
    }),
    cards: await sweepFolder(ports, 'cards/', { before: ago(cardLifetime), unneeded: async (keys) => keys }),
    parts: await files.tidy(ago(limits.uploadLifetime + settled)),
  }
}

async function removeOldUploads(ports: Ports, untouchedSince: Date): Promise<number> {
  const old = await untouchedUploads(ports.db, untouchedSince, batch)
  for (const row of old) await removeUpload(ports, row)
  return old.length
}

type Sweep = { before: Date; unneeded: (keys: Array<string>) => Promise<Array<string>> }

async function sweepFolder({ files }: Ports, folder: string, { before, unneeded }: Sweep): Promise<number> {
  let removed = 0
  const clear = async (keys: Array<string>) => {
    for (const key of await unneeded(keys)) {
      await files.remove(key)
      removed++
    }
  }
  let waiting: Array<Listed> = []
  for await (const listed of files.list(folder)) {
    if (listed.changedAt < before) waiting.push(listed)
    if (waiting.length < batch) continue
    await clear(waiting.map(({ key }) => key))
    waiting = []
  }
  if (waiting.length > 0) await clear(waiting.map(({ key }) => key))
  return removed
}

function without(keys: Array<string>, needed: Set<string>): Array<string> {
  return keys.filter((key) => !needed.has(key))
}
