import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * Keeps TEST_PROGRESS up to date: a file with what runs and which tests have ended, for a run that has to be stopped.
 * Vitest calls `onTestModule…` and `onTestCase…`, Playwright `onTestBegin` and `onTestEnd`.
 */
export default class ProgressReporter {
  #file
  #running = new Set()
  #ended = { passed: 0, failed: [] }

  constructor({ file = process.env.TEST_PROGRESS } = {}) {
    this.#file = file
  }

  onTestModuleStart({ relativeModuleId }) {
    this.#begin(relativeModuleId)
  }

  onTestModuleEnd({ relativeModuleId }) {
    this.#end(relativeModuleId)
  }

  onTestCaseReady(test) {
    this.#begin(nameOfCase(test))
  }

  onTestCaseResult(test) {
    this.#end(nameOfCase(test), test.result().state)
  }

  onTestBegin(test) {
    this.#begin(test.titlePath().filter(Boolean).join(' › '))
  }

  onTestEnd(test, { status, retry }) {
    const isTriedAgain = status !== 'passed' && retry < test.retries
    this.#end(test.titlePath().filter(Boolean).join(' › '), isTriedAgain ? undefined : status)
  }

  #begin(name) {
    this.#running.add(name)
    this.#write()
  }

  #end(name, state) {
    this.#running.delete(name)
    if (state === 'passed') this.#ended.passed += 1
    else if (state === 'failed' || state === 'timedOut') this.#ended.failed.push(name)
    this.#write()
  }

  #write() {
    if (this.#file) writeFileSync(this.#file, JSON.stringify({ ...this.#ended, running: [...this.#running] }))
  }
}

function nameOfCase({ module, fullName }) {
  return `${module.relativeModuleId} › ${fullName}`
}

/** What has ended and what runs. A file of tests is named only while none of its tests runs, as in a hook. */
export function readProgress(file) {
  if (!existsSync(file)) return { passed: 0, failed: [], running: [] }
  const { running, ...ended } = JSON.parse(readFileSync(file, 'utf8'))
  const isNamedByTest = (name) => running.some((other) => other.startsWith(`${name} › `))
  return { ...ended, running: running.filter((name) => !isNamedByTest(name)) }
}
