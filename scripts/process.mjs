import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const requiredNodeMajor = 24
/** npm links it to the package of this platform. */
export const installedNode = join(root, 'node_modules/.bin/node')

/** The Node that runs the server and the tools: the one npm installed, or the system's when it is new enough. */
export function nodePath() {
  if (existsSync(installedNode)) return realpathSync(installedNode)
  if (isNewEnough(process.versions.node)) return process.execPath
  throw new Error(
    `Node ${requiredNodeMajor} is missing because npm skipped optional packages. Run "npm install --include=optional", or install Node ${requiredNodeMajor} yourself.`,
  )
}

export function isNewEnough(nodeVersion) {
  return Number.parseInt(nodeVersion, 10) >= requiredNodeMajor
}

/**
 * Runs a command with our Node and tools first in PATH, in the same terminal. Returns its exit code, 128 + n for a
 * signal.
 */
export function run(command, args, { env = {}, quiet = [] } = {}) {
  const bin = join(root, 'node_modules/.bin')
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['inherit', ...(quiet.includes('stdout') ? ['ignore'] : ['inherit']), 'inherit'],
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, ...env },
  })
  forwardSignals(child)
  return exitCode(child)
}

function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signalNumbers[signal] ?? 0)))
  })
}

const stopTimeoutMs = 30_000

/**
 * Runs a command in its own process group, so that its leftover children end with it. A signal to us is passed to the
 * command once; the group is killed when the command has ended or takes too long to stop. At the deadline it is stopped,
 * after `onDeadline`.
 */
export async function runGroup(command, args, { env = {}, deadlineMs, onDeadline = () => {} } = {}) {
  const bin = join(root, 'node_modules/.bin')
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, ...env },
    detached: true,
  })
  let wasStopped = false
  let timer
  const stop = (signal) => {
    if (wasStopped) return killGroup(child)
    wasStopped = true
    child.kill(signal)
    timer = setTimeout(() => killGroup(child), stopTimeoutMs)
  }
  for (const signal of signals) process.on(signal, stop)
  const deadline =
    deadlineMs &&
    setTimeout(() => {
      onDeadline()
      stop('SIGTERM')
    }, deadlineMs)
  try {
    return await exitCode(child)
  } finally {
    clearTimeout(timer)
    clearTimeout(deadline)
    for (const signal of signals) process.off(signal, stop)
    killGroup(child)
  }
}

function killGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended already.
  }
}

export async function mustRun(title, command, args, options) {
  const code = await run(command, args, options)
  if (code !== 0) throw new Error(`${title} failed (exit code ${code}).`)
}

/** Runs a script's main function; a failure prints one sentence and exits with a non-zero code, without a stack trace. */
export async function main(work) {
  try {
    process.exitCode = await work()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}

export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

/** In a terminal the child gets SIGINT itself, so it is not sent again. */
function forwardSignals(child) {
  for (const signal of signals) {
    const forward = () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    process.on(signal, forward)
    child.on('exit', () => process.off(signal, forward))
  }
}
