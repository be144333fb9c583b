import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { settingNames, unknownNames, unknownNamesOf } from '../config.ts'
import { unknownNameMessage } from './unknown-names.ts'

test.each([
  ['BACKUP_SHEDULE', 'BACKUP_SCHEDULE'],
  ['S3_BUKET', 'S3_BUCKET'],
  ['S3_SECRET_KEY', 'S3_SECRET_ACCESS_KEY'],
  ['SMPT_URL', 'SMTP_URL'],
  ['SMTP_HOST', 'SMTP_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['TIMEZONE', 'TIME_ZONE'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['Public_Url', 'PUBLIC_URL'],
  ['STRIPE_API_KEY', 'STRIPE_SECRET_KEY'],
  ['OTEL_EXPORTER_OTLP_ENDPOIN', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
])('%s in the environment is probably %s', (name, nearest) => {
  expect(unknownNames({ [name]: 'x' })).toEqual([{ name, nearest }])
})

test.each([
  ...[
    'PATH',
    'HOME',
    'HOSTNAME',
    'MAIL',
    'LOGNAME',
    'PORTS',
    'SHELL',
    'LANG',
    'http_proxy',
    '_',
    'PWD',
    'OLDPWD',
  ],
  ...['NODE_OPTIONS', 'OTEL_RESOURCE_ATTRIBUTES', 'OTEL_TRACES_EXPORTER', 'DEBIAN_FRONTEND', 'INVOCATION_ID'],
  ...[
    'npm_config_cache',
    'npm_package_name',
    'JOURNAL_STREAM',
    'LISTEN_FDS',
    'LOGS_DIRECTORY',
    'XDG_DATA_DIRS',
  ],
  ...['S3_SERVICE_HOST', 'S3_SERVICE_PORT', 'S3_SERVICE_PORT_HTTP', 'S3_PORT_9000_TCP_ADDR', 'TIPDROP_PORT'],
])('%s in the environment is of another program', (name) => {
  expect(unknownNames({ [name]: 'x' })).toEqual([])
})

test('a variable that Kubernetes sets for a service is not reported, and an empty one is not set', () => {
  expect(unknownNames({ SMTP_PORT: 'tcp://10.0.0.1:25', S3_BUKET: ' ' })).toEqual([])
  expect(unknownNames({ SMTP_PORT: '25' })).toEqual([{ name: 'SMTP_PORT', nearest: 'SMTP_URL' }])
})

test('no setting is reported, in the environment or in a file', () => {
  expect(unknownNames(Object.fromEntries(settingNames.map((name) => [name, 'x'])))).toEqual([])
  expect(unknownNamesOf(settingNames)).toEqual([])
})

test('every name in a file is judged, except those of Node and the system', () => {
  const names = ['PUBLIC_URL', 'NODE_EXTRA_CA_CERTS', 'TZ', 'MALLOC_ARENA_MAX', 'COLOR', 'BACKUP_SHEDULE']

  expect(unknownNamesOf(names)).toEqual([
    { name: 'COLOR' },
    { name: 'BACKUP_SHEDULE', nearest: 'BACKUP_SCHEDULE' },
  ])
})

test('the message says that the name does nothing, and which one was meant', () => {
  expect(unknownNameMessage({ name: 'BACKUP_SHEDULE', nearest: 'BACKUP_SCHEDULE' })).toEqual({
    detail: 'BACKUP_SHEDULE is not a setting, so it does nothing',
    fix: 'Did you mean BACKUP_SCHEDULE?',
  })
})

test('the names in the file of settings are judged too, each once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-names-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'settings')
  await writeFile(file, '# COMMENT=x\nPUBLIC_URL=https://a.example\nCOLOR=red\nBACKUP_SHEDULE=03:30\n')
  const env = { TIPDROP_SETTINGS: file, BACKUP_SHEDULE: '03:30', PATH: '/bin' }

  expect(unknownNames(env).map(({ name }) => name)).toEqual(['COLOR', 'BACKUP_SHEDULE'])
  expect(unknownNames({ TIPDROP_SETTINGS: join(folder, 'missing') })).toEqual([])
})
