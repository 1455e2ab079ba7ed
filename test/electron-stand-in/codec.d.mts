/** Structured clone as text. Runs unchanged in Node and, as text, in a page. */
export function makeCodec(): { encode(value: unknown): string; decode(text: string): unknown }
