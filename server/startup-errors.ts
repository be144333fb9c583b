import { ConfigError } from './config.ts'

type StartupContext = { port?: number; dataDir?: string; databaseUrl?: string | undefined }

/** What an operator can do about a failed start; undefined for an unexpected error, which shows its stack. */
export function startupErrorMessage(
  fault: unknown,
  { port, dataDir, databaseUrl }: StartupContext,
): string | undefined {
  if (!(fault instanceof Error)) return undefined
  const code = 'code' in fault ? String(fault.code) : ''
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken, perhaps by another Tipdrop. Stop that one, or set PORT to another number.`
  }
  if (code === 'EACCES' && port !== undefined && port < 1024) {
    return `Port ${port} needs more rights than we have. Set PORT to a number above 1023.`
  }
  if (/^(EACCES|EPERM|EEXIST|ENOTDIR|EROFS|ENOSPC)$/.test(code)) {
    return `${dataDir} cannot be used for our data (${fault.message}). Set DATA_DIR to a folder we may write to.`
  }
  if (databaseUrl && /^(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|28\w{3}|3D000)$/.test(code)) {
    return `The database of DATABASE_URL does not let us in (${fault.message}). Check the address, or unset it to use our own.`
  }
  return fault instanceof ConfigError || fault.constructor === Error ? fault.message : undefined
}
