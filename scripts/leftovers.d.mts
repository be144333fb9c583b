export function endLeftovers(folder: string, options?: { graceMs?: number }): Promise<number>
export function processesOf(folder: string): Array<{ pid: number; name: string }>
