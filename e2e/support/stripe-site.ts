import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Page } from 'playwright-core'
import { builtRenderer } from '../../server/adapters/built-renderer.ts'
import { runStopSteps } from '../../server/adapters/stop-steps.ts'
import { readConfig } from '../../server/config.ts'
import { serve } from '../../server/serve.ts'
import { wire } from '../../server/wire.ts'
import { startStripeDouble } from '../../tests/support/stripe-double/double.ts'
import { freePort } from './site.ts'

/** The built pages on an instance whose cards go to Stripe, with a Stripe of the test's own behind it. */
export async function startStripeSite() {
  const double = await startStripeDouble()
  const dataDir = await mkdtemp(join(tmpdir(), 'tipdrop-e2e-'))
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: double.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
    STRIPE_WEBHOOK_SECRET: 'whsec_double',
  })
  const stripe = config.stripe && { ...config.stripe, api: double.api }
  const wired = await wire({ config: { ...config, stripe }, log: pino({ level: 'silent' }) })
  const renderer = await builtRenderer(join(import.meta.dirname, '../../dist'))
  const { app, stops } = await serve(wired, { renderer, version: '0.0.0' })
  const { mailbox } = wired.ports.mailer
  if (!mailbox) throw new Error('Mail is kept on this machine')
  return {
    url: config.publicUrl,
    app,
    mailbox,
    double,
    async stop() {
      await runStopSteps(stops, () => undefined)
      await wired.stop()
      await double.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type StripeSite = Awaited<ReturnType<typeof startStripeSite>>

/** Stands in for js.stripe.com in a browser: a frame without a card, and confirmations that end as the test says. */
export async function standInForStripe(page: Page, confirm: (given: Confirmed) => object | Promise<object>) {
  await page.exposeFunction('confirmAtStripe', confirm)
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${script})()` }),
  )
}

export type Confirmed = { clientSecret: string; return_url: string; receipt_email: string; appearance: Look }
type Look = { variables: Record<string, string> }

/** Runs in the page. Plain JavaScript on purpose: it is sent as text. */
const script = `function () {
  window.Stripe = function (key) {
    return {
      createToken() {}, createPaymentMethod() {}, confirmCardPayment() {},
      elements(options) {
        const given = { key, ...options }
        return {
          given,
          update(changed) { Object.assign(given, changed) },
          create() {
            const heard = {}
            return {
              on(name, call) { heard[name] = call; return this },
              mount(node) {
                node.textContent = 'Card fields of Stripe'
                setTimeout(() => heard.ready && heard.ready({}), 50)
              },
              update() {}, destroy() {}, off() {}, once() {},
            }
          },
        }
      },
      async confirmPayment({ elements, confirmParams }) {
        const { clientSecret, appearance } = elements.given
        const outcome = await window.confirmAtStripe({ clientSecret, appearance, ...confirmParams })
        if (outcome.error) return { error: outcome.error }
        location.assign(outcome.url)
        return new Promise(() => undefined)
      },
    }
  }
}`
