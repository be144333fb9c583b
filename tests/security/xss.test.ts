import { expect, test } from 'vitest'
import { updateProfile } from '../../contract/accounts.ts'
import { sendFeedback } from '../../contract/feedback.ts'
import { setPayoutMethod } from '../../contract/payouts.ts'
import { downloadContent } from '../../contract/purchases.ts'
import { exportSales } from '../../contract/sales.ts'
import { getOembed } from '../../contract/sharing.ts'
import { isLongRun } from '../support/long-run.ts'
import { upgradeToPro } from '../support/test-app/subscription-client.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import { scriptPayloads } from '../support/xss-payloads.ts'

/** In the gate every fourth; the long run has all forty. */
const payloads = scriptPayloads.filter((_, index) => isLongRun || index % 4 === 0)
const scaled = { tags: ['scaled'] }

/** Values in quotes end at the next quote, so nothing in them is an element or an attribute. */
const withoutValues = (html = '') => html.replaceAll(/="[^"]*"/g, '=""')

/** The start of an element in a payload that is still unescaped. */
const unescapedElement = /<[^<>]*data-evil/i

async function emails(w: TestApp) {
  await w.runJobs()
  const listed = await w.mailbox.list()
  return Promise.all(listed.map(({ id }) => w.mailbox.read(id)))
}

test('there are forty different payloads', () => {
  expect(new Set(scriptPayloads).size).toBe(40)
})

test('scripts in titles, names and messages are text in every email', scaled, async () => {
  const w = await createTestApp()
  const creator = await w.creator()

  for (const payload of payloads) {
    await creator.call(updateProfile, { body: { firstName: payload.slice(0, 80) } })
    const item = await creator.publishText({ title: payload, description: payload, textContent: payload })
    await w.visitor().purchase(item.id)
  }
  for (const payload of payloads.slice(0, payloads.length / 2)) {
    const body = { type: 'general', subject: payload, message: payload, email: '' }
    expect((await w.visitor().call(sendFeedback, { body })).status).toBe(200)
  }

  const sent = await emails(w)
  expect(sent.length).toBeGreaterThanOrEqual(1.5 * payloads.length)
  for (const email of sent) expect(withoutValues(email?.html), email?.subject).not.toMatch(unescapedElement)
  for (const email of sent) expect(email?.subject).not.toMatch(/[\r\n]/)
})

test('scripts in a CSV export stay in their cells', scaled, async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  await upgradeToPro(creator)
  for (const payload of payloads) {
    const item = await creator.publishText({ title: payload })
    await w.visitor().purchase(item.id)
  }

  const table = (await creator.call(exportSales)).bytes.toString('utf8')

  const rows = table.split('\r\n').slice(1, 41)
  for (const payload of payloads) {
    // A cell that a spreadsheet would treat as a formula begins with an apostrophe.
    const text = /^[=+@-]/.test(payload) ? `'${payload}` : payload
    const cell = /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
    expect(
      rows.some((row) => row.includes(`,${cell},`)),
      payload,
    ).toBe(true)
  }
})

test('the oEmbed data of an item has no scripts', scaled, async () => {
  const w = await createTestApp()
  const creator = await w.creator()

  for (const payload of payloads) {
    const item = await creator.publishText({ title: payload, description: payload })
    const url = `${w.ports.config.publicUrl}/p/${item.id}`
    const { status, body, headers } = await w.visitor().call(getOembed, { query: { url } })

    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(JSON.stringify({ ...body, title: '', author_name: '' })).not.toMatch(unescapedElement)
  }
})

test('an unknown category and an invalid payout email are rejected', scaled, async () => {
  const w = await createTestApp()

  for (const [index, payload] of payloads.entries()) {
    // Each has an account of its own, because ten attempts an hour are allowed.
    const creator = await w.creator(`creator${index}@example.com`)
    for (const payoutEmail of [payload, `${payload}@example.com`, `"${payload}"@example.com`]) {
      const { status } = await creator.call(setPayoutMethod, {
        body: { payoutMethod: 'paypal', payoutEmail },
      })
      expect(status, payoutEmail).toBe(400)
    }
    await expect(creator.publishText({ category: payload })).rejects.toThrow('Not published: 400')
  }
})

test('a file’s name is encoded in its header', scaled, async () => {
  const w = await createTestApp()
  const creator = await w.creator()

  for (const payload of payloads) {
    const name = payload.replaceAll('"', "'")
    const item = await creator.publishes({ kind: 'file' }, { name, bytes: Buffer.from('x') })
    const fan = w.visitor()
    await fan.purchase(item.id)
    const { status, headers } = await fan.call(downloadContent, { params: { id: item.id } })

    expect(status, name).toBe(200)
    expect(headers['content-disposition'], name).toMatch(
      /^attachment; filename="[^"\\]*"(; filename\*=UTF-8''[\w.%!#$&+^`|~-]*)?$/,
    )
  }
})
