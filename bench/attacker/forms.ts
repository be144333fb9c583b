import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createContent } from '../../contract/content.ts'
import { setPhoto } from '../../contract/settings.ts'
import { count, repeat, send, type Target } from './attack.ts'

const fieldBytes = 15 * 1024 ** 2
const fieldsPerForm = 40

/** Chunked forms with 40 unknown fields of 15 MiB each. */
export async function fieldFlood(target: Target): Promise<void> {
  await repeat(target, () => hugeForm(target))
}

function hugeForm({ url, cookie }: Target): Promise<void> {
  const chunk = Buffer.alloc(1024 ** 2, 'a')
  const head = (i: number) => `--b\r\nContent-Disposition: form-data; name="f${i}"\r\n\r\n`
  return new Promise((resolve) => {
    const finish = (outcome: string) => {
      count(outcome)
      outgoing.destroy()
      resolve()
    }
    const outgoing = request(`${url}${createContent.path}`, {
      method: 'POST',
      agent: false,
      headers: { cookie, 'content-type': 'multipart/form-data; boundary=b', 'transfer-encoding': 'chunked' },
    })
    outgoing.once('response', (response) => finish(String(response.statusCode)))
    outgoing.once('error', () => finish('closed'))
    outgoing.setTimeout(60_000, () => finish('timeout'))

    let field = 0
    let left = 0
    const write = () => {
      while (!outgoing.destroyed && field <= fieldsPerForm) {
        if (left === 0) {
          if (field === fieldsPerForm) return outgoing.end('--b--\r\n')
          outgoing.write(`${field === 0 ? '' : '\r\n'}${head(field)}`)
          field += 1
          left = fieldBytes
        }
        left -= chunk.length
        if (!outgoing.write(chunk)) return outgoing.once('drain', write)
      }
    }
    write()
  })
}

/** Uploads the same image as a photo, repeatedly. */
export async function imageFlood(target: Target): Promise<void> {
  const picture = readFileSync(target.imagePath)
  const head = '--b\r\ncontent-disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--b--\r\n')])
  const headers = {
    cookie: target.cookie,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': String(body.length),
  }
  await repeat(target, () => send(`${target.url}${setPhoto.path}`, { method: 'POST', headers, body }))
}
