import { z } from 'zod'
import { integerString } from './parsers.ts'

const minTokenLength = 16

/** The settings of one process of an instance. */
export const processSettings = {
  ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker.').default('all'),
  MIGRATE: z.enum(['auto', 'check', 'only'], 'must be auto, check or only.').default('auto'),
  DATABASE_CONNECTIONS: integerString(3, 500).optional(),
  METRICS_PORT: integerString(1, 65_535).optional(),
  METRICS_TOKEN: z
    .string()
    .min(
      minTokenLength,
      `must be at least ${minTokenLength} characters (generate one with openssl rand -hex 32).`,
    )
    .optional(),
  LOG_REQUESTS: z
    .enum(['true', 'false'], 'must be true or false.')
    .default('false')
    .transform((text) => text === 'true'),
}

type ProcessEnvironment = z.infer<z.ZodObject<typeof processSettings>>

export function toProcessConfig(env: ProcessEnvironment) {
  return {
    /** What this process does: serve requests, run jobs, or both. */
    role: env.ROLE,
    /** Migrates the database, refuses to start on another schema, or migrates and ends. */
    migrate: env.MIGRATE,
    /** The maximum connections of this process's pool. The queue has up to five more. Unset means the default. */
    databaseConnections: env.DATABASE_CONNECTIONS,
    /** Serves /metrics on its own port, without a token. */
    metricsPort: env.METRICS_PORT,
    /** Serves /metrics on the main port to requests with this bearer token. */
    metricsToken: env.METRICS_TOKEN,
    logRequests: env.LOG_REQUESTS,
  }
}
