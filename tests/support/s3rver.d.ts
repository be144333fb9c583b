declare module 's3rver' {
  import type { RequestListener } from 'node:http'

  type Options = { directory: string; silent?: boolean; configureBuckets?: Array<{ name: string }> }
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
