import type { Report, Seen } from './report.mjs'

export function handListHere(platform?: string): { name: string; what: string }[]
export function openOrSeen(before: Report | null, commit: string): Seen[]
export function askByHand(folder: string, input?: NodeJS.ReadableStream): Promise<number>
