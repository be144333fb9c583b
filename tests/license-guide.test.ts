import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { listSaleLicenses, revokeLicense } from '../contract/licenses.ts'
import { licenseFixture } from './support/license-fixture.ts'

const guide = readFileSync('docs/license-keys.md', 'utf8')
const block = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(guide)?.[1] ?? ''

type Proof = { payload: string; signature: string; keyId: string }
type Example = {
  activate: (itemId: number, key: string, fingerprint: string) => Promise<Proof>
  publicKeyOf: (proof: Proof) => Promise<string>
  mayRun: (proof: Proof, pem: string, deviceId: string) => boolean
}

/** A sold key, and the site of the guide on a port of this machine. */
async function guideFixture() {
  const f = await licenseFixture()
  // The example has the clock of its machine.
  f.w.clock.advance(Date.now() - f.w.clock.now().getTime())
  const sale = await f.buys()
  const site = await f.w.app.listen({ port: 0, host: '127.0.0.1' })
  const folder = mkdtempSync(join(tmpdir(), 'license-guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { ...f, sale, site, folder }
}

test('the example of the guide for Node activates a key and runs offline on its device only', async () => {
  const { item, sale, site, folder, mara } = await guideFixture()
  const file = join(folder, 'license.mjs')
  writeFileSync(file, block('js').replaceAll('https://tips.example.com', site))
  const { activate, publicKeyOf, mayRun }: Example = await import(pathToFileURL(file).href)

  const proof = await activate(item.id, sale.key.toLowerCase(), 'studio-pc')
  const pem = await publicKeyOf(proof)

  expect(mayRun(proof, pem, 'studio-pc')).toBe(true)
  expect(mayRun(proof, pem, 'another-pc')).toBe(false)
  expect(mayRun({ ...proof, payload: proof.payload.replace('studio', 'other') }, pem, 'other-pc')).toBe(false)
  await expect(activate(item.id, 'TIDE-00000', 'studio-pc')).rejects.toThrow('This key doesn’t work')
  const [license] = (await mara.call(listSaleLicenses, { params: { id: sale.orderNumber } })).body
  await mara.call(revokeLicense, { params: { id: license?.id ?? 0 }, body: { reason: 'Shared' } })
  await expect(activate(item.id, sale.key, 'studio-pc')).rejects.toThrow('This key doesn’t work')
})

test.skipIf(spawnSync('curl', ['--version']).status !== 0)(
  'the first call of the guide works as written',
  async () => {
    const { item, sale, site } = await guideFixture()
    const call = block('sh')
      .replace('https://SITE', site)
      .replace('"itemId": 12', `"itemId": ${item.id}`)
      .replace(/TIDE(-[0-9A-Z]{5}){5}/, sale.key)

    const { stdout } = await promisify(execFile)('bash', ['-c', call])

    expect(JSON.parse(stdout)).toMatchObject({ valid: true, activations: { used: 1, max: 3 } })
  },
)

const programs = {
  python: { file: 'license.py', command: ['python3'], needs: ['--version'] },
  php: { file: 'license.php', command: ['php'], needs: ['--version'] },
  go: { file: 'license.go', command: ['go', 'run'], needs: ['version'] },
} as const

for (const [language, { file, command, needs }] of Object.entries(programs)) {
  const [program, ...options] = command
  test.skipIf(spawnSync(program, needs).status !== 0)(
    `the program of the guide activates a key, and says why another doesn’t work: ${language}`,
    async () => {
      const { item, sale, site, folder } = await guideFixture()
      const path = join(folder, file)
      writeFileSync(path, block(language).replaceAll('https://tips.example.com', site))
      const activates = async (key: string) =>
        (await promisify(execFile)(program, [...options, path, String(item.id), key, 'studio-pc'])).stdout

      expect(await activates(sale.key)).toBe('active\n')
      expect(await activates('TIDE-00000')).toMatch(/^This key doesn’t work.*\n$/)
    },
  )
}
