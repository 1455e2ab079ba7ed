import type { KeyObject } from 'node:crypto'

export const keyMember: string
export function readSigningKey(
  path: string,
): { problem: string } | { problem?: undefined; key: KeyObject; publicKey: string }
export function signatureOf(name: string, list: string, key: KeyObject): string
export function signLists(folder: string, key: KeyObject): string[]
