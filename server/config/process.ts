import { z } from 'zod'
import { processRoles } from '../../contract/instance.ts'
import { flag, integerString } from './parsers.ts'

const minTokenLength = 16

/** The settings of one process of an instance. */
export const processSettings = {
  ROLE: z.enum(processRoles, 'must be all, web or worker.').default('all'),
  MIGRATE: z.enum(['auto', 'check', 'only'], 'must be auto, check or only.').default('auto'),
  DATABASE_CONNECTIONS: integerString(3, 500).optional(),
  SAMPLE_MEMORY_BYTES: integerString(100_000_000, Number.MAX_SAFE_INTEGER).optional(),
  METRICS_PORT: integerString(1, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_TOKEN: z
    .string()
    .min(
      minTokenLength,
      `must be at least ${minTokenLength} characters (generate one with openssl rand -hex 32).`,
    )
    .optional(),
  ACCEL_REDIRECT_PATH: z
    .string()
    .regex(/^\/([\w-]+\/)+$/, 'must be a path with a slash at both ends, such as /_files/.')
    .optional(),
  LOG_REQUESTS: flag,
  RUNTIME_DIRECTORY: z.string().optional(),
}

type ParsedEnv = z.infer<z.ZodObject<typeof processSettings>>

/** The parsed settings under the names of Config. */
export function toProcessConfig(env: ParsedEnv) {
  return {
    /** Whether this process serves requests (`web`), runs jobs (`worker`), or both (`all`). */
    role: env.ROLE,
    /** `auto` migrates the database at the start, `check` stops when migrations are missing, `only` migrates and exits. */
    migrate: env.MIGRATE,
    /** The maximum connections of this process's pool. The queue has up to five more. Unset means the default. */
    databaseConnections: env.DATABASE_CONNECTIONS,
    /** The maximum bytes of memory of the process that makes a sample. Unset means what the machine has for it. */
    sampleMemoryBytes: env.SAMPLE_MEMORY_BYTES,
    /** The port that serves only /metrics, without a token. Unset for none. */
    metricsPort: env.METRICS_PORT,
    /** The address on which that port listens: by default only for scrapers on this machine. */
    metricsHost: env.METRICS_HOST,
    /** The bearer token for /metrics on the main port. Unset disables that. */
    metricsToken: env.METRICS_TOKEN,
    /** The path under which the proxy has the folder of files, and sends them for us. Unset when it does not. */
    accelRedirectPath: env.ACCEL_REDIRECT_PATH,
    logRequests: env.LOG_REQUESTS,
    /** Where the bundled database has its socket. Unset means the folder for temporary files. */
    runtimeDir: env.RUNTIME_DIRECTORY,
  }
}

type Settings = { isLocal: boolean; trustProxy: Array<string>; smtpUrl: string | undefined; oidc: unknown }

/** Warnings about settings that work but are probably not intended; printed at each start. */
export function configWarnings(config: Settings): Array<string> {
  if (config.isLocal) return []
  const warnings: Array<string> = []
  if (config.trustProxy.length === 0)
    warnings.push(
      'TRUST_PROXY is not set. Behind a proxy all visitors count as one caller and share one rate limit: set it to the address of your proxy, such as 127.0.0.1.',
    )
  if (!config.smtpUrl)
    warnings.push(
      `SMTP_URL is not set. Sign-in codes are written to DATA_DIR/mail, so only you can sign in${config.oidc ? ' by code' : ''}: set it to let others in.`,
    )
  return warnings
}
