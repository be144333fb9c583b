import { productName } from '../contract/site.ts'
import { ClusterUnavailableError } from './adapters/postgres/cluster-error.ts'
import { ConfigError } from './config.ts'
import { databaseProblem } from './db/database-problem.ts'
import { SchemaVersionError } from './db/migrate.ts'

/** A service did not pass its probe. It may be away for a moment, so another start can help. */
export class ServiceProbeError extends Error {
  override name = 'ServiceProbeError'
}

/** Whether another start can help without another setting. */
export function isPassingStartError(fault: unknown): boolean {
  return fault instanceof ServiceProbeError || fault instanceof ClusterUnavailableError
}

type StartupContext = { port?: number; dataDir?: string; databaseUrl?: string | undefined }

/** A message that tells the operator how to fix a failed start; undefined for an unexpected error. */
export function startupErrorMessage(
  fault: unknown,
  { port, dataDir, databaseUrl }: StartupContext,
): string | undefined {
  if (!(fault instanceof Error)) return undefined
  const code = 'code' in fault ? String(fault.code) : ''
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use, perhaps by another ${productName}. Stop that one, or set PORT to a different number.`
  }
  if (code === 'EACCES' && port !== undefined && port < 1024) {
    return `Port ${port} needs elevated permissions. Set PORT to 1024 or higher.`
  }
  const problem = databaseProblem(fault, { databaseUrl })
  if (problem) return problem
  if (/^(EACCES|EPERM|EEXIST|ENOTDIR|EROFS|ENOSPC)$/.test(code)) {
    return `Cannot write to ${dataDir} (${fault.message}). Set DATA_DIR to a writable folder.`
  }
  const hasOwnMessage = fault instanceof ConfigError || fault instanceof SchemaVersionError
  return hasOwnMessage || isPassingStartError(fault) || fault.constructor === Error
    ? fault.message
    : undefined
}
