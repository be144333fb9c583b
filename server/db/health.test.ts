import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { isDatabaseUnavailable } from './health.ts'

test('a query on a connection lost during a transaction counts as a database outage', async () => {
  const { connection } = await createTestDatabase()
  const [client, admin] = [new pg.Client(connection), new pg.Client(connection)]
  const connectionLost = new Promise((done) => client.on('error', done))
  await Promise.all([client.connect(), admin.connect()])
  await client.query('begin')
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await connectionLost

  const rollback = await client.query('rollback').catch((error: unknown) => error)

  expect(isDatabaseUnavailable(new Error('Failed query: rollback', { cause: rollback }))).toBe(true)
  await admin.end()
})
