import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tempFolder } from '../../tests/support/backup-fixture.ts'
import { loadSettings } from './environment.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** Settings of a file, without those that the file has put into the environment before. */
function withoutSettings(): void {
  for (const name of ['DATA_DIR', 'TIPDROP_SETTINGS', 'NODE_EXTRA_CA_CERTS']) vi.stubEnv(name, undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
}

test.skipIf(!hasOpenssl)('NODE_EXTRA_CA_CERTS of the settings file is trusted at once', async () => {
  withoutSettings()
  const folder = await tempFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
    ...subject,
  ])
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => {
    response.end('well')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`
  const file = join(folder, 'settings')
  writeFileSync(file, `DATA_DIR=${folder}\nNODE_EXTRA_CA_CERTS=${cert}\n`)

  await expect(fetch(url)).rejects.toThrow('fetch failed')
  loadSettings(file)

  expect(await (await fetch(url)).text()).toBe('well')
})

test('a file of certificates that cannot be used is refused in one sentence', async () => {
  withoutSettings()
  const folder = await tempFolder()
  const file = join(folder, 'settings')
  const load = (path: string) => {
    writeFileSync(file, `DATA_DIR=${folder}\nNODE_EXTRA_CA_CERTS=${path}\n`)
    return () => loadSettings(file)
  }
  writeFileSync(join(folder, 'words'), 'no certificate')

  expect(load('/nowhere/ca.pem')).toThrow('/nowhere/ca.pem cannot be used (ENOENT).')
  expect(load(join(folder, 'words'))).toThrow('must be a file with certificates in PEM')
})
