import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { limitForms } from './client-limits.ts'
import { registerErrorHandler } from './errors.ts'

/** A server that accepts two forms a minute from each session. Returns a function that sends one form to it. */
async function serverWithTwoFormsPerMinute() {
  const app: FastifyInstance = Fastify()
  onTestFinished(() => app.close())
  registerErrorHandler(app, { recordWriteError: () => undefined, isUnavailable: async () => false })
  await app.register(cookie)
  limitForms(app, { maxFormsPerMinute: 2 })
  app.addContentTypeParser('multipart/form-data', async () => undefined)
  app.post('/form', { config: { acceptsUploads: true } }, async () => 'saved')
  app.post('/other', async () => 'saved')
  await app.ready()
  return async (headers: Record<string, string>, url = '/form') => {
    const form = { 'content-type': 'multipart/form-data; boundary=b', ...headers }
    const response = await app.inject({ method: 'POST', url, headers: form, payload: '--b--' })
    return response.statusCode
  }
}

const mara = { cookie: 'tipdrop.session_token=mara' }

test('the third form of a session within a minute is refused', async () => {
  const send = await serverWithTwoFormsPerMinute()

  expect([await send(mara), await send(mara), await send(mara)]).toEqual([200, 200, 429])
})

test('forms are counted for the session, whatever the other cookies', async () => {
  const send = await serverWithTwoFormsPerMinute()
  const withOther = (other: string) => ({ cookie: `theme=${other}; ${mara.cookie}` })

  expect([await send(withOther('1')), await send(withOther('2')), await send(withOther('3'))]).toEqual([
    200, 200, 429,
  ])
})

test.each([
  ['another session', { cookie: 'tipdrop.session_token=rui' }, '/form'],
  ['no session', {}, '/form'],
  ['another content type', { ...mara, 'content-type': 'text/plain' }, '/form'],
  ['a route without uploads', mara, '/other'],
])('the limit of one session does not count %s', async (_, headers, url) => {
  const send = await serverWithTwoFormsPerMinute()
  await Promise.all([send(mara), send(mara), send(mara)])

  expect(await send(headers, url)).toBe(200)
})
