import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { limits } from '../../contract/limits.ts'
import type { Quota } from '../../domain/quota.ts'
import { commandLine } from './command-line.ts'
import { flag, integerString, isHttpUrl, missingOf, splitList } from './parsers.ts'

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

type ParsedS3 = z.infer<z.ZodObject<typeof s3Settings>>

/** The complete settings of the object store; undefined when files are stored on this machine. */
export function toS3Config(env: ParsedS3) {
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
  return missingOf(requiredSettings, env).map(
    ([name, purpose]) =>
      `${name} is not set. To keep files in an object store, set all S3_ settings. This one is ${purpose}.`,
  )
}

/** The settings of backups. */
export const backupSettings = {
  BACKUP_TO: z
    .string()
    .refine(
      (text) => isAbsolute(text) || parseS3Url(text) !== undefined,
      'must be an absolute path of a folder, or s3://bucket/prefix.',
    )
    .optional(),
  BACKUP_SCHEDULE: z
    .string()
    .transform(splitList)
    .refine(
      (times) => times.every((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time)),
      'must be times of the day in UTC, such as 03:30 or 03:30,15:30.',
    )
    .default([]),
  BACKUP_KEEP: integerString(1, 10_000).default(14),
  BACKUP_KEY: z
    .string()
    .regex(
      /^(AGE-SECRET-KEY-1[0-9A-Z]{58}|age1[0-9a-z]{58})$/,
      `must be an age key: AGE-SECRET-KEY-1… or age1… (${commandLine('backup', '--new-key')} makes one).`,
    )
    .optional(),
  BACKUP_S3_ENDPOINT: s3Settings.S3_ENDPOINT,
  BACKUP_S3_REGION: s3Settings.S3_REGION,
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
}

/** The settings of the replica. */
export const replicaSettings = {
  REPLICATE_TO: z
    .string()
    .refine(
      (text) => isAbsolute(text) || parseS3Url(text) !== undefined,
      'must be an absolute path of a folder on another disk, or s3://bucket/prefix.',
    )
    .optional(),
  REPLICATE_WAIT: flag,
  REPLICATE_KEEP_DAYS: integerString(1, 365).default(7),
  REPLICATE_SECONDS: integerString(1, 60).default(1),
}

/** The parsed settings of the replica; undefined when there is none. */
export function toReplicaConfig(env: z.infer<z.ZodObject<typeof replicaSettings>>) {
  if (!env.REPLICATE_TO) return undefined
  return {
    /** An absolute path of a folder, or `s3://bucket/prefix`. */
    to: env.REPLICATE_TO,
    /** Whether commits of money wait until they are there. */
    waits: env.REPLICATE_WAIT,
    /** For how many days back a restore to a time is possible. */
    keepDays: env.REPLICATE_KEEP_DAYS,
    /** How often changes are copied. */
    intervalSeconds: env.REPLICATE_SECONDS,
  }
}

/** Settings of the replica that contradict others. */
export function findReplicaErrors(
  {
    replica,
    backup,
    databaseUrl,
  }: {
    replica: ReturnType<typeof toReplicaConfig>
    backup: ReturnType<typeof toBackupConfig>
    databaseUrl: string | undefined
  },
  env: Record<string, string | undefined>,
): Array<string> {
  if (!replica)
    return env.REPLICATE_WAIT === 'true'
      ? ['REPLICATE_WAIT is true, but REPLICATE_TO is not set. Set it to a place, or unset both.']
      : []
  if (databaseUrl)
    return [
      'REPLICATE_TO copies the bundled database, but DATABASE_URL is set. Use the replication of your own PostgreSQL, and unset REPLICATE_TO.',
    ]
  if (replica.to.startsWith('s3:') && !backup.s3)
    return [
      'REPLICATE_TO is an object store. Set BACKUP_S3_ENDPOINT, BACKUP_S3_REGION, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, or those of S3_.',
    ]
  return []
}

