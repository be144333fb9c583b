import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const installed = { isRelease: true, settingsFile: '/etc/tipdrop/settings' }
const unpacked = { isRelease: true, settingsFile: undefined }
const clone = { isRelease: false, settingsFile: undefined }

test.each([
  [installed, 'backup', '--check FILE', 'sudo tipdrop backup --check FILE'],
  [installed, 'status', '', 'sudo tipdrop status'],
  [unpacked, 'logs', '-f', 'tipdrop logs -f'],
  [{ ...unpacked, settingsFile: '/srv/settings' }, 'doctor', '', 'tipdrop doctor'],
  [clone, 'backup', 'FILE', 'npm run backup -- FILE'],
  [clone, 'doctor', '', 'npm run doctor'],
  [clone, 'logs', '-f', 'npm run tipdrop -- logs -f'],
  [clone, 'status', '', 'npm run tipdrop -- status'],
])('with %j the operator types the command %s %s as “%s”', (place, name, args, typed) => {
  expect(commandLine(name, args, place)).toBe(typed)
})

test('each command that a clone is told to run is a script of npm', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const told = ['backup', 'doctor', 'move', 'rehearse', 'restore', 'staff', 'verify', 'status', 'logs']

  for (const name of told) expect(Object.keys(scripts)).toContain(commandLine(name, '', clone).split(' ')[2])
})
