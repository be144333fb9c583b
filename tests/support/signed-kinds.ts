import { verify } from 'node:crypto'
import {
  createPasskeySignInOptions,
  getUser,
  requestSignInCode,
  signInWithCode,
  signInWithPasskey,
  startOidcSignIn,
} from '../../contract/accounts.ts'
import { exportBuyerData } from '../../contract/buyer-data.ts'
import { confirmFollower, getFollower, unfollow } from '../../contract/creators.ts'
import { getFreeLink } from '../../contract/free.ts'
import { getItemUpdates } from '../../contract/item-updates.ts'
import { getNotMe } from '../../contract/payout-method-state.ts'
import { unsubscribeFromSummary } from '../../contract/pro.ts'
import { getAccess, verifyPurchase } from '../../contract/purchases.ts'
import { getEmailedChoice } from '../../contract/sale-emails.ts'
import { confirmEmailChange, requestEmailChange } from '../../contract/settings.ts'
import { purchases } from '../../server/db/schema/index.ts'
import { freeLinkToken } from '../../server/features/buying/free/free-link.ts'
import { publicSigners, signAnswer } from '../../server/features/buying/licenses/proof.ts'
import {
  decryptClientSecret,
  encryptClientSecret,
} from '../../server/features/buying/purchases/access-token.ts'
import { ownerProof, readOwnerProof } from '../../server/features/buying/purchases/owner-proof.ts'
import { updatesToken } from '../../server/features/buying/updates/updates.ts'
import { pushKeys } from '../../server/features/earning/notifications/vapid.ts'
import { summaryToken } from '../../server/features/earning/pro/unsubscribe.ts'
import { saleEmailsToken } from '../../server/features/earning/sale-emails/choice.ts'
import { notMeToken } from '../../server/features/money/payout-methods/not-me.ts'
import { buyerDataToken } from '../../server/features/operating/privacy/buyer-data.ts'
import { lockCreator, updateUser } from '../../server/features/people/accounts/repository.ts'
import { keepDebt, reopenDebtor } from '../../server/features/people/sign-in/debts.ts'
import { mailboxKey } from '../../server/http/dev-mailbox.ts'
import { client as oidcClient, startOidcProvider } from './oidc-provider.ts'
import type { OtherProcess } from './other-process.ts'
import { requestToFollow } from './request-to-follow.ts'
import { givePasskey } from './software-passkey.ts'
import { latestSignInCode, signInAs } from './test-app/creator-client.ts'
import { sendDue, type TestApp } from './test-app.ts'

const origin = 'http://localhost:3000'
const fan = 'fan@example.com'
const mara = 'mara@example.com'

/** An instance, and the one of its processes that signs. */
type Open = (env?: Record<string, string>) => Promise<{ w: TestApp; signer: OtherProcess }>
/** Lets one process sign something. The returned function says whether another process accepts it. */
type Sign = (open: Open) => Promise<(other: OtherProcess) => Promise<boolean>>

/** `file` uses the secret. `outlivesSecret`: works without the secret that made it. */
export type SignedKind = { name: string; file: string; outlivesSecret?: true; sign: Sign }

