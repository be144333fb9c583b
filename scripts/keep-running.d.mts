type Timing = { firstDelayMs?: number; maxDelayMs?: number; stableAfterMs?: number }

export const configErrorExitCode: 78
export function keepRunning(start: () => Promise<number>, timing?: Timing): Promise<number>
