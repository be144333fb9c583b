import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createTestApp } from './support/test-app.ts'

const root = join(import.meta.dirname, '..')
const composeFile = join(root, 'deploy/docker/compose.yml')
const dockerfile = readFileSync(join(root, 'deploy/docker/Dockerfile'), 'utf8')

type Service = { image: string; depends_on?: Array<string> | object; volumes?: Array<string> }

/** Orders of keys and services, and the ports of the proxy, which are public. */
const disabledRules = [
  'no-unbound-port-interfaces',
  'service-dependencies-alphabetical-order',
  'service-keys-order',
  'services-alphabetical-order',
  'top-level-properties-order',
]

/** Runs a command of the image, with this Node instead of the image's. Resolves with the exit code. */
function runInImage([program, ...args]: Array<string>, env: Record<string, string>) {
  expect(program).toBe('/app/bin/node')
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
  return new Promise<number | null>((done) => child.on('exit', done))
}

test('the Dockerfile has only valid instructions', () => {
  expect(validate(dockerfile)).toEqual([])
  expect(validate(dockerfile.replace('--interval', '--intervall'))).toHaveLength(1)
})

test('the compose file conforms to the Compose specification', () => {
  const rules = Object.fromEntries(disabledRules.map((name) => [name, 0 as const]))
  const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] })

  const [result] = linter.lintFiles([composeFile], false)

  expect(result?.filePath).toBe(composeFile)
  expect(result?.messages).toEqual([])
})

test('services wait only for services that exist, and mount only declared volumes', () => {
  const { services, volumes } = parse(readFileSync(composeFile, 'utf8'), { merge: true }) as {
    services: Record<string, Service>
    volumes: object
  }
  const named = Object.values(services).flatMap(({ depends_on: names = [] }) =>
    Array.isArray(names) ? names : Object.keys(names),
  )
  const mounted = Object.values(services)
    .flatMap(({ volumes: mounts = [] }) => mounts.map((mount) => mount.split(':')[0] ?? ''))
    .filter((source) => !source.startsWith('.'))

  expect(Object.keys(services)).toEqual(expect.arrayContaining(named))
  expect(Object.keys(volumes).sort()).toEqual([...new Set(mounted)].sort())
})

test('the image’s health check succeeds while the server runs, and fails when it is gone', async () => {
  const command = JSON.parse(/^HEALTHCHECK .*\\\n\s+CMD (.*)$/m.exec(dockerfile)?.[1] ?? '[]')
  const w = await createTestApp()
  await w.app.listen({ port: 0, host: '127.0.0.1' })
  const PORT = String((w.app.server.address() as AddressInfo).port)

  const running = await runInImage(command, { PORT })
  await w.app.close()
  const stopped = await runInImage(command, { PORT })

  expect([running, stopped]).toEqual([0, 1])
})
