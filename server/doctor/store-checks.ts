import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { s3ErrorMessage } from '../adapters/s3/client.ts'
import type { Config } from '../config.ts'
import { createFileStore } from '../create-services.ts'
import { instance } from '../db/schema/index.ts'
import { hasStoreSentinel, probeStore, sentinelKey } from '../features/site/storage/store-sentinel.ts'
import type { FileStore } from '../ports/file-store.ts'
import { type Check, type CheckResult, fail, ok } from './check.ts'
import { folderProblem, probeFolder } from './folder.ts'
import { type DatabaseState, withDatabase } from './open-database.ts'
import { splitSentences } from './settings-checks.ts'

/** Whether files can be stored, and whether the store is the one that the instance has used so far. */
export function storeChecks(config: Config, database: Promise<DatabaseState>): Array<Check> {
  return [
    {
      name: 'file store',
      fix: config.s3
        ? 'Is the object store reachable from this machine? Check S3_ENDPOINT and its status page.'
        : 'Is the disk of DATA_DIR mounted and healthy? Read dmesg.',
      settings: config.s3 ? ['S3_'] : ['S3_', 'DATA_DIR'],
      run: () => (config.s3 ? checkBucket(config, config.s3) : checkFolder(config)),
    },
    withDatabase(database, {
      name: 'file marker',
      fix: 'Look at the line “file store” first.',
      async run({ db }) {
        const [bound] = await db.select({ at: instance.storeSentinelWrittenAt }).from(instance)
        return checkMarker(config, bound?.at !== undefined && bound.at !== null)
      },
    }),
  ]
}

async function checkFolder({ dataDir }: Config): Promise<CheckResult> {
  const path = join(dataDir, 'files')
  try {
    const { exists } = await probeFolder(path)
    return ok(exists ? `Wrote, read and removed a file in ${path}` : `The first start can make ${path}`)
  } catch (error) {
    return folderProblem(error, { path, setting: 'DATA_DIR' })
  }
}

type Bucket = NonNullable<Config['s3']>

async function checkBucket(config: Config, s3: Bucket): Promise<CheckResult> {
  const place = `bucket ${s3.bucket} at ${s3.endpoint}`
  const fix = 'Check the S3_ settings: docs/operate/object-store.md has the rights of the key.'
  try {
    const store = await createFileStore(config)
    await probeStore(store, randomUUID())
    const listing = await listOne(store).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (listing !== undefined)
      return fail(
        `The key cannot list the objects in ${place}`,
        'Grant it s3:ListBucket: without it missing files and unused ones are not found.',
      )
    return ok(`Wrote, read, listed and removed an object in ${place}`)
  } catch (error) {
    return fail(...splitSentences(s3ErrorMessage(error, s3), fix))
  }
}

/** Cleaning needs a right of its own, which is missed only a day later. */
async function listOne(store: FileStore): Promise<void> {
  for await (const _ of store.list('store/')) return
}

async function checkMarker(config: Config, isExpected: boolean): Promise<CheckResult> {
  if (!isExpected) return ok('Not written yet: the first start does')
  const isThere = config.s3
    ? await hasStoreSentinel(await createFileStore(config))
    : (await stat(join(config.dataDir, 'files', sentinelKey)).catch(() => undefined)) !== undefined
  if (isThere) return ok('The store is the one that this instance has used so far')
  return fail(
    'The store has not the file store/mark of this instance: it is empty, or another one',
    config.s3
      ? 'Set S3_BUCKET to the bucket with your files. After a restore without store/mark, start the instance once it has them.'
      : 'Mount the disk with your files at DATA_DIR/files, or set DATA_DIR to the right folder.',
  )
}
