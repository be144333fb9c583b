import { activateLicense, validateLicense } from '../contract/licenses.ts'
import { buy, publish, signIn } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()

test('a creator turns keys on, a buyer gets one, an app uses it, and both end it', async () => {
  const { page, pageErrors } = await site.newVisitor()
  await signIn(page, { email: 'mara@example.com', name: 'Mara Vitale' })
  const file = { name: 'tidewater.zip', bytes: Buffer.from('plug-in') }
  const id = await publish(page, { title: 'Tidewater', price: '39.00', file })

  await page.goto(`/edit/${id}`)
  await page.getByRole('link', { name: /License keys/ }).click()
  await page.getByLabel('Give every buyer a key').check()
  await page.getByLabel(/Begins with/).fill('tide')
  await page.getByLabel(/Devices per key/).fill('3')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Every new buyer gets a key.').first().waitFor()

  const { page: fan, pageErrors: fanErrors } = await site.newVisitor({ width: 390 })
  await fan.goto(await buy(fan, id, { email: 'sam@example.com' }))
  const key = await fan.locator('#license code').innerText()
  expect(key).toMatch(/^TIDE(-[0-9A-Z]{5}){5}$/)

  const call = { itemId: Number(id), key, fingerprint: 'mac', label: 'Sam’s MacBook Pro' }
  const activated = await fan.request.post(activateLicense.path, { data: call })
  expect(await activated.json()).toMatchObject({ valid: true, activations: { used: 1, max: 3 } })

  await fan.reload()
  await expect(fan.getByText('1 of 3 in use')).toBeVisible()
  await fan.getByRole('button', { name: 'Release Sam’s MacBook Pro' }).click()
  await expect(fan.getByRole('status')).toHaveText('The device is released.')
  const { label: _, ...asked } = call
  const released = await fan.request.post(validateLicense.path, { data: asked })
  expect(await released.json()).toMatchObject({ valid: false, state: 'not_activated' })

  await fan.getByText('Someone else has it?').click()
  await fan.getByRole('button', { name: 'Get a new key' }).click()
  await expect(fan.getByText('Here is your new key.')).toBeVisible()
  await expect(fan.locator('#license code')).not.toHaveText(key)

  await page.goto('/sales')
  await page
    .getByRole('link', { name: /Tidewater|sam@example.com/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByLabel('Reason').fill('It was posted in a forum.')
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('Key revoked').first().waitFor()
  await fan.reload()
  await expect(fan.getByText('“It was posted in a forum.”')).toBeVisible()
  expect([...pageErrors, ...fanErrors]).toEqual([])
})

test('a creator pastes a list, each buyer gets a key of it, and it is sold out after the last', async () => {
  const { page, pageErrors } = await site.newVisitor()
  await signIn(page, { email: 'jonas@example.com', name: 'Jonas Weber' })
  const file = { name: 'undertow.zip', bytes: Buffer.from('plug-in') }
  const id = await publish(page, { title: 'Undertow', price: '12.00', file })

  await page.goto(`/edit/${id}/license-keys`)
  await page.getByLabel('Give every buyer a key').check()
  await page.getByLabel('Your own list').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('No keys yet').waitFor()
  await page
    .getByLabel('Keys', { exact: true })
    .fill('LDK-4471-AAB2-90\nldk 4471 aab2 90\n\nLDK-4471-AAB3-17')
  await expect(page.getByText('2 keys.')).toBeVisible()
  await expect(page.getByText('Line 2 is the same as line 1 and is left out. Line 3 is empty.')).toBeVisible()
  await page.getByRole('button', { name: 'Add 2 keys' }).click()
  await page.getByText('2 of 2 left').waitFor()
  await page.getByLabel('Choose a CSV').setInputFiles({
    name: 'keys.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Key,Note\nLDK-4471-AAB4-52,new\nLDK-4471-AAB2-90,old\n'),
  })
  await page.getByRole('button', { name: 'Add 2 keys' }).click()
  await expect(page.getByText('1 key added. Line 2 is in your list already and is left out.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove unused' }).click()
  await page.getByLabel('Keys to remove').fill('LDK-4471-AAB3-17\nLDK-4471-AAB4-52')
  await page.getByRole('button', { name: 'Remove these' }).click()
  await page.getByText('1 of 1 left').waitFor()

  const { page: fan, pageErrors: fanErrors } = await site.newVisitor({ width: 390 })
  await fan.goto(await buy(fan, id, { email: 'kim@example.com' }))
  await expect(fan.locator('#license code')).toHaveText('LDK-4471-AAB2-90')
  await fan.goto(`${new URL(fan.url()).pathname}/receipt`)
  await expect(fan.getByText('LDK-4471-AAB2-90')).toBeVisible()

  const { page: late } = await site.newVisitor({ width: 390 })
  await late.goto(`/p/${id}`)
  await expect(late.getByText('Sold out', { exact: true }).first()).toBeVisible()
  await page.reload()
  await page.getByText('0 of 1 left').waitFor()
  expect([...pageErrors, ...fanErrors]).toEqual([])
})
