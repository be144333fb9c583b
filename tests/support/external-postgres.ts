import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { OsUser } from '../../server/adapters/postgres/os-user.ts'
import { emptyDatabase } from './backup-fixture.ts'
import { freePort } from './server-process.ts'

const debianFolder = '/usr/lib/postgresql'
/** PostgreSQL does not run as root. */
const nobody = 65_534

/**
 * The URL of an empty database of an operator's own server: of Debian's PostgreSQL, usually another major version, if
 * it is installed; otherwise of the server of the tests. Its data is in a folder of `parent`.
 */
export async function externalDatabaseUrl(parent = tmpdir()): Promise<string> {
  const version = existsSync(debianFolder) ? readdirSync(debianFolder).sort().at(-1) : undefined
  if (version) return startExternalPostgres(join(debianFolder, version, 'bin'), parent)
  const { database } = await emptyDatabase()
  const { host, port } = inject('template')
  return `postgres://${database}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

/**
 * Starts a server of an operator on TCP, with its data in a folder of `parent`, and returns the URL of an empty database
 * of a role that is no superuser.
 */
export async function startExternalPostgres(bin: string, parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'tipdrop-external-'))
  const account = externalAccount()
  await chmod(folder, 0o700)
  if (account) await chown(folder, account.uid, account.gid)
  const options = { ...account, cwd: folder, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } }
  const initdb = ['-D', join(folder, 'data'), '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  const created = spawnSync(join(bin, 'initdb'), initdb, { ...options, encoding: 'utf8' })
  if (created.status !== 0) throw new Error(created.stderr)
  const port = await freePort()
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off', '-k', folder, '-p', String(port)]
  const server = spawn(join(bin, 'postgres'), ['-D', join(folder, 'data'), ...settings], {
    ...options,
    stdio: 'ignore',
  })
  onTestFinished(() => stop(server, folder))
  const connection = { host: '127.0.0.1', port, user: 'owner' }
  await withRetries(async () => {
    const client = new pg.Client({ ...connection, database: 'postgres' })
    await client.connect()
    await client.query('create role tips login')
    await client.query('create database tips owner tips').finally(() => client.end())
  })
  return `postgres://tips@127.0.0.1:${port}/tips`
}

/** The user of such a server; undefined for our own. */
export function externalAccount(): OsUser {
  return process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : undefined
}

async function stop(server: ChildProcess, folder: string): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGINT')
  await ended
  await rm(folder, { recursive: true, force: true })
}

async function withRetries(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 100) throw error
      await sleep(100)
    }
  }
}
