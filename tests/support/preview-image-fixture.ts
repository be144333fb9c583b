import { createContent, getContent } from '../../contract/content.ts'
import type { Part } from './test-app/http-client.ts'
import { createTestApp } from './test-app.ts'

/** A creator who publishes an item with a preview, and the image that visitors get. */
export async function previewImageFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  const publish = (preview: Part) =>
    creator.form(createContent.path, [
      { name: 'title', value: 'Harbour' },
      { name: 'price', value: '10.00' },
      { name: 'kind', value: 'text' },
      { name: 'textContent', value: 'Salt.' },
      preview,
    ])
  const shown = async (id: number) => {
    const content = await w.visitor().call(getContent, { params: { id } })
    return w.visitor().send('GET', content.body.previewImage ?? '')
  }
  return { w, creator, publish, shown }
}

/** A preview as the form sends a file with this name. */
export function preview(fileName: string, bytes: Buffer | string): Part {
  return { name: 'previewImage', fileName, bytes: Buffer.from(bytes) }
}

/** An image of one color, for sharp. */
export const solidImage = { create: { width: 40, height: 20, channels: 3 as const, background: '#c0ffee' } }
