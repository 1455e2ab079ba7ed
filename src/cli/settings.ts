import { resolve } from 'node:path'
import { isAddress } from '../domain/form/address.ts'
import { type Json, json } from '../domain/json.ts'
import { UsageError } from './arguments.ts'

export interface Setting {
  name: string
  text: string
}

/** `--set name=value`, in order. @throws UsageError */
export function readSettingArguments(texts: string[] | undefined): Setting[] {
  return (texts ?? []).map((text) => {
    const cut = text.indexOf('=')
    if (cut < 1) throw new UsageError(`--set takes name=value; “${text}” has no name.`)
    return { name: text.slice(0, cut), text: text.slice(cut + 1) }
  })
}

/** Which of two values is meant nobody can say, and one of them would be paid for. @throws UsageError */
export function refuseTwice(names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined) throw new UsageError(`“${twice}” is set twice. Set it once. Nothing was sent or charged.`)
}

/** A file by its absolute path; an address as it is. */
export const sourceOf = (text: string): string => (isAddress(text) ? text : resolve(text))

/** JSON where it is JSON. @throws UsageError */
export function readJson(name: string, text: string): Json {
  try {
    return json.parse(JSON.parse(text))
  } catch {
    throw new UsageError(`${name} takes JSON; “${text}” is not.`)
  }
}
