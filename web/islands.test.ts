// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true, "disableJavaScriptFileLoading": true } }
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, instance, item, nothingOwned, pages, token } from '../tests/support/island-pages.ts'
import type { IslandDefinition } from './hydration/island.tsx'

const islandModules = import.meta.glob<Record<string, IslandDefinition<object> | undefined>>(
  '/web/features/**/*.island.{ts,tsx}',
)
const errors: Array<string> = []
const collectError = ({ message }: ErrorEvent) => void errors.push(message)

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  vi.spyOn(console, 'error').mockImplementation((...parts) => void errors.push(parts.join(' ')))
  window.addEventListener('error', collectError)
})

afterEach(() => {
  window.removeEventListener('error', collectError)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  errors.splice(0)
})

async function serve(url: string, answers: Answers): Promise<void> {
  // Loaded with the same modules as the islands.
  vi.stubEnv('SSR', true)
  const { createRenderer } = await import('./entry-server.tsx')
  vi.unstubAllEnvs()
  const responses: Answers = { '/api/instance': instance, ...answers }
  const { html } = await createRenderer().render(
    url,
    async (path) =>
      path in responses
        ? { status: 200, body: responses[path] }
        : path === `/access/${token}/file`
          ? { status: 503, body: { code: 'store_unavailable', message: 'Try again.' } }
          : { status: 404, body: { code: 'not_found', message: 'Not found' } },
    { nonce: 'n0nce' },
  )
  document.body.innerHTML = /<body>(.*)<\/body>/s.exec(html)?.[1] ?? ''
}

/** Hydrates the page's islands, as the modules of vite/island-entries.ts do. Returns the paths of their files. */
async function hydrateAll(): Promise<Array<string>> {
  const islands = [...document.querySelectorAll<HTMLElement>('[data-island]')]
  const modules = [...new Set(islands.map(({ dataset }) => fileOf(dataset)))]
  const hydrated: Array<EventTarget | null> = []
  const recordHydrated = ({ target }: Event) => void hydrated.push(target)
  document.addEventListener('hydrated', recordHydrated)
  await act(async () => {
    const { hydrateIsland } = await import('./hydration/hydrate-island.tsx')
    for (const module of modules) {
      const exported = Object.values((await islandModules[module]?.()) ?? {})
      const island = exported.find((value) => value?.entry === module.slice(1))
      if (island) hydrateIsland(island)
    }
    await vi.dynamicImportSettled()
  })
  document.removeEventListener('hydrated', recordHydrated)
  expect(hydrated.length).toBe(islands.length)
  return modules
}

const fileOf = ({ src = '' }: DOMStringMap) => src.replace('?hydrate', '')

test.each(pages)(
  'the islands of %s hydrate from the server’s HTML without an error',
  async (_, url, answers) => {
    await serve(url, answers)
    const before = document.body.textContent

    expect(await hydrateAll()).not.toEqual([])

    expect(errors).toEqual([])
    expect(withoutPayLabels(document.body.textContent)).toBe(withoutPayLabels(before))
  },
)

/** Only the hydrated button of a pay-what-you-want form knows its amount. */
function withoutPayLabels(text: string): string {
  return text.replaceAll(/Pay (?:\$\d+\.\d\d to unlock|at least \$\d+\.\d\d|to unlock)/g, 'Pay')
}

test('a difference between the server’s HTML and an island is an error', async () => {
  await serve('/p/12', { '/api/content/12': item, ...nothingOwned })
  const label = document.querySelector('[data-island="pay-card"] label')
  if (label) label.textContent = 'Something else'

  await hydrateAll()

  expect(errors.join()).toMatch(/hydrat/i)
})

test('every island is on one of the tested pages', async () => {
  const tested = new Set<string>()
  for (const [, url, answers] of pages) {
    await serve(url, answers)
    for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-island]'))
      tested.add(fileOf(dataset))
  }

  const all = Object.keys(islandModules)
  expect([...tested].sort()).toEqual(all.sort())
})

test('a slider that was moved before hydration shows its amount', async () => {
  await serve('/pricing', {})
  const slider = document.querySelector<HTMLInputElement>('input[type=range]')
  if (!slider) throw new Error('The page has no slider')
  slider.value = '20000'

  await hydrateAll()

  expect(slider.getAttribute('aria-valuetext')).toBe('$200.00')
  expect(document.querySelector('output')?.textContent).toBe('You’d keep $59.00 more on the Creator Plan.')
})

test('an amount selected before hydration is shown after it', async () => {
  await serve('/p/12', { '/api/content/12': item, ...nothingOwned })
  const input = document.querySelector<HTMLInputElement>('input[name=amount]')
  const chip = document.querySelector<HTMLInputElement>('input[name=suggestedAmount][value="10.00"]')
  if (!input || !chip) throw new Error('The form has no amount')
  chip.checked = true

  await hydrateAll()

  expect(input.value).toBe('10.00')
  expect(document.querySelector('[data-pay-button]')?.textContent).toBe('Pay $10.00 to unlock')
})

test('an island that cannot render leaves the server’s form with its input', async () => {
  await serve('/p/12', { '/api/content/12': item, ...nothingOwned })
  const input = document.querySelector<HTMLInputElement>('input[name=amount]')
  if (!input) throw new Error('The form has no amount')
  input.value = '7.50'
  // The compiler's library types the getter as a method.
  const prototype: { readonly format: unknown } = Intl.NumberFormat.prototype
  vi.spyOn(prototype, 'format', 'get').mockImplementation(() => {
    throw new RangeError('Invalid language tag')
  })

  await hydrateAll()

  expect(errors.join()).toContain('Invalid language tag')
  const form = document.querySelector<HTMLFormElement>('[data-island="pay-card"] form[method=post]')
  expect(form?.getAttribute('action')).toBe('/p/12')
  expect(form?.querySelector<HTMLInputElement>('input[name=amount]')?.value).toBe('7.50')
})
