import type { Page } from '@playwright/test'
import { buy, publish, publishByForm, signIn } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()
const loops = { name: 'loops.zip', bytes: Buffer.from('the very bytes') }

/** Records the names of the animations and transitions that run longer than a frame. */
async function recordMotion(page: Page) {
  await page.addInitScript(() => {
    const maxFrameMs = 17
    const motion: Array<string> = []
    const nameOf = (subject: object) =>
      'animationName' in subject
        ? subject.animationName
        : 'propertyName' in subject
          ? subject.propertyName
          : undefined
    const record = (event: Event) => {
      const name = nameOf(event)
      const running = event.target instanceof Element ? event.target.getAnimations() : []
      const started = running.find(
        (animation) => nameOf(animation) === name || Reflect.get(animation, 'transitionProperty') === name,
      )
      const duration = started?.effect?.getComputedTiming().duration
      if (typeof duration === 'number' && duration > maxFrameMs) motion.push(String(name))
    }
    addEventListener('animationstart', record, true)
    addEventListener('transitionrun', record, true)
    Reflect.set(window, 'motion', motion)
  })
  return (): Promise<Array<string>> => page.evaluate(() => Reflect.get(window, 'motion'))
}

test('the unlock animation plays once, and not after a reload', { tag: '@long' }, async () => {
  const creator = await site.newVisitor()
  await signIn(creator.page, { email: 'mara@example.com', name: 'Mara' })
  const id = await publish(creator.page, { title: 'Night Ferry', price: '4.00', file: loops })
  const { page, pageErrors } = await site.newVisitor()
  const motion = await recordMotion(page)

  const access = await buy(page, id)
  await page.getByRole('link', { name: 'Download' }).waitFor()
  await expect.poll(motion).toEqual(expect.arrayContaining(['falls', 'rings', 'opens']))
  expect((await motion()).filter((name) => name === 'falls')).toHaveLength(1)

  for (const reload of [() => page.reload(), () => page.goto(access)]) {
    await reload()
    await page.getByRole('link', { name: 'Download' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await motion()).not.toContain('falls')
    await expect(page.locator('[data-step]')).toHaveCount(0)
  }
  expect(pageErrors).toEqual([])
})

test('the number is in the page from the start, and a key ends the celebration', {
  tag: '@long',
}, async () => {
  const creator = await site.newVisitor()
  await signIn(creator.page, { email: 'otto@example.com', name: 'Otto' })
  const id = await publish(creator.page, { title: 'Tides', price: '4.00', file: loops })
  await buy((await site.newVisitor()).page, id)
  const { page, pageErrors } = await site.newVisitor()
  // The celebration waits for time that the test lets pass.
  await page.clock.install()

  await buy(page, id)
  const ticket = page.getByRole('region', { name: 'Your ticket' })
  await expect(page.locator('[data-step]')).toHaveCount(1)
  // What counts up beside it may have reached it.
  await expect(ticket.getByText('2', { exact: true }).first()).toBeAttached()
  await page.keyboard.press('Shift')

  await expect(page.locator('[data-step]')).toHaveCount(0)
  await expect(ticket.getByText('2', { exact: true })).toBeVisible()
  expect(pageErrors).toEqual([])
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  const hasMotion = reducedMotion === 'no-preference'
  test(`the unlock, the share sheet and the toast ${hasMotion ? 'are animated' : 'are not animated with reduced motion'}`, {
    tag: '@long',
  }, async () => {
    const { page: creator } = await site.newVisitor()
    await creator.emulateMedia({ reducedMotion })
    const creatorMotion = await recordMotion(creator)
    await signIn(creator, { email: `${reducedMotion}@example.com`, name: 'Jonas' })
    const id = await publishByForm(creator, { title: 'Thaw', price: '4.00', file: loops })
    const { page: fan } = await site.newVisitor()
    await fan.emulateMedia({ reducedMotion })
    const fanMotion = await recordMotion(fan)
    await buy(fan, id)
    await fan.getByRole('link', { name: 'Download' }).waitFor()
    await fan.waitForLoadState('networkidle')

    // A skeleton and a spinner may fade: without it they look broken.
    const isMovement = (name: string) => name !== 'breathes'
    const seen = [...(await creatorMotion()), ...(await fanMotion())].filter(isMovement)

    if (hasMotion) expect(seen).toEqual(expect.arrayContaining(['slides-in', 'falls', 'rings', 'opens']))
    else expect(seen).toEqual([])
  })
}
