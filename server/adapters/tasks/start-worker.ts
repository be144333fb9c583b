import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lowerPriority } from '../workers.ts'

/** Ends a worker that computes without end after its server was killed. */
const maxCpuSeconds = 60

const shell = '/bin/sh'
const shellScript = `ulimit -t ${maxCpuSeconds}; unset PWD; exec "$0" "$@"`

type Options = { maxHeapMb: number; niceness: number }

/** The folder of the workers: that of the built server, or the one of a source. */
export function workerFolderOf(source: string): string {
  return isBuilt() ? import.meta.dirname : join(import.meta.dirname, '..', source)
}

/**
 * Starts a worker: a file beside the built server, or one of the sources, named without its extension. It has no
 * environment, and may read our code only.
 */
export function startWorker(file: string, { maxHeapMb, niceness }: Options): ChildProcess {
  const root = join(import.meta.dirname, isBuilt() ? '..' : '../../..')
  const ownFolders = isBuilt() ? ['dist'] : ['contract', 'domain', 'server']
  const readable = ['node_modules', 'package.json', ...ownFolders].map((path) => join(root, path))
  const node = [
    process.execPath,
    `--max-old-space-size=${maxHeapMb}`,
    '--permission',
    '--allow-addons',
    // The packages may be a link to another folder.
    ...[...readable, ...readable.map((path) => realpathSync(path)), dirname(file)].map(
      (path) => `--allow-fs-read=${path}`,
    ),
    `${file}.${isBuilt() ? 'js' : 'ts'}`,
  ]
  const [command = '', ...options] = existsSync(shell) ? [shell, '-c', shellScript, ...node] : node
  const child = spawn(command, options, {
    serialization: 'advanced',
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  if (child.pid !== undefined) lowerPriority(child.pid, niceness)
  return child
}

function isBuilt(): boolean {
  return existsSync(join(import.meta.dirname, 'recording-worker.js'))
}
