import { afterEach, expect, test, vi } from 'vitest'
import { isCreatorDevice, markCreatorDevice } from '../shared/creator-device.ts'
import { saveLandingDraft, takeLandingDraft } from '../shared/landing-draft.ts'
import { readStored, removeStored, writeStored } from './browser-storage.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser that blocks site data throws when the storage property is read. */
function blockStorage() {
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    vi.stubGlobal(area, undefined)
    Object.defineProperty(globalThis, area, {
      configurable: true,
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  }
}

test.each(['localStorage', 'sessionStorage'] as const)(
  'readStored returns undefined and writeStored returns false when %s is blocked',
  (area) => {
    blockStorage()

    expect(readStored(area, 'a')).toBeUndefined()
    expect(writeStored(area, 'a', 'b')).toBe(false)
    expect(() => removeStored(area, 'a')).not.toThrow()
  },
)

test('saveLandingDraft returns false in a blocked storage, and takeLandingDraft returns an empty draft', () => {
  blockStorage()

  expect(saveLandingDraft({ text: 'A poem' })).toBe(false)
  expect(takeLandingDraft()).toEqual({ file: undefined, link: undefined, text: undefined })
})

test('isCreatorDevice is false in a blocked storage', () => {
  blockStorage()

  markCreatorDevice(true)

  expect(isCreatorDevice()).toBe(false)
})
