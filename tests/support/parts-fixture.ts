import { createContent } from '../../contract/content.ts'
import { getContentForEditing, updateContent } from '../../contract/content-editing.ts'
import type { PartInput } from '../../contract/parts.ts'
import { getAccess, verifyPurchase } from '../../contract/purchases.ts'
import { buildUrl } from '../../contract/route.ts'
import type { FileStore } from '../../server/ports/file-store.ts'
import { type CreatorClient, createTestApp, type Visitor } from './test-app.ts'
import { createTusClient } from './tus-client.ts'

export type TypedPart = Partial<PartInput> & { kind: PartInput['kind'] }

const toFields = (fields: Record<string, string>, parts?: ReadonlyArray<TypedPart>) =>
  Object.entries({ ...fields, ...(parts && { parts: JSON.stringify(parts) }) }).map(([name, value]) => ({
    name,
    value,
  }))

/** Makes and edits a creator's items of several parts. */
export function createPartsClient(mara: CreatorClient) {
  const tus = createTusClient(mara)

  /** A complete upload as a part. */
  async function file(name: string, bytes: string | Buffer = `bytes of ${name}`): Promise<TypedPart> {
    const { id } = await tus.begins(Buffer.byteLength(bytes), name)
    await tus.sends(id, 0, Buffer.from(bytes))
    return { kind: 'file', uploadId: id }
  }
  const create = (parts: ReadonlyArray<TypedPart>, fields: Record<string, string> = {}) =>
    mara.form(createContent.path, toFields({ title: 'Harbour loops', price: '10.00', ...fields }, parts))
  const edit = (id: number, parts?: ReadonlyArray<TypedPart>, fields: Record<string, string> = {}) =>
    mara.form(buildUrl(updateContent, { params: { id } }), toFields(fields, parts), 'PATCH')
  const partsOf = async (id: number) => (await mara.call(getContentForEditing, { params: { id } })).body.parts

  return { file, create, edit, partsOf }
}

/** A creator who sells items of several parts. */
export async function partsFixture(env: Record<string, string> = {}, files?: FileStore) {
  const w = await createTestApp({ env, ...(files && { files }) })
  const mara = await w.creator()

  /** A buyer who paid now, and what the purchase gives. */
  async function sells(id: number) {
    const fan = w.visitor()
    const { paymentIntentId, purchaseId } = await fan.purchase(id)
    const query = { payment_intent: paymentIntentId, content_id: id }
    const access = async () => (await fan.call(verifyPurchase, { query })).body
    const token = (await access()).accessUrl.split('/').at(-1) ?? ''
    return {
      fan,
      purchaseId,
      token,
      access,
      /** By the access link alone, as on another device. */
      byLink: async () => (await w.visitor().call(getAccess, { params: { token } })).body,
      parts: async () => (await access()).content.parts,
      download: (partId: number) => downloadPart(w.visitor(), token, partId),
    }
  }

  return { w, mara, sells, ...createPartsClient(mara) }
}

/** What the access page's button sends for a part: its status and bytes. */
export async function downloadPart(who: Visitor, token: string, partId: number): Promise<[number, string]> {
  const redirect = await who.send('GET', `/access/${token}/file?as=attachment&part=${partId}`)
  if (redirect.statusCode !== 302) return [redirect.statusCode, '']
  const { statusCode, payload } = await who.send('GET', String(redirect.headers.location))
  return [statusCode, payload]
}
