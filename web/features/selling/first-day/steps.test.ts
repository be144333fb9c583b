import { expect, test } from 'vitest'
import { currentStep, firstSteps } from './steps.ts'

const newcomer = { hasName: true, hasPhoto: false, payoutEnabled: false, items: [] }
const item = {
  id: 7,
  title: 'Dusk',
  status: 'published',
  views: 0,
  review: null,
  itemCount: null,
  pricingModel: 'fixed',
} as const
const done = (progress: Parameters<typeof firstSteps>[0]) => firstSteps(progress).map(({ isDone }) => isDone)

test('a new creator has four open steps, and cannot share before an item is published', () => {
  expect(done(newcomer)).toEqual([false, false, false, false])
  expect(firstSteps(newcomer)[1]?.action).toBeUndefined()
})

test('all steps are done with a name and photo, a published item, a payout method and a view', () => {
  const progress = { ...newcomer, hasPhoto: true, payoutEnabled: true, items: [{ ...item, views: 1 }] }

  expect(done(progress)).toEqual([true, true, true, true])
})

test('the step to publish an item links to a draft', () => {
  const [publish] = firstSteps({ ...newcomer, items: [{ ...item, status: 'draft' }] })

  expect(publish).toMatchObject({ isDone: false, action: { href: '/edit/7' } })
  const [bundle] = firstSteps({ ...newcomer, items: [{ ...item, status: 'draft', itemCount: 2 }] })
  expect(bundle).toMatchObject({ isDone: false, action: { href: '/bundles/7' } })
})

test('the step to publish an item says that it is in review, and links nowhere', () => {
  const review = { state: 'pending', reason: '' } as const
  const [publish] = firstSteps({ ...newcomer, items: [{ ...item, status: 'draft', review }] })

  expect(publish).toMatchObject({ isDone: false, text: expect.stringContaining('is in review') })
  expect(publish?.action).toBeUndefined()
})

test('sharing opens the share sheet of the published item', () => {
  expect(firstSteps({ ...newcomer, items: [item] })[1]).toMatchObject({ isDone: false, shareId: 7 })
})

test('a published item is ready to buy, and a free one to get', () => {
  const textOf = (pricingModel: 'fixed' | 'free') =>
    firstSteps({ ...newcomer, items: [{ ...item, pricingModel }] })[0]?.text

  expect([textOf('fixed'), textOf('free')]).toEqual(['“Dusk” is ready to buy.', '“Dusk” is ready to get.'])
})

test('the next step is to upload, then to share, then to get paid, and the photo comes last', () => {
  const published = { ...newcomer, items: [item] }
  const seen = { ...newcomer, items: [{ ...item, views: 1 }] }
  const paid = { ...seen, payoutEnabled: true }
  const nextOf = (progress: Parameters<typeof firstSteps>[0]) =>
    currentStep(firstSteps(progress))?.action?.label

  expect([newcomer, published, seen, paid].map(nextOf)).toEqual([
    'Upload New Content',
    'Share',
    'Choose',
    'Add a photo',
  ])
  expect(nextOf({ ...paid, hasPhoto: true })).toBeUndefined()
})

test('while the first item is in review, the next step is one that can be done', () => {
  const review = { state: 'pending', reason: '' } as const

  const steps = firstSteps({ ...newcomer, items: [{ ...item, status: 'draft', review }] })

  expect(currentStep(steps)?.title).toBe('Choose how you get paid')
})