type ParsedEnv = z.infer<z.ZodObject<typeof backupSettings & typeof s3Settings>>

/** The parsed settings under the names of Config. */
export function toBackupConfig(env: ParsedEnv) {
  return {
    /** An absolute path of a folder, or `s3://bucket/prefix`. */
    to: env.BACKUP_TO,
    /** Times of the day in UTC, as `03:30`. Empty for none. */
    schedule: env.BACKUP_SCHEDULE,
    /** How many archives of the schedule are kept. */
    keep: env.BACKUP_KEEP,
    /** An age identity, or a recipient, which encrypts but cannot read. */
    key: env.BACKUP_KEY,
    /** Where `s3://` is: of the settings for backups, or those for files. Undefined without either. */
    s3: toS3Config({
      S3_ENDPOINT: env.BACKUP_S3_ENDPOINT ?? env.S3_ENDPOINT,
      S3_REGION: env.BACKUP_S3_REGION ?? env.S3_REGION,
      S3_BUCKET: 'unused',
      S3_ACCESS_KEY_ID: env.BACKUP_S3_ACCESS_KEY_ID ?? env.S3_ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY: env.BACKUP_S3_SECRET_ACCESS_KEY ?? env.S3_SECRET_ACCESS_KEY,
    }),
  }
}

/** Settings that contradict each other. */
export function findBackupErrors({ to, schedule, s3 }: ReturnType<typeof toBackupConfig>): Array<string> {
  if (schedule.length > 0 && !to)
    return [
      'BACKUP_SCHEDULE is set, but BACKUP_TO is not. Set it to a folder or s3://bucket/prefix, or unset both.',
    ]
  if (to?.startsWith('s3:') && !s3)
    return [
      'BACKUP_TO is an object store. Set BACKUP_S3_ENDPOINT, BACKUP_S3_REGION, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, or those of S3_.',
    ]
  return []
}

/** The parts of `s3://bucket/prefix`; undefined for anything else. The key has no slash at its ends. */
export function parseS3Url(text: string): { bucket: string; key: string } | undefined {
  const [, bucket, key = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(text) ?? []
  return bucket ? { bucket, key: key.replace(/\/+$/, '') } : undefined
}

const maxBytes = Number.MAX_SAFE_INTEGER
const maxItems = 2 ** 31 - 1

/** The storage quota settings of each plan. */
export const quotaSettings = {
  QUOTA_STORED_BYTES: integerString(0, maxBytes).default(limits.maxStoredBytes.creator),
  QUOTA_STORED_BYTES_PRO: integerString(0, maxBytes).default(limits.maxStoredBytes.pro),
  QUOTA_OPEN_UPLOAD_BYTES: integerString(0, maxBytes).default(limits.maxOpenUploadBytes.creator),
  QUOTA_OPEN_UPLOAD_BYTES_PRO: integerString(0, maxBytes).default(limits.maxOpenUploadBytes.pro),
  QUOTA_ITEMS: integerString(0, maxItems).default(limits.maxItems.creator),
  QUOTA_ITEMS_PRO: integerString(0, maxItems).default(limits.maxItems.pro),
  FREE_SPACE_RESERVE_BYTES: integerString(0, maxBytes).optional(),
}

type ParsedQuotas = z.infer<z.ZodObject<typeof quotaSettings>>

/** The storage quota of each plan. */
export function toQuotas(env: ParsedQuotas): Record<'creator' | 'pro', Quota> {
  return {
    creator: {
      maxStoredBytes: env.QUOTA_STORED_BYTES,
      maxOpenBytes: env.QUOTA_OPEN_UPLOAD_BYTES,
      maxItems: env.QUOTA_ITEMS,
    },
    pro: {
      maxStoredBytes: env.QUOTA_STORED_BYTES_PRO,
      maxOpenBytes: env.QUOTA_OPEN_UPLOAD_BYTES_PRO,
      maxItems: env.QUOTA_ITEMS_PRO,
    },
  }
}
