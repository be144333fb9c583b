import { expect, test } from 'vitest'
import {
  amountsState,
  followersTitle,
  insideState,
  noteState,
  previewState,
  shownState,
  waysState,
} from './shine-states.ts'

const canPreviewPdf = true

test.each([
  [{ teaserSeconds: '30' }, { fileName: 'a.wav' }, '30 seconds of the recording', true],
  [{ teaserPages: '1' }, { fileName: 'a.pdf' }, 'First page', true],
  [{ teaserPages: '3' }, { fileName: 'a.pdf' }, 'First 3 pages', true],
  [{ kind: 'text', teaserWords: '100' }, {}, 'First 100 words', true],
  [{ teaserWords: '50' }, { fileName: 'a.wav', hasText: true }, 'First 50 words', true],
  [{}, { fileName: 'a.wav' }, 'Some seconds that everyone can play', false],
  // What was chosen for another file says nothing of this one.
  [{ teaserSeconds: '30' }, { fileName: 'a.pdf' }, 'Some pages that everyone can see', false],
])('a row says which preview %j of %j is', (values, source, state, isSet) => {
  expect(previewState(values, { ...source, canPreviewPdf })).toEqual({ state, isSet })
})

test('there is no row where no preview can be made', () => {
  expect(previewState({}, { fileName: 'a.zip', canPreviewPdf })).toBeUndefined()
  expect(previewState({}, { fileName: 'a.pdf', canPreviewPdf: false })).toBeUndefined()
  expect(previewState({ kind: 'link' }, { canPreviewPdf })).toBeUndefined()
})

test('rows say what is filled in, or what they are for', () => {
  expect(insideState({ whatsInside: '6 tracks\n\n  Booklet ' }).state).toBe('6 tracks, Booklet')
  expect(insideState({}).isSet).toBe(false)
  expect(noteState({ thankYouNote: ' Thank you! ' }).state).toBe('Thank you!')
  expect(shownState({ showSupporters: 'true' })?.state).toBe('Shows supporters')
  expect(shownState({ pricingModel: 'free' })).toBeUndefined()
  expect(amountsState({ pricingModel: 'pay_what_you_want', suggestedAmounts: '3, 5, 10' })?.state).toBe(
    '3, 5, 10',
  )
  expect(amountsState({ pricingModel: 'fixed', suggestedAmounts: '3, 5, 10' })).toBeUndefined()
  expect(waysState({ limitsCopies: 'true', offersTip: 'true' }).state).toBe('Limited copies, a tip on top')
  // A tip on top is of a fixed price only.
  expect(waysState({ pricingModel: 'free', offersTip: 'true' }).isSet).toBe(false)
  expect([followersTitle(undefined), followersTitle(1), followersTitle(1_212)]).toEqual([
    'Email your followers',
    'Email your follower',
    'Email your 1,212 followers',
  ])
})
