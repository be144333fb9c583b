declare module 's3rver' {
  import type { RequestListener } from 'node:http'

  type Options = {
    directory: string
    silent?: boolean
    vhostBuckets?: boolean
    configureBuckets?: Array<{ name: string }>
  }
  export default class S3rver {
    constructor(options: Options)
    configureBuckets(): Promise<unknown>
    callback(): RequestListener
    store: {
      existsObject(bucket: string, key: string): Promise<boolean>
      putBucket(bucket: string): Promise<unknown>
    }
  }
}

declare module 's3rver/lib/models/account.js' {
  export const DUMMY_ACCOUNT: { createKeyPair(accessKeyId: string, secretAccessKey: string): void }
}
