import { expect, test } from 'vitest'
import { ApiError, formMessage, isUnauthorized, networkError, userMessage } from './api-error.ts'

const refusal = { code: 'invalid_input', message: 'Check the form.', fields: { title: 'Enter a title' } }

test('the message is the status, a colon, a space and the body', () => {
  expect(new ApiError(404, 'Not Found', 'gone').message).toBe('404: gone')
})

test('an empty body leaves the status text', () => {
  expect(new ApiError(502, 'Bad Gateway', '').message).toBe('502: Bad Gateway')
})

test('a refusal of ours carries its sentence, its code and the fields it is about', () => {
  const error = new ApiError(400, 'Bad Request', JSON.stringify(refusal))

  expect(error).toMatchObject({ status: 400, code: 'invalid_input', userMessage: 'Check the form.' })
  expect(error.fields).toEqual({ title: 'Enter a title' })
})

test.each(['<html>', '[]', 'null', '{"message":3}'])(
  'a body that is not ours (%s) is never shown',
  (body) => {
    expect(new ApiError(500, '', body).userMessage).toBe(
      'Something went wrong on our side. Please try again.',
    )
  },
)

test('a refusal that does not blame the field is said there, one that does is left to the form', () => {
  const error = new ApiError(400, 'Bad Request', JSON.stringify(refusal))

  expect(formMessage('price', error)).toBe('Check the form.')
  expect(formMessage('title', error)).toBeUndefined()
  expect(formMessage('price', null)).toBeUndefined()
})

test('only a 401 that says Unauthorized means signed out', () => {
  expect(isUnauthorized(new ApiError(401, 'Unauthorized', ''))).toBe(true)
  expect(isUnauthorized(new ApiError(403, 'Forbidden', 'Unauthorized'))).toBe(false)
  expect(isUnauthorized(new Error('401: Unauthorized'))).toBe(false)
})

test('no answer at all says what to do', () => {
  expect(userMessage(networkError())).toMatch(/Check your connection/)
})
