import { expect, test } from 'vitest'
import { auditChanges, auditSentence, auditTarget } from './audit-text.ts'

test.each([
  ['suspendCreator', 'creator/12', 'Suspended creator', 'Creator 12'],
  ['takeDownContent', 'content/12', 'Took down an item', 'Item 12'],
  ['resendAccessAsAdmin', 'purchase/12', 'Sent the access link again', 'Order 12'],
  ['processPayouts', 'payouts of 2026-11', 'Processed payouts', 'payouts of 2026-11'],
  ['rotateSomething', 'something/1', 'Rotate something', 'something/1'],
])('%s of %s is a sentence', (action, target, sentence, shown) => {
  expect([auditSentence({ action, target }), auditTarget(target)]).toEqual([sentence, shown])
})

test('a changed setting has the name and the choices of the settings page', () => {
  const entry = {
    action: 'updateInstanceSettings',
    target: 'setting/moderation',
    oldValues: { value: 'off' },
    newValues: { value: 'first_publish' },
  }

  expect(auditSentence(entry)).toMatch(/^Changed “[A-Z].*”$/)
  expect(auditChanges(entry)).toEqual([{ name: '', text: expect.stringMatching(/^From .+ to .+$/) }])
  expect(auditChanges(entry)[0]?.text).not.toContain('first_publish')
})

test('only what changed or came with the action is listed', () => {
  const entry = {
    action: 'takeDownContent',
    target: 'content/12',
    oldValues: { takenDown: false, title: 'Loops' },
    newValues: { takenDown: true, title: 'Loops', revokedGrantCount: 0, reason: 'Copied' },
  }

  expect(auditChanges(entry)).toEqual([
    { name: 'taken down', text: 'Yes' },
    { name: 'title', text: 'Loops' },
    { name: 'reason', text: 'Copied' },
  ])
})
