import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { listSales } from '../contract/sales.ts'
import { axeViolations, horizontalOverflowPx } from './fixtures/accessibility.ts'
import { buy, publish, signIn } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()

type Received = { headers: Record<string, string>; body: string }

/** A program of the creator's. Its status can be changed while it runs. */
async function startReceiver() {
  const receiver = { status: 200, url: '', received: [] as Array<Received>, close: () => server.close() }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      receiver.received.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(receiver.status).end(receiver.status === 200 ? 'ok' : 'TypeError: no such table')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  receiver.url = `http://127.0.0.1:${address.port}/hooks`
  return receiver
}

async function expectAccessible(page: Page) {
  expect(await axeViolations(page)).toEqual([])
  expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
}

test('a key is made, shown once, reads the sales, and is deleted', { tag: '@long' }, async () => {
  const { page, pageErrors } = await site.newVisitor()
  await signIn(page, { email: 'jonas@example.com', name: 'Jonas' })
  const id = await publish(page, { kind: 'Text', title: 'Karst', price: '4.00', text: 'Stone.' })
  const { page: fan } = await site.newVisitor()
  await buy(fan, id)
  await page.goto('/settings/developers')

  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Spreadsheet')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await page.getByTestId('api-key').innerText()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(page.getByText('Never used')).toBeVisible()

  const call = async () => {
    const headers = { authorization: `Bearer ${key}` }
    return fetch(new URL(listSales.path, page.url()), { headers })
  }
  const answer = await call()
  expect(await answer.json()).toMatchObject({ sales: [{ title: 'Karst', amount: '4.00' }] })
  await page.getByRole('button', { name: 'Delete Spreadsheet' }).click()
  await page.getByRole('button', { name: 'Delete key' }).click()
  await expect(page.getByText('No keys yet.')).toBeVisible()
  expect((await call()).status).toBe(401)
  expect(pageErrors).toEqual([])
})

test('an endpoint is tried, made, told of a sale, fails, and is sent what it missed', {
  tag: '@long',
}, async () => {
  const receiver = await startReceiver()
  const { page, pageErrors } = await site.newVisitor()
  await signIn(page, { email: 'mara@example.com', name: 'Mara' })
  const id = await publish(page, { kind: 'Text', title: 'Night Ferry', price: '8.00', text: 'Salt.' })
  const { page: fan } = await site.newVisitor()
  await page.goto('/settings/developers')
  await page.getByRole('link', { name: 'New endpoint' }).click()

  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('Enter an address', { exact: true }).waitFor()
  await page.getByLabel('Address').fill('http://10.0.0.7/in')
  await page.getByRole('button', { name: 'Create endpoint' }).click()
  await page.getByText('Use an https address.').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Address').fill(receiver.url)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('It answered 200 in').waitFor()
  await page.getByRole('button', { name: 'Create endpoint' }).click()
  await page.getByText('No events yet. Send a test.').first().waitFor()

  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const shown = page.getByTestId('signing-secret')
  await expect(shown).toHaveText(/^whsec_[\w+/]{43}=$/)
  const webhook = new Webhook(await shown.innerText())
  await buy(fan, id)
  await expect.poll(() => receiver.received.length).toBe(2)
  const [, sale] = receiver.received
  expect(webhook.verify(sale?.body ?? '', sale?.headers ?? {})).toMatchObject({
    type: 'sale.created',
    data: { title: 'Night Ferry', amount: '8.00' },
  })

  receiver.status = 500
  const { page: other } = await site.newVisitor()
  await buy(other, id)
  await expect.poll(() => receiver.received.length).toBe(3)
  await page.reload()
  await expect(page.getByText('Trying again')).toBeVisible()
  await page.getByRole('radio', { name: 'Failed' }).check()
  await page.getByRole('button', { name: /sale\.created.*Waiting/ }).click()
  await page.getByText('TypeError: no such table').waitFor()
  await page.getByText(/Next, try \d of 10/).waitFor()
  await expectAccessible(page)

  receiver.status = 200
  await page.getByRole('button', { name: 'Resend', exact: true }).click()
  await expect
    .poll(async () => {
      await page.reload()
      return page.getByText('Working').isVisible()
    })
    .toBe(true)
  const ids = receiver.received.slice(2).map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)

  await page.getByRole('button', { name: 'Resend all since…' }).click()
  await page.getByLabel('Day and time').fill(localMinute(Date.now() - 3_600_000))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Resend 2 events' }).click()
  await expect.poll(() => new Set(receiver.received.slice(-2).map(({ body }) => body)).size).toBe(2)

  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('You turned this endpoint off on').waitFor()
  await page.getByRole('link', { name: 'Developers' }).first().click()
  await expect(page.getByText('Turned off')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessible(page)
  expect(pageErrors).toEqual([])
  receiver.close()
})

/** As a field for a day and a time has it, in the time zone of this machine. */
function localMinute(ms: number): string {
  const minutes = new Date(ms).getTimezoneOffset()
  return new Date(ms - minutes * 60_000).toISOString().slice(0, 16)
}
