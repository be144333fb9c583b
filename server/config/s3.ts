import { z } from 'zod'

/** The settings of an object store. */
export const s3Settings = {
  S3_ENDPOINT: z
    .string()
    .refine(isHttpUrl, 'must be the URL of the object store, such as https://s3.eu-central-1.amazonaws.com.')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'must be a region, such as eu-central-1, or auto if the store has none.')
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name.')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
}

type ParsedEnv = z.infer<z.ZodObject<typeof s3Settings>>

/** The complete settings of the object store; undefined when files are stored on this machine. */
export function toS3Config(env: ParsedEnv) {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!endpoint || !region || !bucket || !accessKeyId || !secretAccessKey) return undefined
  return { endpoint, region, bucket, accessKeyId, secretAccessKey }
}

const requiredSettings = {
  S3_ENDPOINT: 'the URL of the store',
  S3_REGION: 'its region (auto if it has none)',
  S3_BUCKET: 'the bucket for files',
  S3_ACCESS_KEY_ID: 'the ID of an access key that can read and write to the bucket',
  S3_SECRET_ACCESS_KEY: 'the secret for that key',
}

/** One message for each missing setting, unless all five are unset. */
export function findS3Errors(env: Record<string, string | undefined>): Array<string> {
  const missing = Object.entries(requiredSettings).filter(([name]) => !env[name])
  if (missing.length === 0 || missing.length === Object.keys(requiredSettings).length) return []
  return missing.map(
    ([name, purpose]) =>
      `${name} is not set. To keep files in an object store, set all S3_ settings. This one is ${purpose}.`,
  )
}

function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}
