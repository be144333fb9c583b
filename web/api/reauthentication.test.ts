import { expect, test } from 'vitest'
import { ApiError } from './client.ts'
import {
  isReauthenticationPending,
  pendingSignInReason,
  requireReauthentication,
  resolveReauthentication,
  withSignIn,
} from './reauthentication.ts'

test('concurrent calls that need a recent sign-in open one prompt and all get its result', async () => {
  const results = [requireReauthentication(), requireReauthentication()]

  expect(isReauthenticationPending()).toBe(true)
  resolveReauthentication(true)

  expect(await Promise.all(results)).toEqual([true, true])
  expect(isReauthenticationPending()).toBe(false)
})

test('requireReauthentication resolves to false when the person declines the prompt', async () => {
  const result = requireReauthentication()
  resolveReauthentication(false)

  expect(await result).toBe(false)
})

const errors = {
  ended: new ApiError(401, '', JSON.stringify({ code: 'unauthorized', message: 'Unauthorized' })),
  old: new ApiError(
    403,
    '',
    JSON.stringify({ code: 'reauthentication_required', message: 'Please sign in again.' }),
  ),
}

test.each(['ended', 'old'] as const)(
  'a call that fails with the sign-in reason "%s" is repeated after signing in',
  async (reason) => {
    let calls = 0
    const result = withSignIn(async () => {
      calls += 1
      if (calls === 1) throw errors[reason]
      return 'saved'
    })
    await Promise.resolve()
    await Promise.resolve()

    expect(pendingSignInReason()).toBe(reason)
    resolveReauthentication(true)

    expect(await result).toBe('saved')
  },
)

test('a call fails with a helpful message when the person does not sign in', async () => {
  const result = withSignIn(() => Promise.reject(errors.ended))
  await Promise.resolve()
  await Promise.resolve()
  resolveReauthentication(false)

  await expect(result).rejects.toMatchObject({
    status: 401,
    userMessage: 'You’re signed out. Try again to sign in; nothing you typed is lost.',
  })
})

test('a call that fails for another reason opens no prompt', async () => {
  const error = new ApiError(404, '', '')

  await expect(withSignIn(() => Promise.reject(error))).rejects.toBe(error)
  expect(isReauthenticationPending()).toBe(false)
})
