type VitestModule = { relativeModuleId: string }
type VitestCase = { module: VitestModule; fullName: string; result: () => { state: string } }
type Journey = { titlePath: () => Array<string>; retries: number }

export default class ProgressReporter {
  constructor(options?: { file?: string })
  onTestModuleStart(module: VitestModule): void
  onTestModuleEnd(module: VitestModule): void
  onTestCaseReady(test: VitestCase): void
  onTestCaseResult(test: VitestCase): void
  onTestBegin(test: Journey): void
  onTestEnd(test: Journey, result: { status: string; retry: number }): void
}

export declare function readProgress(file: string): {
  passed: number
  failed: Array<string>
  running: Array<string>
}
