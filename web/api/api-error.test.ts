import { expect, test } from 'vitest'
import { ApiError, formMessage, isUnauthorized, networkError, userMessage } from './client.ts'

const errorBody = { code: 'invalid_input', message: 'Check the form.', fields: { title: 'Enter a title' } }

test('ApiError.message is the status, a colon, a space and the body', () => {
  expect(new ApiError(404, 'Not Found', 'gone').message).toBe('404: gone')
})

test('ApiError.message has the status text when the body is empty', () => {
  expect(new ApiError(502, 'Bad Gateway', '').message).toBe('502: Bad Gateway')
})

test('an ApiError from our API carries its message, code and field errors', () => {
  const error = new ApiError(400, 'Bad Request', JSON.stringify(errorBody))

  expect(error).toMatchObject({ status: 400, code: 'invalid_input', userMessage: 'Check the form.' })
  expect(error.fields).toEqual({ title: 'Enter a title' })
})

test.each(['<html>', '[]', 'null', '{"message":3}'])(
  'a body that is not an error of our API (%s) is never shown',
  (body) => {
    expect(new ApiError(500, '', body).userMessage).toBe(
      'Something went wrong on our side. Please try again.',
    )
  },
)

test('formMessage returns the message of an error without that field, and nothing for an error of that field', () => {
  const error = new ApiError(400, 'Bad Request', JSON.stringify(errorBody))

  expect(formMessage('price', error)).toBe('Check the form.')
  expect(formMessage('title', error)).toBeUndefined()
  expect(formMessage('price', null)).toBeUndefined()
})

test('only a 401 with the word Unauthorized counts as signed out', () => {
  expect(isUnauthorized(new ApiError(401, 'Unauthorized', ''))).toBe(true)
  expect(isUnauthorized(new ApiError(403, 'Forbidden', 'Unauthorized'))).toBe(false)
  expect(isUnauthorized(new Error('401: Unauthorized'))).toBe(false)
})

test('the message of a network error asks to check the connection', () => {
  expect(userMessage(networkError())).toMatch(/Check your connection/)
})
