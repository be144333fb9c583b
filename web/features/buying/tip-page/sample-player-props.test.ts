import { expect, test } from 'vitest'
import type { PublicPart } from '../../../../contract/parts.ts'
import type { Teaser } from '../../../../contract/teasers.ts'
import { samplePlayerProps } from './sample-player-props.ts'

const sample = { url: '/s', seconds: 30, startSeconds: 0, recordingSeconds: 252, peaks: null }
const teaser: Teaser = { text: null, pictures: [], pages: [], audio: sample, video: null }
const part = (name: string, more: Partial<PublicPart> = {}): PublicPart => ({
  kind: 'file',
  name,
  section: '',
  access: 'stream',
  size: 9,
  seconds: 252,
  isPreviewed: false,
  ...more,
})
const playerOf = (parts: Array<PublicPart>, more: Partial<Parameters<typeof samplePlayerProps>[0]> = {}) =>
  samplePlayerProps({ title: 'Night Ferry', teaser, parts, pricingModel: 'fixed', ...more })

test('an item of one recording offers all of it, and has no other name', () => {
  expect(playerOf([part('ferry.mp3')])).toMatchObject({
    kind: 'audio',
    name: '',
    whole: '4:12',
    offer: 'Unlock all 4:12',
  })
})

test('of several recordings the heard one is named, and all of them are offered', () => {
  const parts = [part('Slack water.mp3', { isPreviewed: true }), part('Bora.mp3', { seconds: 1_608 })]

  expect(playerOf([...parts, part('Booklet.pdf', { seconds: null })])).toMatchObject({
    name: 'Slack water',
    whole: '4:12',
    offer: 'Unlock all 31 minutes',
  })
  expect(playerOf([...parts, part('Dawn.mp3', { seconds: null })])).toMatchObject({
    offer: 'Unlock all 3 parts',
  })
})

test('a free item is got, and not unlocked', () => {
  expect(playerOf([part('ferry.mp3')], { pricingModel: 'free' })?.offer).toBe('Get all 4:12')
})

test('an item without a recording to hear has no player', () => {
  expect(playerOf([part('ferry.mp3')], { teaser: { ...teaser, audio: null } })).toBeUndefined()
  expect(playerOf([part('ferry.mp3')], { teaser: null })).toBeUndefined()
})
