import { onTestFinished } from 'vitest'
import { sandboxRoutes } from '../../server/adapters/sandbox/routes.ts'
import { buildApp } from '../../server/app.ts'
import { createHttpClient } from './test-app/http-client.ts'
import type { TestApp } from './test-app.ts'

/** Another process of the same instance, whose SESSION_SECRET lists these secrets. It renders no pages. */
export async function startWithSecrets(w: TestApp, [secret = '', ...previousSecrets]: ReadonlyArray<string>) {
  const config = { ...w.ports.config, sessionSecret: secret, previousSecrets }
  const ports = { ...w.ports, secret, config }
  const renderer = { render: async () => ({ status: 404, html: '' }), locate: () => ({}) }
  const { app } = await buildApp(ports, {
    renderer,
    version: '0.0.0',
    adapterRoutes: [(api) => sandboxRoutes(api, w.sandbox)],
  })
  onTestFinished(() => app.close())
  const visitor = (cookies: ReadonlyMap<string, string> = new Map()) => {
    const client = createHttpClient(app)
    for (const [name, value] of cookies) client.cookies.set(name, value)
    return client
  }
  return { ports, visitor }
}

export type OtherProcess = Awaited<ReturnType<typeof startWithSecrets>>
