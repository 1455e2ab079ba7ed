// Hands standard input to the socket named by the argument. Status 0 when the other side took it.
import { connect } from 'node:net'

const socket = connect(process.argv[2])
process.stdin.pipe(socket)
socket.on('error', () => process.exit(1))
socket.on('data', () => process.exit(0))
socket.on('close', () => process.exit(1))
