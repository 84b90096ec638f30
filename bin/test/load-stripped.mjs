import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';

/**
 * For `node --import`: keeps source files without their types in the folder STRIPPED_TYPES, by the hash of their text.
 * Node 22 strips them anew in every process, which takes half the time of loading the service; later releases have such
 * a cache of their own. JavaScript, because a TypeScript file would load the stripper in every process.
 */
const folder = process.env['STRIPPED_TYPES'];

// Programs of other Node releases inherit the option.
if (folder !== undefined && nodeModule.registerHooks !== undefined) {
  mkdirSync(folder, { recursive: true });
  nodeModule.registerHooks({
    load(url, context, nextLoad) {
      if (!url.startsWith('file:') || !url.endsWith('.ts') || url.includes('/node_modules/'))
        return nextLoad(url, context);
      return { format: 'module', source: stripped(readFileSync(fileURLToPath(url), 'utf8')), shortCircuit: true };
    },
  });
}

function stripped(source) {
  const file = join(folder, hash('sha1', source));
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const text = nodeModule.stripTypeScriptTypes(source);
    // Another process, or another thread of this one, may write or read the same file.
    const own = `${file}-${process.pid}-${threadId}`;
    writeFileSync(own, text);
    renameSync(own, file);
    return text;
  }
}
