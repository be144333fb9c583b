import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { getLicenseSigners } from '../../../../contract/licenses.ts'
import { limits } from '../../../../contract/limits.ts'
import { reinstateContent, takeDownContent } from '../../../../contract/moderation.ts'
import { refundSale, restoreAccess, revokeAccess } from '../../../../contract/sales.ts'
import { licenseFixture } from '../../../../tests/support/license-fixture.ts'
import { settlePurchase } from '../settlement/settle-purchase.ts'

const dayMs = 24 * 3_600_000
const unknown = { code: 'not_found', message: 'This key doesn’t work for this item.' }
const onPublicSite = {
  env: {
    PUBLIC_URL: 'https://tips.example.com',
    SESSION_SECRET: '0123456789abcdef'.repeat(2),
    DEMO_MODE: 'true',
  },
}

test('a key activates a device, and the same device again takes no other place', async () => {
  const f = await licenseFixture()
  const { key } = await f.buys()

  const first = await f.activate(key, 'mac')
  const again = await f.activate(key.toLowerCase().replaceAll('-', ' '), 'mac')

  expect(key).toMatch(/^TIDE(-[0-9A-HJKMNP-TV-Z]{5}){5}$/)
  expect(first.body).toMatchObject({
    valid: true,
    state: 'active',
    itemId: f.item.id,
    expiresAt: null,
    activations: { used: 1, max: 3 },
    checkedAt: f.w.clock.now().toISOString(),
    offlineUntil: new Date(f.w.clock.now().getTime() + 14 * dayMs).toISOString(),
  })
  expect(again.body.activations).toEqual({ used: 1, max: 3 })
  expect(JSON.stringify(first.body)).not.toMatch(/example\.com|10\.00|Mara/)
})

test('of 64 devices at once on a key for 3 exactly 3 are activated', { timeout: 60_000 }, async () => {
  const f = await licenseFixture()
  const { key } = await f.buys()
  const whenAvailable = async (fingerprint: string): Promise<number> => {
    for (;;) {
      const { status } = await f.activate(key, fingerprint)
      if (status !== 503) return status
    }
  }

  const statuses = await Promise.all(
    Array.from({ length: 64 }, (_, device) => whenAvailable(`device ${device}`)),
  )

  expect(statuses.filter((status) => status === 200)).toHaveLength(3)
  expect(statuses.filter((status) => status === 409)).toHaveLength(61)
  expect((await f.validate(key)).body.activations).toEqual({ used: 3, max: 3 })
})

test('a released device makes room, and 10 in 30 days is the most', async () => {
  const f = await licenseFixture({ keys: { maxDevices: 1 } })
  const { key } = await f.buys()
  await f.activate(key, 'first')

  const full = await f.activate(key, 'second')
  const released = await f.release(key, 'first')
  for (let device = 2; device <= limits.maxDeviceReleases; device++) {
    await f.activate(key, `device ${device}`)
    await f.release(key, `device ${device}`)
  }
  await f.activate(key, 'last')
  const tooMany = await f.release(key, 'last')
  f.w.clock.advance(30 * dayMs + 1)

  expect(full).toMatchObject({
    status: 409,
    body: { message: 'The 1 device of this key is in use. Release one first.' },
  })
  expect(released.body).toMatchObject({ valid: false, state: 'not_activated', activations: { used: 0 } })
  expect(tooMany.status).toBe(429)
  expect((await f.release(key, 'last')).body.activations.used).toBe(0)
})

test('unknown keys, keys of other items and revoked access have one answer', async () => {
  const f = await licenseFixture()
  const other = await f.mara.publishFile({ title: 'Karst', price: '5.00' })
  await f.turnOn(other.id)
  const { key, orderNumber } = await f.buys()

  const answers = [
    await f.validate('TIDE-00000-00000-00000-00000-00000'),
    await f.validate(key, { itemId: other.id }),
  ]
  await f.mara.call(revokeAccess, { params: { id: orderNumber }, body: { reason: 'Shared' } })
  answers.push(await f.validate(key), await f.activate(key, 'mac'), await f.release(key, 'mac'))

  for (const { status, body } of answers) expect([status, body]).toEqual([404, unknown])
  await f.mara.call(restoreAccess, { params: { id: orderNumber } })
  expect((await f.validate(key)).body.valid).toBe(true)
})

test('a refund ends a key, and so does a dispute until it is won', async () => {
  const f = await licenseFixture()
  const refunded = await f.buys()
  const disputed = await f.buys()
  const refund = { refunded: '0.00', amount: '10.00', reason: '' }
  const settle = () => settlePurchase(f.w.ports, disputed.paymentIntentId)

  await f.mara.call(refundSale, { params: { id: refunded.orderNumber }, body: refund })
  await f.w.sandbox.simulate.dispute(disputed.paymentIntentId, 'open')
  await settle()
  const during = await f.validate(disputed.key)
  await f.w.sandbox.simulate.dispute(disputed.paymentIntentId, 'win')
  await settle()

  expect((await f.validate(refunded.key)).status).toBe(404)
  expect(during.status).toBe(404)
  expect((await f.validate(disputed.key)).body.valid).toBe(true)
})

