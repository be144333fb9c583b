export type Report = { passed: number; failed: number; flaky: Array<string> }

export const maxFlaky: number
export function readVitestReport(report: unknown, exitCode: number): Report
export function readPlaywrightReport(report: unknown, exitCode: number): Report
export function sumReports(reports: Array<Report>): Report
