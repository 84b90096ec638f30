import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { BUNDLING } from '#bin/cdk/build-functions';
import { anExportedText } from '#test/support/exported-text';
import { installedFonts } from '#test/support/installed-fonts';
import { afterAll, beforeAll, expect, it } from '#test/support/jest';

const ROOT = join(import.meta.dirname, '../..');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundled-pdf-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the writer of PDF files writes them in a bundle, without files of its package', async () => {
  const outfile = join(folder, 'pdf.js');
  const entryPoints = [join(ROOT, 'shared/texts/exports/formats/pdf/pdf.ts')];
  await build({ ...BUNDLING, entryPoints, absWorkingDir: ROOT, outfile });

  const written: Uint8Array = await createRequire(import.meta.filename)(outfile).textAsPdf(
    anExportedText(),
    installedFonts,
  );

  expect(Buffer.from(written).toString('latin1')).toMatch(/^%PDF-1\.7.*%%EOF\n$/s);
});