test('a takedown that revokes ends keys, and one that leaves buyers their access does not', async () => {
  const f = await licenseFixture()
  const admin = await f.w.creator('admin@example.com')
  const { key } = await f.buys()
  const params = { id: f.item.id }

  await admin.call(takeDownContent, { params, body: { reason: 'We are asking', revokeBuyerAccess: true } })
  const during = await f.validate(key)
  await admin.call(reinstateContent, { params })
  const after = await f.validate(key)
  await admin.call(takeDownContent, { params, body: { reason: 'We are asking' } })

  expect(during.status).toBe(404)
  expect(after.body.valid).toBe(true)
  expect((await f.validate(key)).body.valid).toBe(true)
})

test('a key ends after its days, and an app never works longer offline', async () => {
  const f = await licenseFixture({ keys: { validDays: 20 } })
  const { key, cards } = await f.buys()
  const end = new Date(f.w.clock.now().getTime() + 20 * dayMs).toISOString()
  const { body: early } = await f.activate(key, 'mac')

  f.w.clock.advance(10 * dayMs)
  const { body: late } = await f.validate(key, { fingerprint: 'mac' })
  f.w.clock.advance(10 * dayMs)
  const { body: ended } = await f.validate(key, { fingerprint: 'mac' })
  const { body: another } = await f.activate(key, 'pc')

  expect(early.expiresAt).toBe(end)
  expect(late.offlineUntil).toBe(end)
  expect(ended).toMatchObject({ valid: false, state: 'expired', offlineUntil: null, proof: null })
  expect(another).toMatchObject({ valid: false, state: 'expired', activations: { used: 1 } })
  expect(await cards()).toMatchObject([{ state: 'expired', key }])
})

test('the proof of a device is checked with openssl and the published key alone', async () => {
  const f = await licenseFixture()
  const { key } = await f.buys()
  const { body } = await f.activate(key, 'mac')
  const { proof, ...answer } = body
  const folder = await mkdtemp(join(tmpdir(), 'proof-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { keys } = (await f.w.visitor().call(getLicenseSigners)).body
  const signer = keys.find(({ kid }) => kid === proof?.keyId)
  const verify = (payload: string) =>
    checkWithOpenssl(folder, { pem: signer?.pem ?? '', payload, signature: proof?.signature ?? '' })

  expect(JSON.parse(proof?.payload ?? '')).toEqual({ ...answer, fingerprint: 'mac' })
  await expect(verify(proof?.payload ?? '')).resolves.toMatch(/Signature Verified Successfully/)
  await expect(verify((proof?.payload ?? '').replace('"mac"', '"pc"'))).rejects.toThrow()
  expect((await f.validate(key)).body.proof).toBeNull()
  expect((await f.validate(key, { fingerprint: 'pc' })).body).toMatchObject({
    state: 'not_activated',
    proof: null,
  })
})

type Signed = { pem: string; payload: string; signature: string }

/** As docs/license-keys.md says it. */
async function checkWithOpenssl(folder: string, { pem, payload, signature }: Signed): Promise<string> {
  await writeFile(join(folder, 'key.pem'), pem)
  await writeFile(join(folder, 'payload'), payload)
  await writeFile(join(folder, 'signature'), Buffer.from(signature, 'base64url'))
  const options = ['-pubin', '-inkey', 'key.pem', '-rawin', '-in', 'payload', '-sigfile', 'signature']
  const run = promisify(execFile)
  const { stdout } = await run('openssl', ['pkeyutl', '-verify', ...options], { cwd: folder })
  return stdout
}

test('while the secret is replaced, the keys of both are published and the new one signs', async () => {
  const [before, after] = ['a1b2c3d4e5f60718293a4b5c6d7e8f90', '0f9e8d7c6b5a49382716f5e4d3c2b1a0']
  const f = await licenseFixture({ env: { SESSION_SECRET: `${after},${before}` } })
  const { key } = await f.buys()

  const { keys } = (await f.w.visitor().call(getLicenseSigners)).body
  const { body } = await f.activate(key, 'mac')

  expect(keys).toHaveLength(2)
  expect(new Set(keys.map(({ x }) => x)).size).toBe(2)
  expect(body.proof?.keyId).toBe(keys[0]?.kid)
})

test('20 wrong keys in 10 minutes are the limit of a network', async () => {
  const f = await licenseFixture(onPublicSite)
  const { key } = await f.buys()
  const guess = (number: number) => f.validate(`TIDE-${number}`)

  const wrong = []
  for (let number = 0; number < limits.maxWrongKeys; number++) wrong.push((await guess(number)).status)
  const right = await f.validate(key)
  f.w.clock.advance(limits.wrongKeyWindowMs + 1)

  expect(new Set(wrong)).toEqual(new Set([404]))
  expect(right.status).toBe(429)
  expect((await f.validate(key)).status).toBe(200)
})

test('60 calls a minute are the limit of a network', async () => {
  const f = await licenseFixture(onPublicSite)
  const { key } = await f.buys()
  const statuses = []
  for (let call = 0; call <= limits.maxLicenseCallsPerMinute; call++)
    statuses.push((await f.validate(key)).status)

  expect(statuses.slice(0, -1).every((status) => status === 200)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
})
