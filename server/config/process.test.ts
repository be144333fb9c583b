import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'

const s3 = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_REGION: 'auto',
  S3_BUCKET: 'tips',
  S3_ACCESS_KEY_ID: 'an id',
  S3_SECRET_ACCESS_KEY: 'a secret',
}

test('ACCEL_REDIRECT_PATH is a path with slashes at both ends', () => {
  expect(readConfig({ ACCEL_REDIRECT_PATH: '/_files/' }).accelRedirectPath).toBe('/_files/')
  for (const path of ['/files', 'files/', '/', '//files/', '/a b/', 'https://files.example.com/'])
    expect(() => readConfig({ ACCEL_REDIRECT_PATH: path })).toThrow('ACCEL_REDIRECT_PATH must be a path')
})

test('ACCEL_REDIRECT_PATH is refused with an object store', () => {
  expect(() => readConfig({ ...s3, ACCEL_REDIRECT_PATH: '/_files/' })).toThrow(
    'ACCEL_REDIRECT_PATH is for files in DATA_DIR',
  )
})
