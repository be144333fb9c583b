import { readdirSync } from 'node:fs'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { getLiveness } from '../../contract/instance.ts'
import { createTestApp } from '../../tests/support/test-app.ts'
import * as schema from '../db/schema/index.ts'
import { exportTable } from '../http/export-table.ts'
import type { Feature } from './feature.ts'
import { registered } from './index.ts'
import { deleteExpiredData } from './operating/privacy/retention.ts'
import { type Registered, register } from './register.ts'
import { sendEmail } from './telling/deliveries/deliveries.ts'

/** A feature with every part, which is registered nowhere but in these tests. */
function newFeature() {
  const done: Array<string> = []
  const feature = {
    name: 'operating/new',
    routes(api) {
      api.on(getLiveness, async () => ({ status: 'ok' as const }))
      return async () => void done.push('closed')
    },
    jobs: { 'notify-owner': async (_, { checkoutId }) => void done.push(`job ${checkoutId}`) },
    periodic: [
      { steps: [async () => void done.push('step')] },
      { steps: [async () => void done.push('step with an interval of its own')], everyMs: 1_000 },
    ],
    emails: {
      feedback: (_, { data }) => ({ title: `Message ${data.feedbackId}`, lines: ['text'] }),
    },
    retention: [
      {
        store: 'new_rows',
        data: 'new rows',
        keepDays: 7,
        since: 'creation',
        deleteBatch: async (_, before) => {
          done.push(`deleted before ${before.toISOString()}`)
          return 0
        },
      },
      { stores: ['new_files/'], data: 'new files', kept: 'always' },
    ],
    exportedTables: (_, creatorId) => [
      exportTable('new', {
        select: async () => [creatorId],
        idOf: () => 1,
        columns: { creator: (creator) => creator },
      }),
    ],
  } satisfies Feature
  // @ts-expect-error Features without all jobs and emails are not the whole.
  const features: Registered = register([feature])
  return { done, features }
}

test('a feature that is registered has its routes, jobs, steps, emails, retention and exported tables', async () => {
  const { done, features } = newFeature()
  const w = await createTestApp({ features })
  const { db, queue } = w.ports

  expect((await w.visitor().call(getLiveness)).status).toBe(200)

  await db.transaction(async (tx) => {
    await queue.enqueue(tx, { name: 'notify-owner', data: { checkoutId: '12' } })
    await sendEmail(tx, w.ports, {
      kind: 'feedback',
      to: 'support@example.com',
      data: { feedbackId: 34 },
      dedupeKey: 'new',
    })
  })
  await w.runJobsOf('notify-owner')
  await w.runJobs()
  await w.runPeriodicTasks()
  await deleteExpiredData(w.ports, undefined, features.storedData)
  expect(done).toEqual(['job 12', 'step', 'deleted before 2026-02-22T12:00:00.000Z'])
  expect((await w.mailbox.list()).map(({ subject }) => subject)).toEqual(['Message 34'])

  const [table] = features.storedData.exportedTables(db, 'mara')
  expect((await table?.rows().next())?.value).toEqual({ creator: 'mara' })
  expect(features.storedData.retention.map(({ data }) => data)).toEqual(['new rows', 'new files'])

  await w.app.close()
  expect(done.at(-1)).toBe('closed')
})

test('two features with one name, one kind of job or one kind of email are an error', () => {
  const job = { 'make-teaser': async () => undefined }
  const email = { feedback: () => undefined }

  expect(() => register([{ name: 'a/b' }, { name: 'a/b' }])).toThrow('a/b is registered twice')
  expect(() =>
    register([
      { name: 'a/b', jobs: job },
      { name: 'a/c', jobs: job },
    ]),
  ).toThrow('jobs: make-teaser is registered twice')
  expect(() =>
    register([
      { name: 'a/b', emails: email },
      { name: 'a/c', emails: email },
    ]),
  ).toThrow('emails: feedback is registered twice')
})

test('the name of every feature is its folder, and every folder is registered', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: topic }) =>
      readdirSync(`${import.meta.dirname}/${topic}`).map((feature) => `${topic}/${feature}`),
    )

  expect(registered.features.map(({ name }) => name).toSorted()).toEqual(folders.toSorted())
})

test('every table is in the retention of a feature', () => {
  const tables = Object.values(schema).flatMap((value) => (is(value, PgTable) ? [getTableName(value)] : []))
  const listed = new Set(
    registered.storedData.retention.flatMap((entry) => ('store' in entry ? [entry.store] : entry.stores)),
  )

  expect(tables.length).toBeGreaterThan(40)
  expect(tables.filter((table) => !listed.has(table))).toEqual([])
})
