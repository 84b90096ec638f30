/** Writes one line of JSON to standard output. Callers name each field; whole events and errors are never logged. */
export function writeLog(entry: Readonly<Record<string, unknown>>, level: 'INFO' | 'WARN' | 'ERROR' = 'INFO'): void {
  process.stdout.write(`${JSON.stringify({ timestamp: new Date().toISOString(), level, ...entry })}\n`);
}
