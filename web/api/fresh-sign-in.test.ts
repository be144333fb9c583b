import { expect, test } from 'vitest'
import { answerFreshSignIn, freshSignIn, isFreshSignInAsked } from './fresh-sign-in.ts'

test('several calls that need a fresh sign-in ask once, and all hear the answer', async () => {
  const asked = [freshSignIn(), freshSignIn()]

  expect(isFreshSignInAsked()).toBe(true)
  answerFreshSignIn(true)

  expect(await Promise.all(asked)).toEqual([true, true])
  expect(isFreshSignInAsked()).toBe(false)
})

test('who would rather not is not asked again by the same call', async () => {
  const asked = freshSignIn()
  answerFreshSignIn(false)

  expect(await asked).toBe(false)
})
