import { expect, test } from 'vitest'
import { FeedbackInput } from '../../contract/feedback.ts'
import { toFieldErrors } from './form.tsx'

test('toFieldErrors returns the first message of each invalid field', () => {
  const result = FeedbackInput.safeParse({ type: 'bug', subject: ' ', message: '', email: 'nobody' })

  expect(result.success).toBe(false)
  expect(result.error && toFieldErrors(result.error)).toEqual({
    subject: 'Enter a subject',
    message: 'Enter a message',
    email: 'Enter an email address like name@example.com',
  })
})
