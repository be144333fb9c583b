import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()

/** A page whose scripts are delayed until `releaseScripts` is called. */
async function openWithDelayedScripts({ page }: Visitor, path: string) {
  let releaseScripts = () => {}
  const released = new Promise<void>((done) => {
    releaseScripts = done
  })
  await page.route('**/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return releaseScripts
}

test('a button that is clicked before hydration works afterwards, and the input stays', async () => {
  const fan = await site.newVisitor()
  const { page } = fan
  const releaseScripts = await openWithDelayedScripts(fan, '/feedback')

  await page.getByLabel('Subject').fill('Too fast')
  await page.getByLabel('Message').fill('I was here before your script.')
  await page.getByRole('button', { name: 'Submit Feedback' }).click()
  expect(new URL(page.url()).pathname).toBe('/feedback')
  await expect(page.getByText('Feedback Submitted!')).toHaveCount(0)
  releaseScripts()

  await page.getByText('Feedback Submitted!').first().waitFor()
  expect(fan.pageErrors).toEqual([])
})
