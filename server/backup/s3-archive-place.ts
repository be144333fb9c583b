import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { failWhenIdle } from '../adapters/idle-stream.ts'
import {
  ignoreMissing,
  openBucket,
  partSizeBytes,
  type S3Settings,
  s3ErrorMessage,
} from '../adapters/s3/client.ts'
import { type ArchivePlace, measured } from './archive-format.ts'

/** An upload may have this many parts; with the estimate's tolerance fewer are planned. */
const plannedParts = 8_000
/** The self-check reads slowly where it decrypts, so only a long silence counts as a broken store. */
const timeouts = { connectMs: 10_000, idleMs: 120_000 }

/** An archive as an object of a bucket. It is in its place as soon as it is complete, and removed if it is damaged. */
export function s3Place(settings: S3Settings, key: string): ArchivePlace {
  const { client, reader, idleMs } = openBucket(settings, timeouts)
  const { bucket: Bucket } = settings
  const folder = key.slice(0, key.lastIndexOf('/') + 1)
  const remove = async (name: string) => {
    await client.send(new DeleteObjectCommand({ Bucket, Key: name }))
  }
  const explain = (error: unknown) =>
    Promise.reject(new Error(s3ErrorMessage(error, settings).replace(/^S3_/, 'BACKUP_S3_'), { cause: error }))

  return {
    name: `s3://${Bucket}/${key}`,

    async exists() {
      const object = client.send(new HeadObjectCommand({ Bucket, Key: key })).catch(ignoreMissing)
      return (await object.catch(explain)) !== undefined
    },

    async write(archive, estimatedBytes) {
      const { digest, count } = measured()
      // Before the upload listens, an error of the stream would end the process.
      archive.on('error', () => undefined)
      await new Upload({
        client,
        partSize: Math.max(partSizeBytes, Math.ceil(estimatedBytes / plannedParts)),
        queueSize: 2,
        params: { Bucket, Key: key, Body: Readable.from(count(archive), { objectMode: false }) },
      })
        .done()
        .catch(explain)
      return digest()
    },

    async open() {
      const object = await reader
        .send(new GetObjectCommand({ Bucket, Key: key }))
        .catch(ignoreMissing)
        .catch(explain)
      if (!(object?.Body instanceof Readable)) throw new Error(`There is no object s3://${Bucket}/${key}.`)
      return failWhenIdle(object.Body, { idleMs, error: new Error('The object store stopped sending') })
    },

    keep: async () => undefined,
    discard: () => remove(key),

    async siblings() {
      const names: Array<string> = []
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: folder, Delimiter: '/' }))
        for (const { Key } of page.Contents ?? []) if (Key) names.push(Key.slice(folder.length))
      return names
    },
    removeSibling: (name) => remove(`${folder}${name}`),
  }
}
