import { expect, test } from 'vitest'
import { sendFeedback } from '../../contract/feedback.ts'
import { toFieldErrors } from './form-errors.ts'

test('every refused field gets the first sentence of its own', () => {
  const read = sendFeedback.body.safeParse({ type: 'bug', subject: ' ', message: '', email: 'nobody' })

  expect(read.success).toBe(false)
  expect(read.error && toFieldErrors(read.error)).toEqual({
    subject: 'Enter a subject',
    message: 'Enter a message',
    email: 'Enter an e-mail address like name@example.com',
  })
})
