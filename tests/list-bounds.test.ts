import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../contract/api.ts'
import { limits } from '../contract/limits.ts'
import type { Route } from '../contract/route.ts'
import { getSale, listSales } from '../contract/sales.ts'
import { listSessions } from '../contract/settings.ts'
import { createTestApp } from './support/test-app.ts'

/** The lists without a maximum in the contract, and why each can't grow. */
const boundedByConstruction: Record<string, string> = {
  'getAdminHealth.backup.settings.schedule[]': 'the times of a day, from the configuration',
  'getAdminHealth.failing.alerts[]': 'one for each kind of alert',
  'getAdminHealth.failing.unavailable[]': 'one for each service of the site',
  'getAdminHealth.hours[]': 'the last 24 hours',
  'getAdminHealth.processes[]': 'one for each process of the site',
  'getAdminHealth.waiting[]': 'one for each kind of work',
  'getCheckout.terms.consentCountries[]': 'countries of the tax rules',
  'getCheckout.terms.regions[]': 'regions that an admin has entered rates for',
  'getDeliveryHealth.unavailable[]': 'one for each service of the site',
  'getDocumentTotals.check.problems[]':
    'at most 100 missing numbers, and documents that were changed by hand',
  'getDocumentTotals.check.ranges[]': 'one for each series and year',
  'getDocumentTotals.totals[]': 'one for each type of document',
  'getEarningsHistory.points[]': 'steps of a chart, which grow with the length of the range',
  'getLegalPageSource.placeholders[]': 'a list in the code',
  'getLicenseSigners.keys[]': 'one for each secret of the configuration',
  'getMonthlyReports[]': 'one for each month of the site',
  'getMonthlyTrends.months[]': 'the last months',
  'getPayoutFunds.otherCurrencies[]': 'currencies of the provider',
  'getProviderBalance.lines[]': 'the kinds of changes',
  'getProviderBalance.otherCurrencies[]': 'currencies of the provider',
  'getPurchaseDetail.documents[]': 'the receipt of one purchase, and its refunds and disputes',
  'getPurchaseDetail.disputes[]': 'a card payment is disputed a few times at most, by its bank',
  'getPurchaseDetail.events[]': 'the emails, refunds and disputes of one purchase',
  'getPurchaseDetail.taxCase.evidence[]': 'one for each source',
  'getPurchaseDetail.refunds[]': 'refunds of one purchase, whose sum is its amount',
  'getReceipt.corrections[]': 'refunds of one purchase, whose sum is its amount',
  'getSandboxAccount.transfers[]': 'transfers of a test account',
  'getSubscription.invoices[].documents[]': 'the invoice of one payment, and its refunds and corrections',
  'getTaxReport.lines[]': 'countries and rates of a quarter',
  'getTaxSettings.rates[]': 'rates that an admin has entered one by one',
  'listBetaFeatures[]': 'a list in the code',
  'listInstanceSettings.settings[]': 'a list in the code',
  'listOwnDocuments.years[]': 'years since a creator’s first sale',
  'listPeople.invitations[]': 'staff that an admin has invited one by one',
  'listPeople.people[]': 'staff that an admin has invited one by one',
  'listSandboxPayments.payments[].allowedActions[]': 'kinds of actions',
  'listSandboxPayments.payments[].refunds[]': 'refunds of one test payment, whose sum is its amount',
}

test('every list that a GET route returns has a maximum in the contract, or a reason why it cannot grow', () => {
  const unbounded = Object.entries(api)
    .filter(([, route]) => route.method === 'GET')
    .flatMap(([name, route]) =>
      listsOf(route)
        .filter(({ max }) => max === undefined)
        .map(({ at }) => `${name}${at}`),
    )

  expect(unbounded.toSorted()).toEqual(Object.keys(boundedByConstruction).toSorted())
})

test('no list of a GET route has a maximum over a thousand', () => {
  for (const [name, route] of Object.entries(api))
    for (const { at, max = 0 } of route.method === 'GET' ? listsOf(route) : [])
      expect(max, `${name}${at}`).toBeLessThanOrEqual(1_000)
})

/** The arrays in a route's response, with their path and maximum. */
function listsOf({ response }: Pick<Route, 'response'>): Array<{ at: string; max: number | undefined }> {
  if (!response) return []
  const root = z.toJSONSchema(response, { unrepresentable: 'any', reused: 'inline' })
  const lists: Array<{ at: string; max: number | undefined }> = []
  const visit = (schema: unknown, at: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { type, items, maxItems, properties, anyOf, allOf, oneOf } = schema as z.core.JSONSchema.JSONSchema
    if (type === 'array') {
      lists.push({ at: `${at}[]`, max: maxItems })
      visit(items, `${at}[]`)
    }
    for (const [name, property] of Object.entries(properties ?? {})) visit(property, `${at}.${name}`)
    for (const option of [...(anyOf ?? []), ...(allOf ?? []), ...(oneOf ?? [])]) visit(option, at)
  }
  visit(root, '')
  return lists
}

test('more rows than the maximum are cut and not an error', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const item = await mara.publishText({ price: '5.00' })
  await w.visitor().purchase(item.id)
  const [purchase] = await w.probe.purchases()
  await w.db.execute(sql`
    insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
      select 'session ' || n, user_id, 'token ' || n, expires_at, created_at, updated_at - interval '1 day'
      from sessions, generate_series(1, ${limits.maxListed.sessions + 5}) as n`)
  await w.db.execute(sql`
    insert into deliveries (channel, kind, target, data, next_at, created_at, dedupe_key)
      select channel, kind, target, data || jsonb_build_object('purchaseId', ${String(purchase?.id)}::text), next_at, created_at, 'email ' || n
      from (select * from deliveries order by id limit 1) as email, generate_series(1, 105) as n`)

  expect((await mara.call(listSessions)).body).toHaveLength(limits.maxListed.sessions)
  const [sale] = (await mara.call(listSales, { query: {} })).body.sales
  const detail = await mara.call(getSale, { params: { id: sale?.id } })
  expect([detail.status, detail.body.emails.length]).toEqual([200, limits.maxListed.emailsOfPurchase])
  expect((await mara.call(listSales, { query: { limit: limits.maxPageSize + 1 } })).status).toBe(400)
})
