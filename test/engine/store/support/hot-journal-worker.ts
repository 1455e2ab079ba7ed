import Database from 'better-sqlite3'

// Killed in the middle of a large write: what SQLite had changed is in the file, and its journal, which takes that back,
// lies beside it.

const [path = ''] = process.argv.slice(2)
const db = new Database(path)
db.pragma('journal_mode = DELETE')
db.pragma('cache_size = 10')
db.exec('BEGIN IMMEDIATE')
db.exec('DELETE FROM request_projects; UPDATE requests SET revision = revision + 1')
const put = db.prepare('INSERT INTO meta VALUES (?, ?)')
for (let n = 0; n < 3000; n += 1) put.run(`left by a kill ${n}`, 'x'.repeat(200))
db.exec("UPDATE meta SET value = value || ' changed by the write that was killed'")
process.kill(process.pid, 'SIGKILL')
