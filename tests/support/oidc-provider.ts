import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { onTestFinished, vi } from 'vitest'

/** The provider's claims about a person; `undefined` omits one. */
export type Claims = { email?: string; email_verified?: unknown; name?: string }

export const client = { id: 'tips', secret: 'a secret of this test alone' }

/** A real OpenID provider on its own port, with a person for each name; it ends with the test. */
export async function startOidcProvider(people: Record<string, Claims>, { backTo }: { backTo: string }) {
  // It warns about its development forms, which are intended here.
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [backTo] }],
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of this test'] },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...people[sub], email_verified: people[sub]?.email_verified as boolean }),
    }),
  })
  server.on('request', provider.callback())
  onTestFinished(async () => {
    vi.restoreAllMocks()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  return { issuer, asks: (url: string, who: string) => completeOidcForms(url, who, issuer) }
}

/** Completes the provider's forms as `who`; returns the callback URL. */
async function completeOidcForms(url: string, who: string, issuer: string): Promise<string> {
  const jar = new Map<string, string>()
  const form: Record<string, string> = { login: who, password: 'any' }
  let next = { url, body: undefined as URLSearchParams | undefined }
  for (let step = 0; step < 20; step++) {
    const answer = await fetch(next.url, {
      method: next.body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.body && { body: next.body }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location) {
      const to = new URL(location, next.url).href
      if (!to.startsWith(issuer)) return to
      next = { url: to, body: undefined }
      continue
    }
    const page = await answer.text()
    const action = /<form[^>]+action="([^"]+)"/.exec(page)?.[1]
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1]
    if (!action || !prompt) throw new Error(`No form at ${next.url}: ${answer.status} ${page.slice(0, 300)}`)
    next = { url: new URL(action, next.url).href, body: new URLSearchParams({ ...form, prompt }) }
  }
  throw new Error('The provider redirects in a loop')
}
