import {
  activateLicense,
  type LicenseSettingsInput,
  releaseLicense,
  setLicenseSettings,
  validateLicense,
} from '../../contract/licenses.ts'
import { getAccess, verifyPurchase } from '../../contract/purchases.ts'
import { postForm } from './free-fixture.ts'
import { createTestApp, type Visitor } from './test-app.ts'

type Options = NonNullable<Parameters<typeof createTestApp>[0]> & { keys?: Partial<LicenseSettingsInput> }

/** Mara sells a plug-in for $10.00, whose buyers get keys. */
export async function licenseFixture({ keys, ...options }: Options = {}) {
  const w = await createTestApp(options)
  const mara = await w.creator()
  const item = await mara.publishFile({ title: 'Tidewater', price: '10.00' })
  const turnOn = async (contentId = item.id, changes: Partial<LicenseSettingsInput> = {}) => {
    const input = {
      isOn: true,
      mode: 'made' as const,
      prefix: 'TIDE',
      maxDevices: 3,
      validDays: null,
      ...keys,
      ...changes,
    }
    const { status, body } = await mara.call(setLicenseSettings, { params: { id: contentId }, body: input })
    if (status !== 200) throw new Error(`Not set: ${JSON.stringify(body)}`)
    return body
  }
  await turnOn()
  return {
    w,
    mara,
    item,
    turnOn,
    /** A sale, with its access link and what its page shows. */
    async buys(fan: Visitor = w.visitor(), contentId = item.id, email = 'fan@example.com') {
      const { paymentIntentId, purchaseId } = await fan.purchase(contentId, { email })
      const query = { payment_intent: paymentIntentId, content_id: contentId }
      const { body } = await fan.call(verifyPurchase, { query })
      const token = body.accessUrl.split('/').at(-1) ?? ''
      const cards = async () => (await fan.call(getAccess, { params: { token } })).body.licenses
      const [license] = body.licenses
      return {
        fan,
        token,
        paymentIntentId,
        orderNumber: purchaseId,
        cards,
        key: license?.key ?? '',
        newKey: (itemId = item.id) => postForm(fan, `/access/${token}/license/${itemId}`),
        releases: (device: number) => postForm(fan, `/access/${token}/device/${device}`),
      }
    },
    activate: (key: string, fingerprint: string, { itemId = item.id, from = w.visitor() } = {}) =>
      from.call(activateLicense, { body: { itemId, key, fingerprint, label: `Device ${fingerprint}` } }),
    validate: (key: string, { itemId = item.id, from = w.visitor(), fingerprint = '' } = {}) =>
      from.call(validateLicense, { body: { itemId, key, ...(fingerprint && { fingerprint }) } }),
    release: (key: string, fingerprint: string) =>
      w.visitor().call(releaseLicense, { body: { itemId: item.id, key, fingerprint } }),
  }
}
