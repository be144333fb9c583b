import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { failWhenIdle } from '../adapters/idle-stream.ts'
import { ignoreMissing, openBucket, type S3Settings } from '../adapters/s3/client.ts'
import type { ArchivePlace } from './archive-format.ts'
import { explained, s3Objects, upload } from './objects/s3-place.ts'

/** The self-check reads slowly where it decrypts, so only a long silence counts as a broken store. */
const timeouts = { connectMs: 10_000, idleMs: 120_000 }

/** An archive as an object of a bucket. It is in its place as soon as it is complete, and removed if it is damaged. */
export function s3Place(settings: S3Settings, key: string): ArchivePlace {
  const at = openBucket(settings, timeouts)
  const { client, reader, idleMs } = at
  const { bucket: Bucket } = settings
  const folder = key.slice(0, key.lastIndexOf('/') + 1)
  const remove = async (name: string) => {
    await client.send(new DeleteObjectCommand({ Bucket, Key: name }))
  }
  const explain = (error: unknown) => Promise.reject(explained(error, settings))

  return {
    name: `s3://${Bucket}/${key}`,

    async exists() {
      const object = client.send(new HeadObjectCommand({ Bucket, Key: key })).catch(ignoreMissing)
      return (await object.catch(explain)) !== undefined
    },

    write: async (archive, estimatedBytes) =>
      (await upload({ client, settings, key }, archive, estimatedBytes)).digest,

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
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: folder, Delimiter: '/' })
      for (let page = await pages.next().catch(explain); !page.done; page = await pages.next().catch(explain))
        for (const { Key } of page.value.Contents ?? []) if (Key) names.push(Key.slice(folder.length))
      return names
    },
    removeSibling: (name) => remove(`${folder}${name}`),
    objects: () => s3Objects(at, settings, folder),
  }
}
