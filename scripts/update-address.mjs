// `node update-address.mjs ADDRESS`: the app's own rule for the address of updates, as one line of JSON. A process of its
// own, since the rule is TypeScript, which the Node of scripts/ need not read.
import { readUpdateAddress } from '../src/domain/updates/address.ts'

console.log(JSON.stringify(readUpdateAddress(process.argv[2] ?? '')))
