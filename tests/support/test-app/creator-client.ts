import { requestSignInCode, signInWithCode } from '../../../contract/accounts.ts'
import { type CreatorContent, createContent } from '../../../contract/content.ts'
import type { Mailbox } from '../../../server/ports/mailer.ts'
import type { Part, Visitor } from './http-client.ts'

type Fields = Record<string, string>

/** Signs a visitor in with the emailed code. */
export async function signInAs(who: Visitor, mailbox: Mailbox, email: string) {
  await who.call(requestSignInCode, { body: { email } })
  const code = await latestSignInCode(mailbox, email)
  const { status, body } = await who.call(signInWithCode, { body: { email, code } })
  if (status !== 200) throw new Error(`Not signed in: ${status} ${JSON.stringify(body)}`)

  async function publishes(fields: Fields, file?: { name: string; bytes: Buffer }): Promise<CreatorContent> {
    const values = { title: 'Harbour loops', price: '10.00', ...fields }
    const parts: Array<Part> = Object.entries(values).map(([name, value]) => ({ name, value }))
    if (file) parts.push({ name: 'file', fileName: file.name, bytes: file.bytes })
    const answer = await who.form(createContent.path, parts)
    if (answer.status !== 200)
      throw new Error(`Not published: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  return {
    ...who,
    id: String(body.id),
    publishes,
    publishFile: (fields: Fields = {}, bytes = Buffer.from('the very bytes')) =>
      publishes({ kind: 'file', ...fields }, { name: 'loops.zip', bytes }),
    publishText: (fields: Fields = {}) =>
      publishes({ kind: 'text', textContent: 'Salt, flour, water.', ...fields }),
    publishLink: (fields: Fields = {}) =>
      publishes({ kind: 'link', linkUrl: 'https://example.com/private', ...fields }),
  }
}

export async function latestSignInCode(mailbox: Mailbox, email: string): Promise<string> {
  const [newest] = (await mailbox.list()).filter(({ to }) => to === email)
  const code = /\d{3} \d{3}/.exec(newest?.subject ?? '')?.[0]
  if (!code) throw new Error(`No code was sent to ${email}`)
  return code
}
