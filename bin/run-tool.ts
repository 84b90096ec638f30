import { become } from '#bin/become';
import { installTools, toolProgram } from '#bin/tools';

/** node bin/run-tool.ts <program> [options]: runs a program of test/tools/package.json, which is installed first. */
const [name = '', ...args] = process.argv.slice(2);
await installTools();
become([toolProgram(name), ...args]);
