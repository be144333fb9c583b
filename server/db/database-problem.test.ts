import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseProblem, isPassingDatabaseProblem } from './database-problem.ts'

const databaseUrl = 'postgres://tips:hunter2@db.example.com:5432/tips'
const sqlError = (code: string, message: string) =>
  Object.assign(new Error(message), { code, severity: 'ERROR' })
const refused = (port: number) =>
  Object.assign(new Error(`connect ECONNREFUSED 10.0.0.1:${port}`), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
    address: '10.0.0.1',
    port,
  })
const asQuery = (cause: Error) =>
  new DrizzleQueryError('select "id" from "users"', ['ada@example.com'], cause)

test.each([
  [refused(5432), 'Cannot connect to the database in DATABASE_URL (connect ECONNREFUSED 10.0.0.1:5432).'],
  [new AggregateError([refused(5432), refused(5432)]), 'Cannot connect to the database in DATABASE_URL ('],
  [asQuery(refused(1)), 'Cannot connect to the database in DATABASE_URL ('],
  [new Error('timeout expired'), 'Cannot connect to the database in DATABASE_URL (timeout expired).'],
  [sqlError('28P01', 'password authentication failed for user "tips"'), 'Cannot connect to the database'],
  [sqlError('3D000', 'database "tips" does not exist'), 'Cannot connect to the database'],
  [sqlError('53300', 'sorry, too many clients already'), 'The database has no free connection (sorry,'],
  [sqlError('57P03', 'the database system is starting up'), 'The database is starting or stopping ('],
  [asQuery(sqlError('25006', 'cannot execute INSERT')), 'The database is read-only (cannot execute INSERT).'],
  [sqlError('53100', 'could not extend file'), 'The disk of the database is full ('],
  [
    asQuery(sqlError('42P01', 'relation "x" does not exist')),
    'The database does not have the tables of this',
  ],
  [sqlError('42501', 'permission denied for table users'), 'The role in DATABASE_URL may not do this ('],
  [sqlError('55P03', 'canceling statement due to lock timeout'), 'The database is too busy ('],
  [sqlError('XX000', 'out of luck'), 'The database refused this (out of luck).'],
  [asQuery(new Error('out of luck')), 'The database refused this (out of luck).'],
])('databaseProblem of %s is a sentence', (error, begin) => {
  const sentence = databaseProblem(error, { databaseUrl })

  expect(sentence?.slice(0, begin.length)).toBe(begin)
  expect(sentence).not.toMatch(/select|ada@|hunter2/)
})

test.each([
  ['another service that does not respond', refused(465)],
  [
    'a file that is missing',
    Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open', path: '/x' }),
  ],
  ['a fault of our own', new TypeError('x is not a function')],
  ['something that is no error', 'text'],
])('databaseProblem of %s is undefined', (_, error) => {
  expect(databaseProblem(error, { databaseUrl })).toBeUndefined()
})

test('databaseProblem of the bundled database speaks of no URL', () => {
  const gone = Object.assign(new Error('connect ENOENT /run/postgresql/.s.PGSQL.5432'), {
    code: 'ENOENT',
    syscall: 'connect',
    address: '/run/postgresql/.s.PGSQL.5432',
  })

  expect(databaseProblem(gone, {})).toMatch(/^The bundled database does not respond \(connect ENOENT/)
})

test('another start helps when the database is away or starting, and not when a setting is wrong', () => {
  const passes = (error: Error) => isPassingDatabaseProblem(error, { databaseUrl })

  expect(
    [refused(5432), sqlError('57P03', 'starting up'), sqlError('53300', 'too many')].map(passes),
  ).toEqual([true, true, true])
  expect([sqlError('28P01', 'wrong'), sqlError('3D000', 'missing'), new Error('x')].map(passes)).toEqual([
    false,
    false,
    false,
  ])
})
