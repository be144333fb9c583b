import { expect, test } from 'vitest'
import { getUser, requestSignInCode, signInWithCode } from '../../../../contract/accounts.ts'
import { limits } from '../../../../contract/limits.ts'
import { latestSignInCode } from '../../../../tests/support/test-app/creator-client.ts'
import { createTestApp, type TestApp, type Visitor } from '../../../../tests/support/test-app.ts'
import { signInCodes } from '../../../db/schema/index.ts'

const email = 'mara@example.com'
const otherBrowser = 'Enter the code in the browser where you requested it, or request a new one here.'

/** An instance whose proxy reports each visitor's address. */
const behindProxy = () => createTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })

function from(client: Visitor, ip: string) {
  const headers = { 'x-forwarded-for': ip }
  return {
    requestCode: (address = email) => client.call(requestSignInCode, { body: { email: address }, headers }),
    enterCode: (code: string, address = email) =>
      client.call(signInWithCode, { body: { email: address, code }, headers }),
  }
}

/** Strangers from `count` networks, each with its own browser. */
const strangersFrom = (w: TestApp, count: number) =>
  Array.from({ length: count }, (_, i) => from(w.visitor(), `198.51.100.${i + 1}`))

const wrongCodeFor = (code: string) => (code.startsWith('1') ? '222222' : '111111')

test('a code works only in the browser that requested it', async () => {
  const w = await createTestApp()
  const [phone, laptop] = [w.visitor(), w.visitor()]
  await phone.call(requestSignInCode, { body: { email } })
  const code = await latestSignInCode(w.mailbox, email)

  const onLaptop = await laptop.call(signInWithCode, { body: { email, code } })
  const onPhone = await phone.call(signInWithCode, { body: { email, code } })

  expect(onLaptop.status).toBe(400)
  expect(onLaptop.body).toMatchObject({ message: otherBrowser, fields: { code: otherBrowser } })
  expect(onPhone.status).toBe(200)
  expect((await laptop.call(getUser)).status).toBe(401)
})

test('a stranger’s guesses use up neither a person’s code nor their attempts', async () => {
  const w = await behindProxy()
  const mara = from(w.visitor(), '203.0.113.7')
  await mara.requestCode()
  const code = await latestSignInCode(w.mailbox, email)

  for (const stranger of strangersFrom(w, 3))
    for (let i = 0; i < 25; i++) expect([400, 429]).toContain((await stranger.enterCode('000000')).status)

  expect((await mara.enterCode(code)).status).toBe(200)
})

test('a stranger’s code request leaves another browser’s code valid', async () => {
  const w = await behindProxy()
  const mara = from(w.visitor(), '203.0.113.7')
  await mara.requestCode()
  const code = await latestSignInCode(w.mailbox, email)

  for (const stranger of strangersFrom(w, 3)) await stranger.requestCode()

  expect((await mara.enterCode(code)).status).toBe(200)
})

test('one network cannot block another network’s code requests', async () => {
  const w = await behindProxy()
  const [stranger] = strangersFrom(w, 1)
  const statuses: Array<number> = []
  for (let i = 0; i < 40; i++) {
    statuses.push((await stranger?.requestCode())?.status ?? 0)
    w.clock.advance(10 * 60_000)
  }

  expect(statuses.filter((status) => status === 200)).toHaveLength(limits.maxCodesPerDay.network)
  expect((await from(w.visitor(), '203.0.113.7').requestCode()).status).toBe(200)
})

test('a known browser gets a code after strangers have used up the email’s daily limit', async () => {
  const w = await behindProxy()
  const browser = w.visitor()
  const mara = from(browser, '203.0.113.7')
  await mara.requestCode()
  await mara.enterCode(await latestSignInCode(w.mailbox, email))

  const statuses: Array<number> = []
  for (let round = 0; round < 5; round++) {
    for (const stranger of strangersFrom(w, 5)) statuses.push((await stranger.requestCode()).status)
    w.clock.advance(10 * 60_000)
  }
  for (let round = 0; round < 5; round++) {
    for (const stranger of strangersFrom(w, 10)) statuses.push((await stranger.requestCode()).status)
    w.clock.advance(10 * 60_000)
  }
  const newBrowser = await from(w.visitor(), '203.0.113.7').requestCode()
  const again = await mara.requestCode()
  const signedIn = await mara.enterCode(await latestSignInCode(w.mailbox, email))

  // One of the forty is the first code of the account's owner.
  expect(statuses.filter((status) => status === 200)).toHaveLength(limits.maxCodesPerDay.strangers - 1)
  expect(newBrowser.status).toBe(429)
  expect(newBrowser.body).toMatchObject({ message: expect.stringContaining('signed in before') })
  expect([again.status, signedIn.status]).toEqual([200, 200])
})

test('strangers have fifty attempts a day for an email, over all codes and networks', {
  tags: ['long'],
}, async () => {
  const w = await behindProxy()
  const checkedCodes: Array<string> = []
  for (let round = 0; round < 5; round++) {
    for (const stranger of strangersFrom(w, 6)) {
      if ((await stranger.requestCode()).status !== 200) continue
      const wrong = wrongCodeFor(await latestSignInCode(w.mailbox, email))
      for (let i = 0; i < 5; i++) {
        const { body } = await stranger.enterCode(wrong)
        if (JSON.stringify(body).includes('isn’t right')) checkedCodes.push(wrong)
      }
    }
    w.clock.advance(10 * 60_000)
  }

  expect(checkedCodes).toHaveLength(limits.maxCodeAttemptsPerDay.strangers)
})

test('strangers’ attempts do not count for a known browser', async () => {
  const w = await behindProxy()
  const mara = from(w.visitor(), '203.0.113.7')
  await mara.requestCode()
  await mara.enterCode(await latestSignInCode(w.mailbox, email))
  for (const stranger of strangersFrom(w, 12)) {
    await stranger.requestCode()
    const wrong = wrongCodeFor(await latestSignInCode(w.mailbox, email))
    for (let i = 0; i < 5; i++) await stranger.enterCode(wrong)
  }

  await mara.requestCode()
  const response = await mara.enterCode(await latestSignInCode(w.mailbox, email))

  expect(response.status).toBe(200)
})

async function requestedCode() {
  const w = await createTestApp()
  const mara = w.visitor()
  await mara.call(requestSignInCode, { body: { email } })
  const code = await latestSignInCode(w.mailbox, email)
  return {
    w,
    code,
    enter: (enteredCode: string) => mara.call(signInWithCode, { body: { email, code: enteredCode } }),
  }
}

test('of thirty parallel wrong attempts five are checked, and the right code is rejected afterwards', async () => {
  const { w, code, enter } = await requestedCode()
  const wrong = wrongCodeFor(code)

  const wrongAttempts = await Promise.all(Array.from({ length: 30 }, () => enter(wrong)))
  const right = await enter(code)

  const checkedCodes = wrongAttempts.filter(({ body }) => JSON.stringify(body).includes('isn’t right'))
  expect(checkedCodes).toHaveLength(5)
  expect(wrongAttempts.every(({ status }) => status === 400 || status === 429)).toBe(true)
  expect(right.status).not.toBe(200)
  expect(await w.db.select({ attempts: signInCodes.attemptCount }).from(signInCodes)).toEqual([
    { attempts: 5 },
  ])
})

test('of twenty parallel sign-ins with one right code, one succeeds', async () => {
  const { code, enter } = await requestedCode()

  const responses = await Promise.all(Array.from({ length: 20 }, () => enter(code)))

  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
})
