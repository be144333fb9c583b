import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lowerPriority } from '../lower-priority.ts'

const maxHeapMb = 384
/** Ends a worker that computes without end after its server was killed. */
const maxCpuSeconds = 60

const shell = '/bin/sh'
const shellScript = `ulimit -t ${maxCpuSeconds}; unset PWD; exec "$0" "$@"`

/**
 * Starts a worker: a file beside the built server, or one of the sources, named without its extension. It has no
 * environment, and may read our code only.
 */
export function startWorker(file: string): ChildProcess {
  const isBuilt = existsSync(join(import.meta.dirname, 'recording-worker.js'))
  const root = join(import.meta.dirname, isBuilt ? '..' : '../../..')
  const ownFolders = isBuilt ? ['dist'] : ['contract', 'domain', 'server']
  const readable = ['node_modules', 'package.json', ...ownFolders].map((path) => join(root, path))
  const node = [
    process.execPath,
    `--max-old-space-size=${maxHeapMb}`,
    '--permission',
    '--allow-addons',
    ...[...readable, dirname(file)].map((path) => `--allow-fs-read=${path}`),
    `${file}.${isBuilt ? 'js' : 'ts'}`,
  ]
  const [command = '', ...options] = existsSync(shell) ? [shell, '-c', shellScript, ...node] : node
  const child = spawn(command, options, {
    serialization: 'advanced',
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  if (child.pid !== undefined) lowerPriority(child.pid)
  return child
}
