import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isLongRun } from './support/long-run.ts'
import { startWithSecrets } from './support/other-process.ts'
import { signedKinds } from './support/signed-kinds.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const oldSecret = '0123456789abcdef'.repeat(2)
const newSecret = 'fedcba9876543210'.repeat(2)

/** Whether a process with `accepting` accepts what a process with `signing` signed. */
async function isAccepted(
  { sign }: (typeof signedKinds)[number],
  { signing, accepting }: { signing: Array<string>; accepting: Array<string> },
) {
  const opened: Array<TestApp> = []
  const accepts = await sign(async (env = {}) => {
    const w = await createTestApp({ env: { SESSION_SECRET: signing.join(), ...env } })
    opened.push(w)
    return { w, signer: await startWithSecrets(w, signing) }
  })
  const [w] = opened
  if (!w) throw new Error('Nothing was opened')
  return accepts(await startWithSecrets(w, accepting))
}

/** In the gate every third: what they have in common is the list of secrets. */
const kinds = signedKinds.filter((_, index) => isLongRun || index % 3 === 0)

describe.each(kinds)('$name', (kind) => {
  test('works after SESSION_SECRET was replaced, while the one before is listed', {
    tags: ['scaled'],
  }, async () => {
    expect(await isAccepted(kind, { signing: [oldSecret], accepting: [newSecret, oldSecret] })).toBe(true)
  })

  test('of a restarted process works at one that lists the new secret last', { tags: ['long'] }, async () => {
    const signing = [newSecret, oldSecret]
    expect(await isAccepted(kind, { signing, accepting: [oldSecret, newSecret] })).toBe(true)
  })

  test(`${kind.outlivesSecret ? 'works' : 'is rejected'} when its secret is listed no more`, {
    tags: ['scaled'],
  }, async () => {
    const isKept = await isAccepted(kind, { signing: [oldSecret], accepting: [newSecret] })
    expect(isKept).toBe(kind.outlivesSecret ?? false)
  })
})

test('every file that uses the secret is among the kinds above', () => {
  // A hash that only counts requests, and the function that the others call.
  const others = [
    'server/features/buying/access/buyer-proof.ts',
    // With another secret the same card has another hash, so a second use of a code by it is not seen.
    'server/features/buying/settlement/record-sale.ts',
    'server/http/cookies.ts',
  ]
  const root = join(import.meta.dirname, '..')
  const usesSecret = /acceptedSecrets\(|previousSecrets|[{,] secret[ ,}].*Pick<Ports/
  const files = ['http', 'features', 'jobs']
    .flatMap((folder) =>
      readdirSync(join(root, 'server', folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `server/${folder}/${file}`,
      ),
    )
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))

  const found = files.filter((file) => usesSecret.test(readFileSync(join(root, file), 'utf8')))

  expect(found.sort()).toEqual([...new Set([...others, ...signedKinds.map(({ file }) => file)])].sort())
})
