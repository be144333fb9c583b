import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { updateProfile } from '../contract/accounts.ts'
import { api } from '../contract/api.ts'
import { exportSales, listSales } from '../contract/sales.ts'
import { users } from '../server/db/schema/index.ts'
import { maxCharactersOf, propertiesOf } from '../server/http/bodies.ts'
import {
  foreignAddresses,
  foreignDays,
  foreignLinks,
  foreignTexts,
  textsAtLimit,
} from './support/foreign-inputs.ts'
import { isLongRun } from './support/long-run.ts'
import { expectNoServerError, fieldNames, requestFor, sharedCallers } from './support/request-builder.ts'
import { sentEmailsTo } from './support/sent-emails.ts'
import { sharedTestApp } from './support/test-app.ts'

const createCaller = sharedCallers()

const inputs = [...Object.values(foreignTexts), ...foreignAddresses, ...foreignLinks, ...foreignDays]

/** The gate tries one in sixty-one inputs, so that each is tried at some fields. */
const stride = isLongRun ? 1 : 61
let tried = 0

test.for(Object.keys(api))(
  '%s saves or refuses foreign inputs, and never fails',
  { tags: ['scaled'] },
  async (name) => {
    const { route, baseFields, send } = await createCaller(name)

    for (const [where, field] of fieldNames(route)) {
      const schema = where === 'body' && route.body ? propertiesOf(route.body)[field] : undefined
      const max = schema && maxCharactersOf(schema)
      const atLimit = max !== undefined && max <= 5_000 ? Object.values(textsAtLimit(max)) : []
      for (const value of [...inputs, ...atLimit]) {
        tried += 1
        if (tried % stride !== 0) continue
        const fields = baseFields()
        fields[where][field] = value

        const answer = await send(requestFor(route, fields))

        expectNoServerError(answer, {
          name,
          description: `${where}.${field} = ${JSON.stringify(value).slice(0, 60)}`,
        })
      }
    }
  },
)

/** What a person reads must have no replaced letter and no UTF-8 that was read as Latin-1. */
function expectReadable(text: string, description: string): void {
  expect(text, description).not.toMatch(/\uFFFD|Ã.|â€|ðŸ|\p{Cs}/u)
}

const app = sharedTestApp()

/** Texts that stay what they are; the others are cleaned or refused, which is tested in contract/. */
const kept = Object.entries(foreignTexts).filter(
  ([kind]) => !['bidi', 'invisible', 'controls', 'half', 'lines'].includes(kind),
)

/** In the gate: a script from right to left, and the widest letters. */
const sold = kept.filter(([kind]) => isLongRun || ['arabic', 'wide'].includes(kind))

test.for(sold)(
  'a sale of %s is readable in answers, images, documents, emails and search',
  { tags: ['scaled'] },
  async ([kind, input]) => {
    const w = await app()
    const name = kind.toLowerCase()
    const creator = await w.creator(`${name}@example.com`)
    const text = input.normalize('NFC')
    await creator.call(updateProfile, {
      body: { firstName: input, handle: `c_${name}`, bio: input, links: '' },
    })
    await w.db.update(users).set({ plan: 'pro' }).where(eq(users.id, creator.id))
    const item = await creator.publishText({
      title: input,
      description: input,
      textContent: input,
      thankYouNote: input,
      whatsInside: input,
    })
    const buyer = w.visitor()
    const { purchaseId } = await buyer.purchase(item.id, {
      email: `o&m=${name}@münchen.de`,
      supporterName: input,
      supporterMessage: input,
    })
    const [email] = await sentEmailsTo(w, `o&m=${name}@xn--mnchen-3ya.de`)
    const access = /\/access\/[\w-]{43}/.exec(email?.text ?? '')?.[0] ?? ''

    expect(item).toMatchObject({ title: text, description: text })
    expect(email?.subject).toBe(`${text} is yours`)
    expectReadable(email?.text ?? '', 'access email')
    for (const path of [`/api/content/${item.id}`, `/api${access}`, `/api${access}/receipt`]) {
      const page = await buyer.send('GET', path)
      expect(page.statusCode, path).toBe(200)
      expectReadable(page.payload, path)
    }
    for (const [path, type] of [
      [`/p/${item.id}/card.png`, 'image/png'],
      [`/@c_${name}/card.png`, 'image/png'],
      [`${access}/receipt.pdf`, 'application/pdf'],
    ] as const) {
      const file = await buyer.send('GET', path)
      expect([file.statusCode, file.headers['content-type']], path).toEqual([200, type])
    }
    const csv = (await creator.call(exportSales)).bytes.toString('utf8')
    expect(csv).toContain(text.replaceAll('"', '""'))
    expectReadable(csv, 'sales as CSV')
    const found = await creator.call(listSales, { query: { q: input } })
    expect(found.body.sales.map(({ id }) => id)).toEqual([purchaseId])
  },
)
