import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import pMap from 'p-map'
import { failWhenIdle } from '../../adapters/idle-stream.ts'
import {
  ignoreMissing,
  openBucket,
  partSizeBytes,
  type S3Settings,
  s3ErrorMessage,
} from '../../adapters/s3/client.ts'
import type { ReplicaPlace } from './replica-place.ts'

/** An upload may have this many parts; with the estimate's tolerance fewer are planned. */
const plannedParts = 8_000
const maxRemovals = 8
/** Short, because a commit may wait for the store. */
const timeouts = { connectMs: 3_000, idleMs: 20_000 }

/** A prefix of a bucket. */
export function s3ReplicaPlace(settings: S3Settings, prefix: string): ReplicaPlace {
  const { client, reader, idleMs } = openBucket(settings, timeouts)
  const { bucket: Bucket } = settings
  const folder = prefix ? `${prefix}/` : ''
  const explain = (error: unknown) =>
    Promise.reject(new Error(s3ErrorMessage(error, settings).replace(/^S3_/, 'BACKUP_S3_'), { cause: error }))

  return {
    name: `s3://${Bucket}/${prefix}`,

    async put(name, bytes) {
      await client.send(new PutObjectCommand({ Bucket, Key: `${folder}${name}`, Body: bytes })).catch(explain)
    },

    async putStream(name, bytes, estimatedBytes) {
      // Before the upload listens, an error of the stream would end the thread.
      bytes.on('error', () => undefined)
      await new Upload({
        client,
        partSize: Math.max(partSizeBytes, Math.ceil(estimatedBytes / plannedParts)),
        queueSize: 1,
        params: { Bucket, Key: `${folder}${name}`, Body: bytes },
      })
        .done()
        .catch(explain)
    },

    async open(name) {
      const object = await reader
        .send(new GetObjectCommand({ Bucket, Key: `${folder}${name}` }))
        .catch(ignoreMissing)
        .catch(explain)
      if (!(object?.Body instanceof Readable)) return undefined
      return failWhenIdle(object.Body, { idleMs, error: new Error('The object store stopped sending') })
    },

    // An upload that is cut off stores nothing under its name. A rule of the bucket ends it.
    async removeUnfinished() {},

    async *list(within, { after } = {}) {
      const listed = {
        Bucket,
        Prefix: `${folder}${within}`,
        ...(after && { StartAfter: `${folder}${after}` }),
      }
      try {
        for await (const page of paginateListObjectsV2({ client }, listed))
          for (const { Key, LastModified, Size = 0 } of page.Contents ?? [])
            if (Key && LastModified)
              yield { name: Key.slice(folder.length), lastModified: LastModified, bytes: Size }
      } catch (error) {
        await explain(error)
      }
    },

    async remove(names) {
      // Not every store can remove many at once.
      const removeOne = (name: string) =>
        client.send(new DeleteObjectCommand({ Bucket, Key: `${folder}${name}` })).catch(explain)
      await pMap(names, removeOne, { concurrency: maxRemovals })
    },
  }
}
