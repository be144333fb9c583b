import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseSettings, SettingsFileError } from './settings-file.ts'

const read = (text: string) => Object.fromEntries(parseSettings(text, '/etc/tipdrop/settings'))

/** Lines that are accepted, with their values. */
const accepted: Array<[line: string, value: string]> = [
  ['A=plain', 'plain'],
  ['A=Tipdrop <hello@example.com>', 'Tipdrop <hello@example.com>'],
  ["A=Lena's Tips", "Lena's Tips"],
  ['A=say "hi"', 'say "hi"'],
  ['A=a#b', 'a#b'],
  ['A=a;b', 'a;b'],
  ['A=x=y', 'x=y'],
  ['A=ünï 漢字', 'ünï 漢字'],
  ["A='a # b'", 'a # b'],
  ['A="a # b"', 'a # b'],
  ["A='Street 1\\nCity'", 'Street 1\\nCity'],
  ['A="Street 1\\nCity"', 'Street 1\\nCity'],
  ['A=\'say "hi"\'', 'say "hi"'],
  ['A="it\'s"', "it's"],
  ['A=smtp://me:p%40ss@mail.example.com:587', 'smtp://me:p%40ss@mail.example.com:587'],
  ['  A=indented', 'indented'],
  ['A=trailing  \t', 'trailing'],
  ['A=a  b', 'a  b'],
]

test.each(accepted)('%s is accepted', (line, value) => {
  expect(read(`# comment\n\n; other\n${line}\r\nB=2\n`)).toEqual({ A: value, B: '2' })
})

test.each([
  ['A=', ''],
  ['A=""', ''],
  ["A=''", ''],
])('%s is an empty value', (line, value) => {
  expect(read(line)).toEqual({ A: value })
})

/** Reads `environment.d` with the code that reads EnvironmentFile. It expands `$`, which EnvironmentFile does not. */
const systemdReader = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator'

test.skipIf(!existsSync(systemdReader))('systemd reads every accepted line as we do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tipdrop-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'environment.d'))
  const text = accepted.map(([line], index) => line.replace('A=', `TIP_${index}_=`)).join('\n')
  writeFileSync(join(folder, 'environment.d/settings.conf'), text)

  const { stdout } = spawnSync(systemdReader, { encoding: 'utf8', env: { XDG_CONFIG_HOME: folder } })

  // It quotes for a shell, which then says the values.
  const assignments = stdout.split('\n').filter((line) => line.startsWith('TIP_'))
  const print = accepted.map((_, index) => `printf '%s\\0' "$TIP_${index}_"`)
  const shell = spawnSync('sh', ['-c', [...assignments, ...print].join('\n')], { encoding: 'utf8' })
  expect(shell.stdout.split('\0').slice(0, -1)).toEqual(accepted.map(([, value]) => value))
})

test.each([
  ['A=03:30   # UTC', 'line 1: A comment needs a line of its own. If # belongs to the value of A, put'],
  ['A=Street\\nCity', 'line 1: The value of A has a backslash. Put the whole value between single quotes.'],
  ['A="open', 'line 1: The quote of A is not closed. A value is on one line.'],
  ["A='x'y", 'line 1: There is text after the closing quote of A.'],
  ['A="x" # comment', 'line 1: There is text after the closing quote of A.'],
  ['A="say \\"hi\\""', 'line 1: There is text after the closing quote of A.'],
  ['A="a\\$b"', 'line 1: A backslash in the value of A hides the next character. Use single quotes.'],
  ["A='a\\'", 'line 1: The value of A must not end with a backslash.'],
  ['export A=x', 'line 1: Remove “export”: a line begins with the name.'],
  ['A =x', 'line 1: Remove the space before =.'],
  ['A= x', 'line 1: Remove the space after A=.'],
  ['A', 'line 1: It has no =. Write NAME=value, or # before a comment.'],
  ['A-B=x', 'line 1: A name has only letters, digits and _, and begins with no digit.'],
  ['1A=x', 'line 1: A name has only letters, digits and _, and begins with no digit.'],
  ['\uFEFFA=x', 'line 1: It begins with a byte order mark.'],
  ['A=x\u0000', 'line 1: It has a control character.'],
  ['A=a\tb', 'line 1: It has a control character.'],
  ['A=x\rB=y', 'line 1: It has a control character.'],
  ['A=\uFFFD', 'line 1: It is not in UTF-8.'],
  ['# comment \\', 'line 1: A comment must not end with a backslash.'],
  ['A=one\n\nA=two', 'line 3: A is in line 1 already. Remove one of them.'],
])('%j is refused', (text, reason) => {
  expect(() => read(text)).toThrow(SettingsFileError)
  expect(() => read(text)).toThrow(`/etc/tipdrop/settings cannot be read:\n  - ${reason}`)
})

test('all wrong lines are named at once, and no value', () => {
  expect(() => read('SESSION_SECRET=hunter2 # mine\nA=1\nexport B=hunter2')).toThrow(
    /line 1: .*\n {2}- line 3: /,
  )
  expect(() => read('SESSION_SECRET=hunter2 # mine\nexport B=hunter2')).not.toThrow(/hunter2/)
})

test('a comment may have tabs, and a setting may not', () => {
  expect(parseSettings('#\tA=1\n# b\tc\nD=1\n', 'settings')).toEqual(new Map([['D', '1']]))
  expect(() => parseSettings('D=1\t2\n', 'settings')).toThrow('control character')
})
