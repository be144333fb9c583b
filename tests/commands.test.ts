import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { commands } from '../server/command/commands.ts'
import { tempFolder } from './support/backup-fixture.ts'
import { runTool } from './support/run-tool.ts'
import { freePort } from './support/server-process.ts'

const long = { tags: ['long'], timeout: 300_000 }

/** What each command needs to reach the database, when it needs one. */
const usesDatabase: Record<string, (folder: string) => Array<string>> = {
  doctor: () => [],
  backup: (folder) => [join(folder, 'one.tar')],
  verify: () => [],
  staff: () => [],
  move: () => ['--undo'],
}
/** These read an archive first, or do their work without the database too. */
const others = ['server', 'restore', 'rehearse', 'status', 'mail', 'test-email', 'test-alert']

/** A database that answers every connection with an error, as PostgreSQL writes it. */
async function refusingDatabase(code: string, message: string): Promise<string> {
  const fields = ['SFATAL', 'VFATAL', `C${code}`, `M${message}`].map((field) => `${field}\0`).join('')
  const body = Buffer.from(`${fields}\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, body])))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return `postgres://tips:hunter2@127.0.0.1:${(server.address() as AddressInfo).port}/tips`
}

const states: Array<[state: string, url: () => Promise<string>, sentence: RegExp]> = [
  [
    'away',
    async () => `postgres://tips:hunter2@127.0.0.1:${await freePort()}/tips`,
    /Cannot connect to the database in DATABASE_URL \(connect ECONNREFUSED 127\.0\.0\.1:\d+\)/,
  ],
  [
    'without this password',
    () => refusingDatabase('28P01', 'password authentication failed for user "tips"'),
    /Cannot connect to the database in DATABASE_URL \(password authentication failed/,
  ],
  [
    'missing',
    () => refusingDatabase('3D000', 'database "tips" does not exist'),
    /Cannot connect to the database in DATABASE_URL \(database "tips" does not exist\)/,
  ],
  [
    'without a free connection',
    () => refusingDatabase('53300', 'sorry, too many clients already'),
    /The database has no free connection \(sorry, too many clients already\)/,
  ],
  [
    'starting',
    () => refusingDatabase('57P03', 'the database system is starting up'),
    /The database is starting or stopping \(the database system is starting up\)/,
  ],
]

test('every command is in the table of this test', () => {
  const running = [...commands].filter(([, { runsAs }]) => runsAs === 'data').map(([name]) => name)

  expect([...Object.keys(usesDatabase), ...others].toSorted()).toEqual(running.toSorted())
})

test('the guide names every command', () => {
  const [, table = ''] = readFileSync('docs/operate/install.md', 'utf8').split('## One command')

  expect([...commands.keys()].filter((name) => !table.includes(`\`tipdrop ${name}\``))).toEqual([])
})

test('every program of the build is a command', () => {
  const programs = readFileSync('scripts/build.mjs', 'utf8').matchAll(
    /^ {6}'?([\w-]+)'?: 'server\/.*\.ts',$/gm,
  )
  const names = [...programs].map(([, name = '']) => name).filter((name) => !name.endsWith('-worker'))

  expect(names).toContain('backup')
  expect(names.filter((name) => name !== 'tipdrop' && !commands.has(name))).toEqual([])
})

test.each(states)(
  'a database that is %s is one sentence in every command',
  long,
  async (_, url, sentence) => {
    const databaseUrl = await url()
    for (const [name, args] of Object.entries(usesDatabase)) {
      const folder = await tempFolder()
      const settings = { DATA_DIR: folder, DATABASE_URL: databaseUrl }

      const { code, output } = await runTool('tipdrop', [name, ...args(folder)], settings)

      // The doctor's line has the same reason, with what to do in a line of its own.
      if (name !== 'doctor') expect(`${name}: ${output}`).toMatch(sentence)
      expect(output).not.toMatch(/Failed query|select |insert |hunter2| {4}at |\n.*node:internal/)
      expect(code).toBe(1)
      if (name !== 'doctor') expect(output.trim().split('\n')).toHaveLength(1)
      expect(existsSync(join(folder, 'one.tar'))).toBe(false)
    }
  },
)

test('the settings are read from a file, and a variable of the environment wins', long, async () => {
  const folder = await tempFolder()
  const file = join(folder, 'settings')
  writeFileSync(
    file,
    `# Mine\nDATA_DIR=${folder}/data\nPUBLIC_URL=http://localhost:4444\nMAIL_FROM=Tipdrop <hello@example.com>\n`,
  )

  const byOption = await runTool('tipdrop', ['verify', '--settings', file], {})
  const byVariable = await runTool('tipdrop', ['verify'], { TIPDROP_SETTINGS: file })
  const overridden = await runTool('tipdrop', [`--settings=${file}`, 'verify'], {
    DATA_DIR: `${folder}/other`,
  })

  expect(byOption.output).toContain(`There is no database in ${folder}/data.`)
  expect(byVariable.output).toContain(`There is no database in ${folder}/data.`)
  expect(overridden.output).toContain(`There is no database in ${folder}/other.`)
})

test('a settings file that cannot be used is one sentence, and exit code 78', long, async () => {
  const folder = await tempFolder()
  const file = join(folder, 'settings')
  const run = async (text: string) => {
    writeFileSync(file, text)
    return runTool('tipdrop', ['doctor', '--settings', file], {})
  }

  expect(await runTool('tipdrop', ['doctor', '--settings', '/nowhere/settings'], {})).toEqual({
    code: 78,
    output: 'There is no settings file /nowhere/settings.\n',
  })
  expect(await runTool('tipdrop', ['doctor', '--settings', folder], {})).toEqual({
    code: 78,
    output: `${folder} is a folder, and not a settings file.\n`,
  })
  expect(await runTool('tipdrop', ['doctor', '--settings'], {})).toMatchObject({ code: 78 })
  expect(await run('CURRENCY=EUR\n')).toEqual({
    code: 78,
    output: `${file} does not say where the data is. Add a line DATA_DIR=/path/of/the/data.\n`,
  })
  expect(await run('DATA_DIR=data\n')).toEqual({
    code: 78,
    output: `DATA_DIR in ${file} must be a whole path, which begins with a slash.\n`,
  })
  expect(await runTool('tipdrop', ['doctor', '--settings', file], { DATA_DIR: './drill' })).toEqual({
    code: 78,
    output: 'DATA_DIR, a variable of this command, must be a whole path, which begins with a slash.\n',
  })
  const wrongLine = await run(`DATA_DIR=${folder}/data\nBACKUP_SCHEDULE=03:30  # UTC\n`)
  expect(wrongLine.code).toBe(78)
  expect(wrongLine.output).toContain(
    `${file} cannot be read:\n  - line 2: A comment needs a line of its own.`,
  )
  const server = await runTool('tipdrop', ['server', '--settings', file], {})
  expect(server).toEqual(wrongLine)
})

test('Ctrl+C ends a command without a word', long, async () => {
  const silent = createServer((socket: Socket) => void socket.on('error', () => undefined))
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const child = spawn(process.execPath, ['dist/tipdrop.js', 'verify'], {
    env: { DATABASE_URL: `postgres://tips@127.0.0.1:${port}/tips`, DATA_DIR: await tempFolder() },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const ended = new Promise((done) => child.once('exit', done))
  await new Promise((done) => silent.once('connection', done))

  child.kill('SIGINT')

  expect(await ended).toBe(130)
  expect(output).toBe('')
})

test('an unknown command names all commands', long, async () => {
  const { code, output } = await runTool('tipdrop', ['bakup'], {})

  expect(code).toBe(64)
  expect(output).toMatch(/^There is no command bakup\.\n/)
  for (const name of commands.keys()) expect(output).toContain(`\n  ${name} `)
})

const asRoot = test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)

asRoot('root runs a command as the user of the data, and leaves no file of root', long, async () => {
  const folder = await tempFolder()
  const data = join(folder, 'data')
  const nobody = 65_534
  chmodSync(folder, 0o755)
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, nobody, nobody)

  const { output } = await runTool('tipdrop', ['test-email', 'ada@example.com'], { DATA_DIR: data })

  expect(output).toContain(`was written to ${data}/mail. No one gets it`)
  const owners = readdirSync(data, { recursive: true, encoding: 'utf8' }).map(
    (name) => statSync(join(data, name)).uid,
  )
  expect(owners.length).toBeGreaterThan(0)
  expect(new Set(owners)).toEqual(new Set([nobody]))
})

asRoot('another user is asked to use sudo', long, async () => {
  const folder = await tempFolder()
  const data = join(folder, 'data')
  const file = join(folder, 'settings')
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(file, `DATA_DIR=${data}\n`)
  chmodSync(folder, 0o755)
  const run = (mode: number) => {
    chmodSync(file, mode)
    const program = [join(import.meta.dirname, '../dist/tipdrop.js'), 'doctor', '--settings', file]
    return spawnSync(process.execPath, program, { uid: 65_534, gid: 65_534, encoding: 'utf8', env: {} })
      .stderr
  }

  expect(run(0o600)).toBe(`You may not read the settings in ${file}. Run this with sudo.\n`)
  expect(run(0o644)).toBe(`The data in ${data} belongs to another user. Run this with sudo.\n`)
})
