import { createUpload, Upload } from '../../contract/resumable-uploads.ts'
import type { BenchClient } from '../../tests/support/http-client.ts'
import { retryUntilSuccess } from './retry.ts'

const version = { 'tus-resumable': '1.0.0' }

/** Uploads a file by tus and resumes after each break. Returns its id and hash. */
export async function uploadResumably(
  url: string,
  creator: BenchClient,
  bytes: Buffer,
): Promise<{ id: string; sha256: string }> {
  const path = await retryUntilSuccess(() => startUpload(url, creator, bytes.length))
  return retryUntilSuccess(async () => {
    await sendRest(`${url}${path}`, creator, bytes)
    const { id, sha256 } = Upload.parse(await (await creator.send('GET', path)).json())
    if (!sha256) throw new Error('The hash is not ready')
    return { id, sha256 }
  })
}

async function startUpload(url: string, creator: BenchClient, size: number): Promise<string> {
  const response = await fetch(`${url}${createUpload.path}`, {
    method: 'POST',
    headers: { ...version, cookie: creator.cookieHeader(), 'upload-length': String(size) },
  })
  if (response.status !== 201) throw new Error(`Creating the upload returned ${response.status}`)
  return String(response.headers.get('location'))
}

async function sendRest(url: string, creator: BenchClient, bytes: Buffer): Promise<void> {
  const headers = { ...version, cookie: creator.cookieHeader() }
  const head = await fetch(url, { method: 'HEAD', headers })
  if (!head.ok) throw new Error(`HEAD of the upload returned ${head.status}`)
  const offset = Number(head.headers.get('upload-offset'))
  if (offset === bytes.length) return
  const response = await fetch(url, {
    method: 'PATCH',
    headers: {
      ...headers,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes.subarray(offset)),
  })
  if (response.status !== 204) throw new Error(`PATCH of the upload returned ${response.status}`)
}
