import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { completePayment } from '../../../contract/purchases.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'

test('a sale takes these statements and no others, all prepared', async () => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishFile({ price: '10.00' })
  const fan = w.visitor()
  const complete = async () => {
    const { paymentIntentId } = await fan.pays(item.id)
    const statements = recordStatements()
    await fan.call(completePayment, { params: { paymentIntentId } })
    // Sent after the response.
    await vi.waitFor(() => expect(statements()).toContain('notify'))
    vi.restoreAllMocks()
    return statements()
  }
  await complete()

  const statements = await complete()

  expect(statements.filter((name) => !name.includes('sandbox'))).toEqual([
    'find_checkout_by_payment',
    'begin',
    'lock_checkout_by_payment',
    'insert_purchase',
    'find_undeliverable_reason',
    'insert_email',
    expect.stringMatching(/^[\w-]{43}$/), // The job of the email, by pg-boss.
    'insert_posting_with_rollups',
    'commit',
    'notify',
  ])
})

/** Records the statements of all connections, by name or text, until mocks are restored. */
function recordStatements(): () => Array<string> {
  const statements: Array<string> = []
  const original = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args) {
    statements.push(nameOf(args[0]))
    return Reflect.apply(original, this, args)
  })
  return () => statements
}

function nameOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const { name, text = '' } = statement as { name?: string; text?: string }
  return name ?? text
}
