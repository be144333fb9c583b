import { afterEach, expect, test, vi } from 'vitest'
import { isCreatorDevice, markCreatorDevice } from '../shared/creator-device.ts'
import { saveLandingDraft, takeLandingDraft } from '../shared/landing-draft.ts'
import { readStored, removeStored, writeStored } from './browser-storage.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser that blocks site data throws as soon as the storage is named. */
function blocksStorage() {
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
  'a blocked %s reads as empty and refuses to write',
  (area) => {
    blocksStorage()

    expect(readStored(area, 'a')).toBeUndefined()
    expect(writeStored(area, 'a', 'b')).toBe(false)
    expect(() => removeStored(area, 'a')).not.toThrow()
  },
)

test('a choice that a blocked storage cannot keep is reported, and nothing is found later', () => {
  blocksStorage()

  expect(saveLandingDraft({ text: 'A poem' })).toBe(false)
  expect(takeLandingDraft()).toEqual({ file: undefined, link: undefined, text: undefined })
})

test('a blocked storage knows no creator', () => {
  blocksStorage()

  markCreatorDevice(true)

  expect(isCreatorDevice()).toBe(false)
})
