import { expect, test } from 'vitest'
import { journeys, type Person } from './support/journey.ts'

const j = journeys()

/** A page whose scripts are still on their way, until `arrive` is called. */
async function slowly({ page }: Person, path: string) {
  let arrive = () => {}
  const arrived = new Promise<void>((done) => {
    arrive = done
  })
  await page.route('**/*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return arrive
}

test('a button that is pressed before the page is ready does what it says once it is, and nothing typed is lost', async () => {
  const fan = await j.person()
  const { page } = fan
  const arrive = await slowly(fan, '/feedback')

  await page.getByLabel('Subject').fill('Too fast')
  await page.getByLabel('Message').fill('I was here before your script.')
  await page.getByRole('button', { name: 'Submit Feedback' }).click()
  expect(new URL(page.url()).pathname).toBe('/feedback')
  expect(await page.getByText('Feedback Submitted!').count()).toBe(0)
  arrive()

  await page.getByText('Feedback Submitted!').first().waitFor()
  expect(fan.faults).toEqual([])
})
