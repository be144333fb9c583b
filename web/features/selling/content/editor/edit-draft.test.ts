import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ContentForEditing } from '../../../../../contract/content-editing.ts'
import {
  clearEditDraft,
  isDirty,
  loadInitialEdit,
  saveEditDraft,
  toFormValues,
  toUpdateRequest,
} from './drafts.ts'

const item: ContentForEditing = {
  tipAddress: '/p/1',
  id: 7,
  kind: 'file',
  status: 'published',
  takedownReason: null,
  review: null,
  title: 'Dusk',
  description: 'Presets',
  pricingModel: 'fixed',
  price: 12.5,
  minimumPrice: null,
  category: 'photography',
  accessType: 'download',
  currency: 'USD',
  fileName: 'dusk.zip',
  fileSize: 5,
  partCounts: { file: 1, link: 0, text: 0 },
  itemCount: null,
  totalSize: 5,
  previewImage: null,
  previewFocus: { x: 50, y: 50 },
  pond: { seed: 4, rings: 5 },
  createdAt: '2026-03-01T12:00:00.000Z',
  tipCount: 0,
  parts: [],
  unlockCount: 0,
  views: 0,
  totalEarnings: 0,
  linkUrl: '',
  textContent: '',
  suggestedAmounts: '',
  suggestedAmount: '',
  showEarnings: true,
  offersTip: false,
  copies: { max: null, used: 0, reserved: 0 },
  showsCopiesLeft: false,
  upgrade: null,
  release: null,
  releaseDay: null,
  thankYouNote: '',
  whatsInside: '',
  teaserWords: '',
  teaserSeconds: '',
  teaserStartSecond: '',
  teaserPages: '',
  teaserStatus: 'none',
  teaserError: '',
  freeCount: 0,
  asksForEmail: false,
  showsFreeCount: true,
  showSupporters: true,
  version: 3,
  fileSha256: null,
}

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('toFormValues returns the item’s values for the form', () => {
  expect(toFormValues(item)).toMatchObject({
    title: 'Dusk',
    price: '12.50',
    minimumPrice: '',
    showSupporters: 'true',
    showEarnings: 'true',
  })
  expect(toFormValues({ ...item, showEarnings: false })).not.toHaveProperty('showEarnings')
  const payWhatYouWant = {
    ...item,
    pricingModel: 'pay_what_you_want' as const,
    price: 3,
    minimumPrice: 3,
    suggestedAmounts: '5.00, 8.00',
  }
  expect(toFormValues(payWhatYouWant)).toMatchObject({
    price: '',
    minimumPrice: '3.00',
    suggestedAmounts: '5.00, 8.00',
  })
  expect(toFormValues({ ...item, currency: 'JPY', price: 500 })).toMatchObject({ price: '500' })
})

test('isDirty is false until a value changes', () => {
  const typed = toFormValues(item)

  expect(isDirty(typed, item)).toBe(false)
  expect(isDirty({ ...typed, title: 'Dusk II' }, item)).toBe(true)
  expect(isDirty({ ...typed, showSupporters: '' }, item)).toBe(true)
  // Fields of another pricing model are not sent, so they are no change.
  expect(isDirty({ ...typed, minimumPrice: '4' }, item)).toBe(false)
})

test('disabled options and emptied fields are sent, with the item’s version', () => {
  const { showSupporters: _, ...typed } = toFormValues(item)

  expect(toUpdateRequest(typed, item, false)).toMatchObject({
    showSupporters: 'false',
    version: '3',
    price: '12.50',
  })
  expect(toUpdateRequest(typed, item, false)).not.toHaveProperty('removePreviewImage')
  expect(toUpdateRequest(typed, item, true)).toMatchObject({ removePreviewImage: 'true' })
  const payWhatYouWant = {
    ...typed,
    pricingModel: 'pay_what_you_want',
    minimumPrice: '3',
    suggestedAmounts: '',
  }
  expect(toUpdateRequest(payWhatYouWant, item, false)).toMatchObject({
    suggestedAmounts: '',
    minimumPrice: '3',
  })
})

test('unsaved changes are restored for the same user and marked stale when the item has changed since', () => {
  const changed = { ...toFormValues(item), title: 'Dusk II' }
  saveEditDraft(1, item, { typed: changed })

  expect(loadInitialEdit(1, item)).toMatchObject({ restoredDraft: 'current', typed: { title: 'Dusk II' } })
  expect(loadInitialEdit(1, { ...item, version: 4 })).toMatchObject({
    restoredDraft: 'stale',
    typed: { title: 'Dusk II' },
  })
  expect(loadInitialEdit(2, item)).toEqual({ typed: toFormValues(item) })
  clearEditDraft(7)
  expect(loadInitialEdit(1, item)).toEqual({ typed: toFormValues(item) })
})

test('a switch that was off when the page closed is restored as off', () => {
  const { showSupporters: _, ...changed } = toFormValues(item)
  saveEditDraft(1, item, { typed: changed })

  expect(loadInitialEdit(1, item).typed.showSupporters).toBe('')
})

test('an invalid stored draft is ignored', () => {
  localStorage.setItem('edit-form/7', '{"userId":1,')

  expect(loadInitialEdit(1, item)).toEqual({ typed: toFormValues(item) })
})
