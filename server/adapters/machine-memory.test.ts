import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { machineMemory, memoryLeft, taskMemoryBytes } from './machine-memory.ts'

const mebibyte = 1024 ** 2

async function systemWith(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'tipdrop-system-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return root
}

const bytes = (mebibytes: number) => String(mebibytes * mebibyte)

test.each([
  ['no group', {}, 8_192, 'the machine'],
  [
    'a group of version 2',
    { 'proc/self/cgroup': '0::/a/b\n', 'sys/fs/cgroup/a/b/memory.max': `${bytes(512)}\n` },
    512,
    'sys/fs/cgroup/a/b/memory.max',
  ],
  [
    'a lower limit of the group above',
    {
      'proc/self/cgroup': '0::/a/b\n',
      'sys/fs/cgroup/a/b/memory.max': 'max\n',
      'sys/fs/cgroup/a/memory.high': bytes(700),
      'sys/fs/cgroup/a/memory.max': bytes(900),
    },
    700,
    'sys/fs/cgroup/a/memory.high',
  ],
  [
    'a container, whose group is the root',
    { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/memory.max': bytes(1_024) },
    1_024,
    'sys/fs/cgroup/memory.max',
  ],
  [
    'a group of version 1 in a container that sees its own files only',
    {
      'proc/self/cgroup': '9:cpu:/docker/x\n4:memory:/docker/x\n0::/\n',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': bytes(256),
    },
    256,
    'sys/fs/cgroup/memory/memory.limit_in_bytes',
  ],
  [
    'a group of version 1 without a limit',
    {
      'proc/self/cgroup': '4:memory:/\n',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712',
    },
    8_192,
    'the machine',
  ],
])('%s', async (_, files, mebibytes, limitedBy) => {
  const root = await systemWith(files)

  const memory = machineMemory({ root, machineBytes: 8_192 * mebibyte })

  expect(memory.totalBytes / mebibyte).toBe(mebibytes)
  expect(memory.limitedBy.replace(`${root}/`, '')).toBe(limitedBy)
})

test('a file gets what it wants on a large machine, and what is left on a small one', () => {
  const ofMachine = (mebibytes: number) =>
    taskMemoryBytes(700 * mebibyte, { totalBytes: mebibytes * mebibyte }) / mebibyte

  expect([8_192, 800, 512, 256].map(ofMachine)).toEqual([700, 480, 192, 128])
})

test.each([
  [
    'version 1',
    {
      'proc/self/cgroup': '4:memory:/\n',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': bytes(512),
      'sys/fs/cgroup/memory/memory.kmem.usage_in_bytes': bytes(20),
      'sys/fs/cgroup/memory/memory.stat': `rss 1\nshmem 1\ntotal_cache ${bytes(300)}\ntotal_rss ${bytes(200)}\ntotal_shmem ${bytes(30)}\n`,
    },
  ],
  [
    'version 2',
    {
      'proc/self/cgroup': '0::/\n',
      'sys/fs/cgroup/memory.max': bytes(512),
      'sys/fs/cgroup/memory.stat': `anon ${bytes(200)}\nfile ${bytes(300)}\nkernel ${bytes(20)}\nshmem ${bytes(30)}\n`,
    },
  ],
])('what is left in a group of %s does not count cached files', async (_, files) => {
  const memory = machineMemory({ root: await systemWith(files), machineBytes: 8_192 * mebibyte })

  expect((memoryLeft(memory) ?? 0) / mebibyte).toBe(262)
})

test('a machine without groups has no such figure', () => {
  expect(memoryLeft({ totalBytes: 1, limitedBy: 'the machine' })).toBeUndefined()
})