/** Everything that the instance signs, encrypts or derives with SESSION_SECRET. */
export const signedKinds: Array<SignedKind> = [
  {
    name: 'a session',
    file: 'server/http/cookies.ts',
    async sign(open) {
      const { w, signer } = await open()
      const { cookies } = await signInAs(signer.visitor(), w.mailbox, mara)
      return async (other) => (await other.visitor(cookies).call(getUser)).status === 200
    },
  },
  {
    name: 'a passkey sign-in that has begun',
    file: 'server/http/cookies.ts',
    async sign(open) {
      const { w, signer } = await open()
      const { id } = await signInAs(signer.visitor(), w.mailbox, mara)
      const passkey = await givePasskey(w, id)
      const browser = signer.visitor()
      const { body } = await browser.call(createPasskeySignInOptions)
      const response = passkey.assertion(body.challenge)
      return async (other) => {
        const answer = await other.visitor(browser.cookies).call(signInWithPasskey, { body: { response } })
        return answer.status === 200
      }
    },
  },
  {
    name: 'an OpenID sign-in that has begun',
    file: 'server/http/cookies.ts',
    async sign(open) {
      const people = { mara: { email: mara, email_verified: true } }
      const provider = await startOidcProvider(people, { backTo: `${origin}/api/identity/callback/oidc` })
      const { signer } = await open({
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: oidcClient.id,
        OIDC_CLIENT_SECRET: oidcClient.secret,
      })
      const browser = signer.visitor()
      const { headers } = await browser.call(startOidcSignIn, { query: { returnTo: '/upload' } })
      const { pathname, search } = new URL(await provider.asks(String(headers.location), 'mara'))
      return async (other) => {
        const answer = await other.visitor(browser.cookies).send('GET', `${pathname}${search}`)
        return answer.headers.location === '/upload'
      }
    },
  },
  {
    name: 'a sign-in code',
    file: 'server/features/people/sign-in/one-time-code.ts',
    async sign(open) {
      const { w, signer } = await open()
      const browser = signer.visitor()
      await browser.call(requestSignInCode, { body: { email: mara } })
      const code = await latestSignInCode(w.mailbox, mara)
      return async (other) => {
        const body = { email: mara, code }
        return (await other.visitor(browser.cookies).call(signInWithCode, { body })).status === 200
      }
    },
  },
  {
    name: 'a sign-in code whose email waits',
    file: 'server/features/people/sign-in/one-time-code.ts',
    async sign(open) {
      const { w, signer } = await open()
      const { send } = w.ports.mailer
      signer.ports.mailer.send = () => Promise.reject(new Error('connect ECONNREFUSED'))
      await signer.visitor().call(requestSignInCode, { body: { email: mara } })
      signer.ports.mailer.send = send
      return async (other) => {
        w.clock.advance(2_000)
        await sendDue(other.ports)
        return (await w.mailbox.list()).length === 1
      }
    },
  },
  {
    name: 'the codes of an email change',
    file: 'server/features/people/sign-in/one-time-code.ts',
    async sign(open) {
      const { w, signer } = await open()
      const browser = await signInAs(signer.visitor(), w.mailbox, mara)
      await browser.call(requestEmailChange, { body: { email: 'mara@new.example' } })
      const body = {
        oldCode: await latestSignInCode(w.mailbox, mara),
        newCode: await latestSignInCode(w.mailbox, 'mara@new.example'),
      }
      // The session is that of the other process, so that only the codes are of the signer.
      return async (other) => {
        const again = await signInAs(other.visitor(), w.mailbox, mara)
        return (await again.call(confirmEmailChange, { body })).status === 200
      }
    },
  },
  {
    name: 'a link to confirm following',
    file: 'server/features/selling/creators/follow.ts',
    async sign(open) {
      const { w, signer } = await open()
      const params = await requestToFollow(w, signer)
      return async (other) => {
        await other.visitor().call(confirmFollower, { params, body: {}, headers: ownForm })
        return (await signer.visitor().call(getFollower, { params })).body.state === 'following'
      }
    },
  },
  {
    name: 'an unsubscribe link',
    file: 'server/features/selling/creators/follow.ts',
    async sign(open) {
      const { w, signer } = await open()
      const params = await requestToFollow(w, signer)
      return async (other) => {
        await other.visitor().call(unfollow, { params, body: {}, headers: ownForm })
        return (await signer.visitor().call(getFollower, { params })).body.state === 'unsubscribed'
      }
    },
  },
  {
    name: 'a link that stops updates of an item',
    file: 'server/features/buying/updates/updates.ts',
    async sign(open) {
      const { w, signer } = await open()
      const creator = await signInAs(signer.visitor(), w.mailbox, mara)
      const { id } = await creator.publishText()
      await signer.visitor().purchase(id, { email: fan })
      const [purchase] = await w.db.select().from(purchases)
      const params = { token: updatesToken(signer.ports, purchase?.id ?? 0) }
      return async (other) => (await other.visitor().call(getItemUpdates, { params })).status === 200
    },
  },
  {
    name: 'the link to a free item that asks for an address',
    file: 'server/features/buying/free/free-link.ts',
    async sign(open) {
      const { w, signer } = await open()
      const item = await (await w.creator()).publishFile({ pricingModel: 'free', asksForEmail: 'true' })
      const claims = { contentId: item.id, email: fan, expiresAt: w.clock.now().getTime() + 60_000 }
      const params = { token: freeLinkToken(signer.ports, claims) }
      return async (other) => (await other.visitor().call(getFreeLink, { params })).status === 200
    },
  },
  {
    name: 'the address that turns off the weekly summary',
    file: 'server/features/earning/pro/unsubscribe.ts',
    async sign(open) {
      const { w, signer } = await open()
      const { id } = await signInAs(signer.visitor(), w.mailbox, mara)
      const params = { token: summaryToken(signer.ports, id) }
      return async (other) =>
        (await other.visitor().call(unsubscribeFromSummary, { params, body: {} })).status === 200
    },
  },
  {
    name: 'the address that changes the emails about sales',
    file: 'server/features/earning/sale-emails/choice.ts',
    async sign(open) {
      const { w, signer } = await open()
      const { id } = await signInAs(signer.visitor(), w.mailbox, mara)
      const params = { token: saleEmailsToken(signer.ports, id) }
      return async (other) => (await other.visitor().call(getEmailedChoice, { params })).status === 200
    },
  },
  {
    name: 'the address that stops payouts after a change',
    file: 'server/features/money/payout-methods/not-me.ts',
    async sign(open) {
      const { w, signer } = await open()
      const { id } = await signInAs(signer.visitor(), w.mailbox, mara)
      const params = { token: notMeToken(signer.ports, id, signer.ports.clock.now()) }
      return async (other) => (await other.visitor().call(getNotMe, { params })).status === 200
    },
  },
  {
    name: 'a link to a buyer’s data',
    file: 'server/features/operating/privacy/buyer-data.ts',
    async sign(open) {
      const { signer } = await open()
      const params = { token: buyerDataToken(signer.ports, fan) }
      return async (other) => (await other.visitor().call(exportBuyerData, { params })).status === 200
    },
  },
  {
    name: 'a link by which an owner pays less',
    file: 'server/features/buying/purchases/owner-proof.ts',
    async sign(open) {
      const { signer } = await open()
      const proof = ownerProof(signer.ports, [7])
      return async (other) => readOwnerProof(other.ports, proof)?.[0] === 7
    },
  },
  {
    name: 'the address of a ticket’s picture',
    file: 'server/features/buying/tickets/ticket.ts',
    async sign(open) {
      const { w, signer } = await open()
      const { ticket } = await buy(w, signer)
      return async (other) => (await other.visitor().send('GET', ticket.pictureUrl ?? '')).statusCode === 200
    },
  },
  {
    name: 'the key that browsers were given for notifications',
    file: 'server/features/earning/notifications/vapid.ts',
    async sign(open) {
      const { signer } = await open()
      const [{ publicKey }] = pushKeys(signer.ports)
      return async (other) => pushKeys(other.ports).some((key) => key.publicKey === publicKey)
    },
  },
  {
    name: 'the proof that a license key works',
    file: 'server/features/buying/licenses/proof.ts',
    async sign(open) {
      const { signer } = await open()
      const answer = {
        valid: true,
        state: 'active' as const,
        itemId: 1,
        expiresAt: null,
        activations: { used: 1, max: 3 },
        checkedAt: '2026-03-01T12:00:00.000Z',
        offlineUntil: '2026-03-15T12:00:00.000Z',
      }
      const { keyId, payload, signature } = signAnswer(signer.ports, answer, 'a device')
      return async (other) => {
        const key = publicSigners(other.ports).keys.find(({ kid }) => kid === keyId)
        return (
          key !== undefined &&
          verify(null, Buffer.from(payload), key.pem, Buffer.from(signature, 'base64url'))
        )
      }
    },
  },
  {
    name: 'an access link',
    file: 'server/features/buying/purchases/access-token.ts',
    outlivesSecret: true,
    async sign(open) {
      const { w, signer } = await open()
      const { accessUrl } = await buy(w, signer)
      const params = { token: accessUrl.split('/').at(-1) ?? '' }
      return async (other) => (await other.visitor().call(getAccess, { params })).status === 200
    },
  },
  {
    name: 'the URL of a bought file',
    file: 'server/features/buying/access/signed-file-url.ts',
    async sign(open) {
      const { w, signer } = await open()
      const { content } = await buy(w, signer)
      return async (other) => (await other.visitor().send('GET', content.fileUrl ?? '')).statusCode === 200
    },
  },
  {
    name: 'the URL of a test purchase’s file',
    file: 'server/features/buying/access/signed-file-url.ts',
    async sign(open) {
      const { w, signer } = await open()
      const creator = await signInAs(signer.visitor(), w.mailbox, mara)
      const { id } = await creator.publishFile()
      const { headers } = await creator.send('POST', `/p/${id}/try`, { payload: '', headers: ownForm })
      const token = String(headers.location).split('/').at(-1)?.split('?')[0] ?? ''
      const { body } = await signer.visitor().call(getAccess, { params: { token } })
      return async (other) =>
        (await other.visitor().send('GET', body.content.fileUrl ?? '')).statusCode === 200
    },
  },
  {
    name: 'the client secret of a stored payment',
    file: 'server/features/buying/purchases/access-token.ts',
    async sign(open) {
      const { signer } = await open()
      const encrypted = encryptClientSecret(signer.ports, 'pi_1_secret')
      return async (other) => decryptClientSecret(other.ports, encrypted) === 'pi_1_secret'
    },
  },
  {
    name: 'the debt of a deleted account',
    file: 'server/features/people/sign-in/debts.ts',
    async sign(open) {
      const { w, signer } = await open()
      const { id } = await signInAs(signer.visitor(), w.mailbox, mara)
      await w.db.transaction(async (tx) => {
        const row = await lockCreator(tx, id)
        const debt = await keepDebt(tx, signer.ports, row, -1_000)
        await updateUser(tx, id, { email: 'deleted@example.com', deletedAt: w.clock.now(), ...debt })
      })
      return (other) => reopenDebtor(other.ports, mara)
    },
  },
  {
    name: 'the cookie of the mailbox',
    file: 'server/http/dev-mailbox.ts',
    async sign(open) {
      const { signer } = await open()
      const headers = { host: new URL(origin).host }
      const browser = signer.visitor()
      await browser.send('GET', `/dev/mail?key=${mailboxKey(signer.ports.secret)}`, { headers })
      return async (other) =>
        (await other.visitor(browser.cookies).send('GET', '/dev/mail', { headers })).statusCode === 200
    },
  },
]

async function buy(w: TestApp, signer: OtherProcess) {
  const item = await (await signInAs(signer.visitor(), w.mailbox, mara)).publishFile()
  const buyer = signer.visitor()
  const { paymentIntentId } = await buyer.purchase(item.id)
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  return (await buyer.call(verifyPurchase, { query })).body
}

const ownForm = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
