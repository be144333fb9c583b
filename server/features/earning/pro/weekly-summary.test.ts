import { expect, test } from 'vitest'
import { listBetaFeatures, setBetaFeature } from '../../../../contract/pro.ts'
import { upgradeToPro } from '../../../../tests/support/test-app/subscription-client.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const dayMs = 24 * 3_600_000

test('the weekly summary has an address that turns it off in one click, and leads a person to the settings', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await upgradeToPro(mara)
  await mara.call(setBetaFeature, { body: { name: 'weekly-mail', isEnabled: true } })
  const headers: Array<Record<string, string> | undefined> = []
  const { send } = w.ports.mailer
  w.ports.mailer.send = async (email) => {
    headers.push(email.headers)
    await send(email)
  }
  await w.runPeriodicTasks()
  await w.runJobs()
  const summary = headers.find((one) => one?.['List-Unsubscribe'])
  const address = new URL(summary?.['List-Unsubscribe']?.slice(1, -1) ?? '').pathname

  const opened = await w.visitor().send('GET', address)
  expect([opened.statusCode, opened.headers.location]).toEqual([302, '/settings'])
  expect((await mara.call(listBetaFeatures)).body[0]?.isEnabled).toBe(true)
  expect((await w.visitor().send('POST', `${address}x`)).statusCode).toBe(404)
  expect((await mara.call(listBetaFeatures)).body[0]?.isEnabled).toBe(true)

  expect((await w.visitor().send('POST', address)).statusCode).toBe(200)
  expect((await mara.call(listBetaFeatures)).body[0]?.isEnabled).toBe(false)
  expect(summary?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
})

test('the weekly summary is sent once each Monday to subscribed creators', async () => {
  const w = await createTestApp()
  const [mara, jonas] = [await w.creator(), await w.creator('jonas@example.com')]
  await upgradeToPro(mara)
  await upgradeToPro(jonas)
  const item = await mara.publishText({ price: '10.00', title: 'Dusk' })
  await w.visitor().purchase(item.id)
  const on = await mara.call(setBetaFeature, { body: { name: 'weekly-mail', isEnabled: true } })
  await w.runPeriodicTasks()
  await w.runJobs()
  const before = await weeklySummaries()

  // From Sunday the 1st to Monday the 2nd of March.
  w.clock.advance(dayMs)
  await w.runPeriodicTasks()
  await w.runPeriodicTasks()
  await w.runJobs()

  async function weeklySummaries() {
    const all = await w.mailbox.list()
    return all
      .filter(({ subject }) => subject.startsWith('Your week'))
      .map(({ to, subject }) => [to, subject])
  }
  expect(on.body[0]?.isEnabled).toBe(true)
  expect(before).toEqual([['mara@example.com', 'Your week: $0.00 earned']])
  expect(await weeklySummaries()).toContainEqual(['mara@example.com', 'Your week: $10.00 earned'])
  expect(await weeklySummaries()).toHaveLength(2)
})
